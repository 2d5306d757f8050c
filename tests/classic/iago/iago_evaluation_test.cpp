#include "engine/board/stability.h"
#include "engine/board/symmetry.h"
#include "engine/classic/iago/iago_evaluation.h"
#include "tests/classic/iago/iago_games.h"
#include "tests/random_game.h"

using namespace emilia;
using namespace emilia::classic;
using testing::ArticleGame;
using testing::Turn;
using testing::turn_at;

namespace {

Bitboard squares(std::initializer_list<Square> list) {
    Bitboard set = 0;
    for (const Square square : list) set |= bit(square);
    return set;
}

} // namespace

TEST_CASE("the article's games are in the base as they were printed") {
    const auto games = testing::games_of("WTH_1980.wtb");
    const auto black_discs = [&games](ArticleGame game) {
        return int{games.at(static_cast<std::size_t>(game)).final_discs};
    };
    CHECK(black_discs(ArticleGame::cerf_mimura) == 44);
    CHECK(black_discs(ArticleGame::mimura_cerf) == 21);
    CHECK(black_discs(ArticleGame::reversi_challenger) == 3);
    CHECK(black_discs(ArticleGame::aldaron) == 30);
    CHECK(black_discs(ArticleGame::the_moor) == 51);
    // After move 30 of Iago's game with The Moor white is 32 to 2 ahead (3.1.1).
    const Board greedy = turn_at(ArticleGame::the_moor, 31).board;
    CHECK(count(greedy.player) == 2);
    CHECK(count(greedy.opponent) == 32);
}

TEST_CASE("four internal discs are stable in figure 4.6") {
    // White's discs "at b7, c7, f7 and g7", between the moves 50 and 53 of the game.
    const Turn turn = turn_at(ArticleGame::reversi_challenger, 51);
    REQUIRE(turn.black_moves);
    CHECK((anchored_discs(turn.board.passed()) & ~edges)
          == squares({Square::b7, Square::c7, Square::f7, Square::g7}));
    CHECK((anchored_discs(turn.board) & ~edges) == 0);
    CHECK(internal_stability(turn.board) == -4);
    // The other stable discs of the figure, which Iago misses, are on the board.
    const Bitboard missed = squares({Square::b3, Square::c3, Square::b4, Square::d5, Square::c6,
                                     Square::d6, Square::d7, Square::e7});
    CHECK((missed & ~turn.board.occupied()) == 0);
}

TEST_CASE("stable discs grow out of a corner") {
    const Board none{~corners & ~bit(Square::d4), 0};
    CHECK(anchored_discs(none) == 0);
    const Bitboard triangle =
        squares({Square::a1, Square::b1, Square::c1, Square::a2, Square::b2, Square::a3});
    CHECK(anchored_discs({triangle | bit(Square::c3), 0}) == triangle);
    CHECK(internal_stability({triangle, 0}) == 1);
    CHECK(internal_stability({0, triangle}) == -1);
}

TEST_CASE("what Iago calls stable is stable") {
    testing::Random random(2);
    for (const Board& board : testing::positions_of_games(random, 40))
        REQUIRE((anchored_discs(board) & ~stable_discs(board)) == 0);
}

TEST_CASE("two counts are compared by their share of the sum") {
    CHECK(share_of_thousand(0, 0) == 0);
    CHECK(share_of_thousand(4, 1) == 428);
    CHECK(share_of_thousand(1, 4) == -428);
    CHECK(share_of_thousand(15, 11) == 142); // less than 4 to 1
}

TEST_CASE("a square that only one side can move to counts twice") {
    CHECK(current_mobility(0b0111, 0b1100) == share_of_thousand(2 + 2 + 1, 2 + 1));
    CHECK(current_mobility(0, 0) == 0);
    CHECK(current_mobility(0b1, 0) == 500);
}

