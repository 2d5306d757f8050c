#pragma once

#include "engine/search/search_thread.h"

#include <cstddef>

namespace emilia::testing {

/// What one unlimited, single-threaded search needs. A table of 0 MB is a single bucket: every
/// store replaces something.
struct SearchFixture {
    explicit SearchFixture(std::size_t hash_megabytes = 4) : table(hash_megabytes) {}

    TranspositionTable table;
    SearchControl control{std::nullopt, std::nullopt, nullptr};
    SearchThread thread{table, embedded_weights(), control};
};

} // namespace emilia::testing
