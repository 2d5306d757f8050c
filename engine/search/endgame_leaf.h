#pragma once

// The solver for the last empty squares, where probing the big table or searching for an order
// costs more than it saves. It cuts off by stable discs and orders moves by mobility
// (leaf_moves.h), and in the last four plies (last_empties.h) by parity alone: moves in regions
// with an odd number of empty squares come first, because there the player to move can get the last
// move.
//
// Scores are final disc differences for the player to move; empty squares count for the winner.

#include "engine/board/board.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace emilia {

class SearchThread;

/// Bounds of the exact score of a position, in discs.
struct LeafEntry {
    Board board{all_squares, all_squares}; ///< no position: the entry is unused
    std::int8_t lower = -64;
    std::int8_t upper = 64;
    Square best = Square::none;
};

/// A small transposition table for the last plies; each thread has its own. Transpositions there
/// are found soon or not at all, so a few thousand entries, which fit into the processor's cache,
/// hold most of them. The big table would cost more time than it saves.
class LeafTable {
public:
    /// The only entry where `board` can be. It may hold another position.
    [[nodiscard]] LeafEntry& place(const Board& board) noexcept {
        if (!entries_ && !allocate()) return spare_;
        return entries_[static_cast<std::size_t>(hash(board) >> (64 - size_bits))];
    }

private:
    static constexpr int size_bits = 13; // 192 KB
    static constexpr std::size_t size = std::size_t{1} << size_bits;
    /// A search that reaches no leaf does without the memory, because clearing it would take longer
    /// than a search of few plies.
    [[nodiscard]] bool allocate() noexcept;

    std::unique_ptr<LeafEntry[]> entries_;
    LeafEntry spare_; ///< if there is no memory
};

/// Up to this number of empties `solve_leaf` is faster than the search with the big table.
inline constexpr int leaf_empties = 10;

/// Searches to the end of the game with the zero window above `alpha`. The result is a fail-soft
/// bound: a lower bound if it is above `alpha`, otherwise an upper bound. `board` has at most
/// `leaf_empties` empties. The search is too short to be interrupted. It counts `board` as a node.
[[nodiscard]] int solve_leaf(SearchThread& thread, const Board& board, int alpha) noexcept;

} // namespace emilia
