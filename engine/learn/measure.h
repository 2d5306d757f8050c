#pragma once

// How far the evaluation, or a search with it, is off from what positions are worth.

#include "engine/learn/labelled_position.h"
#include "engine/play/searcher.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <span>

namespace emilia {

/// Errors summed up. An error is the value found less the label, in discs: above zero where the
/// position was thought too good for its player to move.
struct Errors {
    std::size_t positions = 0;
    double sum = 0;
    double absolute = 0;
    double square = 0;

    void add(double error) noexcept;
    void add(const Errors& others) noexcept;
    // Of at least one position:
    [[nodiscard]] double mean() const noexcept;
    [[nodiscard]] double mean_absolute() const noexcept;
    [[nodiscard]] double root_mean_square() const noexcept;
};

/// For each number of empty squares.
using ErrorsByEmpties = std::array<Errors, 65>;

struct MeasureSettings {
    std::optional<Depth> depth;     ///< of a search for each position; none: the bare evaluation
    std::size_t hash_megabytes = 4; ///< for each thread
    int threads = 1;
    const Variant* variant = &best_variant();
    const std::atomic<bool>* stop = nullptr; ///< ends it early when it becomes true
};

/// Each position is searched by itself, with one thread and nothing remembered of others, so that
/// the result does not depend on `threads`. `done` counts the positions as they are measured; a
/// stop leaves some out. Throws std::bad_alloc where there is no memory for the tables.
[[nodiscard]] ErrorsByEmpties measure(std::span<const LabelledPosition> positions,
                                      const Weights& weights, const MeasureSettings& settings,
                                      std::atomic<std::size_t>& done);

} // namespace emilia
