// Compares every instruction set that this processor runs with the portable functions.

#include "engine/board/perft.h"
#include "engine/board/stability.h"
#include "engine/eval/evaluation.h"
#include "engine/play/searcher.h"
#include "tests/catch.h"
#include "tests/isa/kernels.h"
#include "tests/random_game.h"
#include "tests/search/plain_search.h"

#include <string>

using namespace emilia;
using emilia::testing::Kernels;
using emilia::testing::kernels_that_run_here;
using emilia::testing::KernelsOfSet;
using emilia::testing::plain_solve;
using emilia::testing::positions_of_games;
using emilia::testing::positions_with;
using emilia::testing::Random;
using emilia::testing::random_board;
using emilia::testing::random_board_but_for;

namespace {

void check_kernels(const Kernels& kernels, const Kernels& lowest, const Board& board) {
    CAPTURE(board.player, board.opponent);
    REQUIRE(kernels.legal_moves(board) == board.legal_moves());
    for (const Square square : squares_of(board.empty())) {
        REQUIRE(kernels.flips(board, square) == board.flips(square));
        REQUIRE(kernels.lane_after(board, square) == board.after(square, board.flips(square)));
    }
    const Bitboard legal = board.legal_moves();
    const Square some_move = legal == 0 ? Square::none : first_square(legal & (0 - legal));
    for (const LeafOrder order : {LeafOrder::by_replies, LeafOrder::by_replies_and_squares}) {
        for (const Square hash_move : {Square::none, some_move}) {
            const auto moves = kernels.leaf_moves(board, order, hash_move);
            REQUIRE(moves == lowest.leaf_moves(board, order, hash_move));
        }
    }
    REQUIRE(kernels.stable_discs(board) == stable_discs(board));
}

} // namespace

TEST_CASE("the best instruction set is the highest that runs here, and so do all lower ones") {
    bool runs = true;
    for (const InstructionSet& set : instruction_sets()) {
        CHECK((runs || !set.runs_here));
        runs = set.runs_here;
        if (&set > &best_instruction_set()) CHECK_FALSE(runs);
    }
    CHECK(best_instruction_set().runs_here);
}

TEST_CASE("every instruction set's kernels give what the portable ones give") {
    const std::vector<KernelsOfSet> all = kernels_that_run_here();
    const Kernels& lowest = all.front().kernels;
    for (const auto& [set, kernels] : all) {
        CAPTURE(std::string(set.name));
        const auto check = [&, of_set = kernels,
                            evaluate_by_set = set.evaluate](const Board& board) {
            check_kernels(of_set, lowest, board);
            REQUIRE(evaluate_by_set(embedded_weights(), board)
                    == evaluate(embedded_weights(), PatternBoard(board)));
        };
        Random random(51);
        for (const Board& board : positions_of_games(random, 50)) check(board);
        for (int density = 1; density <= 8; ++density) {
            for (int i = 0; i < 200; ++i) check(random_board(random, density));
        }
        for (int i = 0; i < square_count; ++i) {
            const Square square = square_at(i);
            for (int repeat = 0; repeat < 200; ++repeat) {
                const Board board = random_board_but_for(square, random);
                CAPTURE(i, board.player);
                REQUIRE(kernels.last_flips(board.player, square) == count(board.flips(square)));
            }
        }
    }
}

TEST_CASE("every instruction set counts the same leaves and searches the same nodes") {
    Random random(52);
    const std::vector<Board> boards = positions_with(35, 3, random);
    for (const InstructionSet& set : instruction_sets()) {
        if (!set.runs_here) continue;
        CAPTURE(std::string(set.name));
        CHECK(set.perft(Board::start(), 7) == 55'092);
        for (const Board& board : boards) {
            SearchLimits limits;
            limits.depth = 6;
            const SearchResult portable =
                Searcher(1, 4, instruction_sets().front()).search(board, limits);
            const SearchResult result = Searcher(1, 4, set).search(board, limits);
            CHECK(result.nodes == portable.nodes);
            CHECK(result.lines.front().value == portable.lines.front().value);
        }
    }
}

TEST_CASE("every instruction set solves exactly, with one thread and with two") {
    Random random(53);
    const std::vector<Board> boards = positions_with(11, 10, random);
    for (const InstructionSet& set : instruction_sets()) {
        if (!set.runs_here) continue;
        CAPTURE(std::string(set.name));
        for (const int threads : {1, 2}) {
            Searcher searcher(threads, 4, set);
            for (const Board& board : boards) {
                if (board.is_over()) continue;
                SearchLimits limits;
                limits.exact_at = 60;
                CHECK(searcher.search(board, limits).lines.front().value.score().whole_discs()
                      == plain_solve(board));
            }
        }
    }
}