TEST_CASE("potential mobility counts discs and squares and their contacts") {
    const Board board = Board::start().after(Square::f5); // white to move
    const PotentialMoves white = potential_moves(board);
    CHECK(white.frontier_discs == 4);
    CHECK(white.empty_squares == 13);
    CHECK(white.contacts == 19);
    const PotentialMoves black = potential_moves(board.passed());
    CHECK(black.frontier_discs == 1);
    CHECK(black.empty_squares == 5);
    CHECK(black.contacts == 5);
    CHECK(potential_mobility(board) == 428 + 400 + 538);
    CHECK(potential_mobility(board.passed()) == -(428 + 400 + 538));
}

TEST_CASE("eleven moves of which seven give up a corner are in figure 4.8") {
    const Turn turn = turn_at(ArticleGame::aldaron, 42);
    REQUIRE_FALSE(turn.black_moves);
    CHECK(count(turn.board.legal_moves()) == 11);
    int give_up = 0;
    for (const Square move : squares_of(turn.board.legal_moves())) {
        const Bitboard before = turn.board.passed().legal_moves();
        if ((turn.board.after(move).legal_moves() & ~before & corners) != 0) ++give_up;
    }
    CHECK(give_up == 7);
}

TEST_CASE("after move 32 black has only moves beside empty corners in figure 4.4") {
    const Turn turn = turn_at(ArticleGame::reversi_challenger, 33);
    REQUIRE(turn.black_moves);
    CHECK(turn.board.legal_moves() == squares({Square::b2, Square::b7, Square::g7, Square::h7}));
    CHECK((turn.board.empty() & corners) == corners);
}

TEST_CASE("the evaluation is the weighted sum of its terms") {
    const Board board = Board::start().after(Square::f5); // move 2
    const IagoTerms terms = iago_terms(board);
    CHECK(terms.edge_stability == 0);
    CHECK(terms.internal_stability == 0);
    CHECK(terms.current_mobility == 0); // three moves each
    CHECK(terms.potential_mobility == 33 * (428 + 400 + 538));
    CHECK(iago_value(board) == terms.sum());
    // At move 3 a thousandth of the difference in moves weighs 50 + 2 x 3.
    const Board next = board.after(Square::f6);
    const int moves = current_mobility(next.legal_moves(), next.passed().legal_moves());
    CHECK(iago_terms(next).current_mobility == 56 * moves);
    // An internal disc that is stable weighs 1000, a point of the edges 5 + move / 10.
    const Board corner{bit(Square::a1) | bit(Square::b1) | bit(Square::c1) | bit(Square::a2)
                           | bit(Square::a3) | bit(Square::b2),
                       bit(Square::e5)};
    CHECK(iago_terms(corner).internal_stability == 1000);
}

TEST_CASE("a coefficient changes its slope at move 25") {
    testing::Random random(3);
    for (const Board& board : testing::random_game(random)) {
        if (board.is_over()) break;
        const int move = move_number(board);
        const int moves = current_mobility(board.legal_moves(), board.passed().legal_moves());
        const int expected = move <= 25 ? 50 + 2 * move : 75 + move;
        CHECK(iago_terms(board).current_mobility == expected * moves);
    }
}

TEST_CASE("a finished game is beyond every evaluation") {
    const Board won{all_squares & ~bit(Square::a1), bit(Square::a1)};
    CHECK(iago_value(won) == iago_final_value(won));
    CHECK(iago_value(won) > 100'000'000);
    CHECK(iago_value(won.passed()) == -iago_value(won));
    CHECK(iago_final_value({first_row | first_row << 8 | first_row << 16 | first_row << 24,
                            ~(first_row | first_row << 8 | first_row << 16 | first_row << 24)})
          == 0);
}

TEST_CASE("the evaluation is the same on every symmetric board and below a won game") {
    testing::Random random(4);
    for (const Board& board : testing::positions_of_games(random, 20)) {
        const int value = iago_value(board);
        if (!board.is_over()) REQUIRE(std::abs(value) < 10'000'000);
        for (int symmetry = 1; symmetry < symmetry_count; ++symmetry)
            REQUIRE(iago_value(transformed(board, symmetry)) == value);
    }
}
