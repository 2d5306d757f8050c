#pragma once

// What the calls of an engine share: the engine behind the pointer, and the limits of its searches.

#include "engine/play/bounds.h"
#include "engine/play/engine.h"
#include "engine/play/runner.h"
#include "protocol/library/objects.h"

#include <optional>
#include <type_traits>

#include <fmt/format.h>

struct emilia_engine {
    explicit emilia_engine(const emilia::EngineSettings& settings) : engine(settings) {}

    emilia::Engine engine;
    emilia::Runner runner; ///< one call at a time
};

namespace emilia::library {

template <typename Value>
void check_bounds(const char* name, Value value, Bounds<Value> bounds) {
    if (bounds.contain(value)) return;
    throw Failure(EMILIA_BAD_ARGUMENT, fmt::format("{} is {} to {}, not {}", name, bounds.least,
                                                   bounds.greatest, value));
}

/// A value of which 0 means that it is left out.
template <typename Value>
std::optional<Value> if_given(const char* name, std::type_identity_t<Value> value,
                              Bounds<Value> bounds) {
    if (value == Value()) return std::nullopt;
    check_bounds(name, value, bounds);
    return value;
}

/// The limits as settings of an engine. Throws Failure.
[[nodiscard]] EngineSettings search_settings(const emilia_limits& limits);

/// The number of best moves that get a score. Throws Failure.
[[nodiscard]] int lines_of(const emilia_limits& limits);

/// Refuses limits that contradict each other, and a clock, which no analysis has. Throws Failure.
void check_analysis(const emilia_limits& limits);

/// Runs a call on the caller's thread, unless the engine is busy with another one. `token` may be
/// null. Throws what `work` throws, and Failure.
void run(emilia_engine* engine, const emilia_stop_token* token, const Runner::Work& work);

} // namespace emilia::library
