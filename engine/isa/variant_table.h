#pragma once

// The table of a variant's functions. It is compiled into each variant, with that variant's flags.

#include "engine/board/lane_board.h"
#include "engine/board/last_flips.h"
#include "engine/board/perft.h"
#include "engine/board/stability.h"
#include "engine/eval/evaluation.h"
#include "engine/isa/variant.h"

namespace emilia {

template <LeafOrder order>
[[nodiscard]] std::vector<LeafMove> all_leaf_moves(const Board& board, Square hash_move) {
    std::vector<LeafMove> all;
    for (Bitboard moves = board.legal_moves(); moves != 0;) {
        LeafMoves<order> some(board, moves, hash_move);
        while (!some.empty()) all.push_back(some.take());
    }
    return all;
}

inline constexpr Variant variant_table = {
    .search = parallel_search,
    .perft = perft,
    .legal_moves = [](const Board& board) noexcept { return board.legal_moves(); },
    .flips = [](const Board& board, Square square) noexcept { return board.flips(square); },
    .last_flips = last_flips,
    .lane_after =
        [](const Board& board, Square square) noexcept {
            const LaneBoard lanes(board);
            return lanes.after(square, lanes.flips(square)).board();
        },
    .leaf_moves =
        [](const Board& board, LeafOrder order, Square hash_move) {
            return order == LeafOrder::by_replies
                       ? all_leaf_moves<LeafOrder::by_replies>(board, hash_move)
                       : all_leaf_moves<LeafOrder::by_replies_and_squares>(board, hash_move);
        },
    .stable_discs = stable_discs,
    .evaluate = [](const Weights& weights,
                   const Board& board) noexcept { return evaluate(weights, PatternBoard(board)); },
};

} // namespace emilia
