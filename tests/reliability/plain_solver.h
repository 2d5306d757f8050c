#pragma once

// A solver from the rules alone, which shares no code with the engine, so the two can't be wrong in
// the same way. Its board is neither the engine's nor PlainBoard.

#include "tests/reliability/plain_othello.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emilia::testing {

/// Alpha-beta with a table of bounds that keeps whole positions, and a bound from stable discs. The
/// move with the fewest replies comes first; with many empty squares, after a look some moves
/// ahead.
class PlainSolver {
public:
    PlainSolver();

    /// The value of the position for the side to move: exact between `alpha` and `beta`, otherwise
    /// a bound. Values are even, from −64 to 64.
    [[nodiscard]] int solve(const PlainDiscs& discs, int alpha = -65, int beta = 65);

private:
    struct Entry {
        PlainDiscs discs;
        std::int8_t lower = -64;
        std::int8_t upper = 64;
        std::int8_t best_move = -1; ///< the last one that was best or cut off
    };
    struct Move {
        PlainDiscs after; ///< from the opponent's side
        int square = 0;
        int order = 0; ///< the lowest first
    };
    struct Moves;

    [[nodiscard]] int search(const PlainDiscs& discs, int alpha, int beta);
    /// With few empty squares, where the table and the count of replies cost more than they save.
    [[nodiscard]] int search_last(const PlainDiscs& discs, int alpha, int beta);
    [[nodiscard]] Entry& entry_of(const PlainDiscs& discs) noexcept;
    [[nodiscard]] Moves ordered_moves(const PlainDiscs& discs, int first) const;

    std::vector<Entry> table_;
};

} // namespace emilia::testing
