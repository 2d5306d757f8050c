// Compares every variant that this processor runs with the portable functions.

#include "engine/board/perft.h"
#include "engine/board/stability.h"
#include "engine/eval/evaluation.h"
#include "engine/isa/variant.h"
#include "engine/play/searcher.h"
#include "tests/catch.h"
#include "tests/random_game.h"
#include "tests/search/plain_search.h"

#include <string>

using namespace emilia;
using emilia::testing::plain_solve;
using emilia::testing::positions_of_games;
using emilia::testing::positions_with;
using emilia::testing::Random;
using emilia::testing::random_board;
using emilia::testing::random_board_but_for;

namespace {

void check_kernels(const Variant& variant, const Board& board) {
    CAPTURE(board.player, board.opponent);
    REQUIRE(variant.legal_moves(board) == board.legal_moves());
    for (const Square square : squares_of(board.empty())) {
        REQUIRE(variant.flips(board, square) == board.flips(square));
        REQUIRE(variant.lane_after(board, square) == board.after(square, board.flips(square)));
    }
    const Bitboard legal = board.legal_moves();
    const Square some_move = legal == 0 ? Square::none : first_square(legal & (0 - legal));
    for (const LeafOrder order : {LeafOrder::by_replies, LeafOrder::by_replies_and_squares}) {
        for (const Square hash_move : {Square::none, some_move}) {
            const auto moves = variant.leaf_moves(board, order, hash_move);
            REQUIRE(moves == variants().front().variant->leaf_moves(board, order, hash_move));
        }
    }
    REQUIRE(variant.stable_discs(board) == stable_discs(board));
    REQUIRE(variant.evaluate(embedded_weights(), board)
            == evaluate(embedded_weights(), PatternBoard(board)));
}

} // namespace

TEST_CASE("the lowest variant runs everywhere and the best one runs here") {
    CHECK(variants().front().runs_here);
    CHECK(best_named_variant().runs_here);
}

TEST_CASE("every variant's kernels give what the portable ones give") {
    for (const NamedVariant& named : variants()) {
        if (!named.runs_here) continue;
        CAPTURE(std::string(named.name));
        Random random(51);
        for (const Board& board : positions_of_games(random, 50))
            check_kernels(*named.variant, board);
        for (int density = 1; density <= 8; ++density) {
            for (int i = 0; i < 200; ++i)
                check_kernels(*named.variant, random_board(random, density));
        }
        for (int i = 0; i < square_count; ++i) {
            const Square square = square_at(i);
            for (int repeat = 0; repeat < 200; ++repeat) {
                const Board board = random_board_but_for(square, random);
                CAPTURE(i, board.player);
                REQUIRE(named.variant->last_flips(board.player, square)
                        == count(board.flips(square)));
            }
        }
    }
}

TEST_CASE("every variant counts the same leaves and searches the same nodes") {
    Random random(52);
    const std::vector<Board> boards = positions_with(35, 3, random);
    for (const NamedVariant& named : variants()) {
        if (!named.runs_here) continue;
        CAPTURE(std::string(named.name));
        CHECK(named.variant->perft(Board::start(), 7) == 55'092);
        for (const Board& board : boards) {
            SearchLimits limits;
            limits.depth = 6;
            const SearchResult portable =
                Searcher(1, 4, *variants().front().variant).search(board, limits);
            const SearchResult result = Searcher(1, 4, *named.variant).search(board, limits);
            CHECK(result.nodes == portable.nodes);
            CHECK(result.lines.front().score == portable.lines.front().score);
        }
    }
}

TEST_CASE("every variant solves exactly, with one thread and with two") {
    Random random(53);
    const std::vector<Board> boards = positions_with(11, 10, random);
    for (const NamedVariant& named : variants()) {
        if (!named.runs_here) continue;
        CAPTURE(std::string(named.name));
        for (const int threads : {1, 2}) {
            Searcher searcher(threads, 4, *named.variant);
            for (const Board& board : boards) {
                if (board.is_over()) continue;
                SearchLimits limits;
                limits.exact_at = 60;
                CHECK(searcher.search(board, limits).lines.front().score.whole_discs()
                      == plain_solve(board));
            }
        }
    }
}
