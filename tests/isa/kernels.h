#pragma once

// The kernels of the hot code one by one, compiled for each instruction set. The program itself
// calls them only from inside its search.

#include "engine/isa/instruction_set.h"
#include "engine/search/leaf_moves.h"

#include <vector>

namespace emilia::testing {

struct Kernels {
    Bitboard (*legal_moves)(const Board& board) noexcept;
    Bitboard (*flips)(const Board& board, Square square) noexcept;
    int (*last_flips)(Bitboard player, Square square) noexcept;
    Board (*lane_after)(const Board& board, Square square) noexcept; ///< a LaneBoard's `after`
    /// All moves that LeafMoves makes.
    std::vector<LeafMove> (*leaf_moves)(const Board& board, LeafOrder order, Square hash_move);
    Bitboard (*stable_discs)(const Board& board) noexcept;
};

struct KernelsOfSet {
    const InstructionSet& set;
    Kernels kernels;
};

/// The kernels of the instruction sets that run here, from the lowest to the highest.
[[nodiscard]] std::vector<KernelsOfSet> kernels_that_run_here();

} // namespace emilia::testing
