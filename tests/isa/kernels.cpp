// The table of the kernels. CMake compiles it for newer processors, too, and then names its
// function.

#include "tests/isa/kernels.h"

#include "engine/board/lane_board.h"
#include "engine/board/last_flips.h"
#include "engine/board/stability.h"

#ifndef EMILIA_KERNELS
#define EMILIA_KERNELS emilia_kernels
#endif

namespace emilia::testing {
namespace {

template <LeafOrder order>
std::vector<LeafMove> all_leaf_moves(const Board& board, Square hash_move) {
    std::vector<LeafMove> all;
    for (Bitboard moves = board.legal_moves(); moves != 0;) {
        LeafMoves<order> some(board, moves, hash_move);
        while (!some.empty()) all.push_back(some.take());
    }
    return all;
}

} // namespace
} // namespace emilia::testing

extern "C" emilia::testing::Kernels EMILIA_KERNELS() noexcept {
    using namespace emilia;
    return {
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
                using namespace emilia::testing;
                return order == LeafOrder::by_replies
                           ? all_leaf_moves<LeafOrder::by_replies>(board, hash_move)
                           : all_leaf_moves<LeafOrder::by_replies_and_squares>(board, hash_move);
            },
        .stable_discs = stable_discs,
    };
}
