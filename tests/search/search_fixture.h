#pragma once

#include "engine/search/search_thread.h"
#include "engine/search/solvers.h"

#include <cstddef>

namespace emilia::testing {

/// Everything that a single-threaded search without limits needs. A table of 0 MB has one bucket,
/// so that every store replaces an entry.
struct SearchFixture {
    explicit SearchFixture(std::size_t hash_megabytes = 4) : table(hash_megabytes) {}

    TranspositionTable table;
    ThreadPool pool{1};
    SearchControl control{{}, pool};
    SearchThread thread{table, embedded_weights(), control};
};

/// The score that the exact solver finds within a window, all in discs.
[[nodiscard]] inline int solve_in_discs(SearchThread& thread, const Board& board, int alpha = -64,
                                        int beta = 64,
                                        Confidence confidence = Confidence::certain) {
    const Window window{Score::from_discs(alpha), Score::from_discs(beta)};
    return solve_score(thread, board, window, confidence).whole_discs();
}

} // namespace emilia::testing
