#pragma once

// The table of a variant's functions. It is compiled into each variant, with that variant's flags.

#include "engine/board/last_flips.h"
#include "engine/board/perft.h"
#include "engine/board/stability.h"
#include "engine/eval/evaluation.h"
#include "engine/isa/variant.h"

namespace emilia {

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
    .lane_replies =
        [](const Board& board) noexcept { return LaneBoard(board).replies(board.empty()); },
    .stable_discs = stable_discs,
    .evaluate = [](const Weights& weights,
                   const Board& board) noexcept { return evaluate(weights, PatternBoard(board)); },
};

} // namespace emilia
