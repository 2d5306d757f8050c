#pragma once

#include "engine/search/search_thread.h"

#include <cstddef>

namespace emilia::testing {

/// Everything that a single-threaded search without limits needs. A table of 0 MB has one bucket,
/// so that every store replaces an entry.
struct SearchFixture {
    explicit SearchFixture(std::size_t hash_megabytes = 4) : table(hash_megabytes) {}

    TranspositionTable table;
    SearchControl control{std::nullopt, std::nullopt, nullptr};
    SearchThread thread{table, embedded_weights(), control};
};

} // namespace emilia::testing
