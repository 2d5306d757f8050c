#include "engine/classic/norvig.h"
#include "engine/classic/series.h"
#include "engine/classic/strategy.h"
#include "engine/notation/board_string.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace emilia;
using namespace emilia::classic;

namespace {

Strategy strategy(const Evaluation& evaluation, Method method, int plies) {
    return [=](const Turn& turn) { return choose(turn.board, evaluation, method, plies).move; };
}

const Evaluation differences{count_difference};
const Evaluation weights{weighted_squares};
const Evaluation modified{modified_weighted_squares};

Board board_of(const std::string& text) {
    const auto position = parse_position(text);
    REQUIRE(position);
    return position->board;
}

} // namespace

TEST_CASE("games that the book prints come out as they are printed", "[classic]") {
    struct Case {
        const char* where;
        Strategy black;
        Strategy white;
        int difference;
    };
    const std::vector<Case> cases = {
        {"18.4", strategy(differences, Method::minimax, 3),
         strategy(differences, Method::maximizer, 1), 53},
        {"18.6", strategy(differences, Method::alpha_beta, 4),
         strategy(weights, Method::alpha_beta, 4), -16},
        {"18.8, first of the series", strategy(modified, Method::alpha_beta, 2),
         strategy(weights, Method::alpha_beta, 2), -28},
        {"18.8, second of the series", strategy(weights, Method::alpha_beta, 2),
         strategy(modified, Method::alpha_beta, 2), -40},
        {"answer 18.2", strategy(weights, Method::maximizer, 1),
         strategy(differences, Method::maximizer, 1), 20},
        {"answer 18.2: all discs with the fifth move", strategy(differences, Method::maximizer, 1),
         strategy(weights, Method::maximizer, 1), 13},
    };
    for (const Case& one : cases) {
        INFO(one.where);
        CHECK(play_game(one.black, one.white).difference == one.difference);
    }
}

TEST_CASE("more plies do not save a player that counts discs, as section 18.6 shows", "[classic]") {
    const Strategy black = strategy(differences, Method::alpha_beta, 6);
    const Strategy white = strategy(weights, Method::alpha_beta, 4);
    std::vector<std::string> seen;
    const auto watched = [&seen](const Strategy& player, Color color) -> Strategy {
        return [&seen, player, color](const Turn& turn) {
            seen.push_back(to_string(Position{turn.board, color}));
            return player(turn);
        };
    };
    const Outcome outcome = play_game(watched(black, Color::black), watched(white, Color::white));
    CHECK(outcome.difference < 0);
    for (const std::string printed : {"--XXXXX-"
                                      "-X-XOX--"
                                      "OXXOXOO-"
                                      "-X-XOXO-"
                                      "-XXXXX--"
                                      "-X-X-O--"
                                      "--------"
                                      "-------- O",
                                      "O-XXXXX-"
                                      "-OOXXX--"
                                      "OXOOXXXX"
                                      "XXXXOXX-"
                                      "XXXXXOX-"
                                      "XXXXXXOO"
                                      "X--X--XO"
                                      "-------- O",
                                      "OOOOOOOO"
                                      "XXOXXX--"
                                      "OXOOXXXX"
                                      "OXOXOXX-"
                                      "OXOXXOX-"
                                      "OOOXXXOO"
                                      "O-OX--XO"
                                      "O------- X"}) {
        CHECK(std::find(seen.begin(), seen.end(), printed) != seen.end());
    }
}

TEST_CASE("the modified weights choose c1, which the plain ones avoid because of b1", "[classic]") {
    // White is to move and has nothing but the corner (18.6).
    const Board board = board_of("OX------"
                                 "-X---XX-"
                                 "XXXXXX--"
                                 "-X-XX---"
                                 "XXXXXX--"
                                 "-X------"
                                 "--------"
                                 "-------- O");
    CHECK(count_difference(board) == -19);
    CHECK(choose(board, weights, Method::alpha_beta, 4).move == Square::f6);
    CHECK(choose(board, modified, Method::alpha_beta, 4).move == Square::c1);
    // For black after c1: white's b1 counts 5 instead of -20, black's b2 5 instead of -40.
    const Board after = board.after(Square::c1);
    CHECK(modified_weighted_squares(after) - weighted_squares(after) == -25 + 45);
}

TEST_CASE("weighted squares are the sum of the printed weights", "[classic]") {
    // a1 120, b2 -40, c3 15 against b1 -20, d3 3, e4 3.
    const Board board{bit(Square::a1) | bit(Square::b2) | bit(Square::c3),
                      bit(Square::b1) | bit(Square::d3) | bit(Square::e4)};
    CHECK(weighted_squares(board) == 120 - 40 + 15 - (-20 + 3 + 3));
    // Beside the corner a1, b1 and b2 are worth 5 each.
    CHECK(modified_weighted_squares(board) == 120 + 5 + 15 - (5 + 3 + 3));
    for (int i = 0; i < square_count; ++i) {
        const Board one{bit(square_at(i)), 0};
        CHECK(weighted_squares(one) == norvig_weights[square_at(i)]);
    }
}

TEST_CASE("discs and weights are zero-sum", "[classic]") {
    testing::Random random(1);
    for (int game = 0; game < 20; ++game) {
        for (const Board& board : testing::random_game(random)) {
            const Board other = board.passed();
            CHECK(count_difference(board) == -count_difference(other));
            CHECK(count_difference_reversed(board) == count_difference(other));
            CHECK(weighted_squares(board) == -weighted_squares(other));
            CHECK(modified_weighted_squares(board) == -modified_weighted_squares(other));
        }
    }
}

TEST_CASE("potential mobility counts empty squares beside the opponent and legal moves with them",
          "[classic]") {
    const Mobility start = mobility(Board::start());
    CHECK(start.current == 4);
    CHECK(start.potential == 10); // around d4 and e5, without the four squares in the middle
    testing::Random random(2);
    for (const Board& board : testing::random_game(random)) {
        const Mobility here = mobility(board);
        CHECK(here.current == number_of_moves(board));
        CHECK(here.potential >= here.current);
    }
}

TEST_CASE("Iago's mobility shares follow the move number", "[classic]") {
    // Without discs on the edges and X-squares the edge value is the same for both sides, so only
    // mobility differs. At the start both sides have 4 moves and 10 potential ones.
    CHECK(norvig_iago(Board::start(), 1) == norvig_iago(Board::start().passed(), 1));
    const Board board = Board::start().after(Square::f5).after(Square::d6);
    const Mobility player = mobility(board);
    const Mobility opponent = mobility(board.passed());
    const auto share = [](double p, double o) { return (p - o) / (p + o + 2); };
    const double current = share(player.current, opponent.current);
    const double potential = share(player.potential, opponent.potential);
    const double of_edges = norvig_iago(Board::start(), 3); // mobility is equal there
    const double later = norvig_iago(Board::start(), 30);
    CHECK(norvig_iago(board, 3) - of_edges
          == Approx(56'000 * current + 20'000 * potential).margin(2));
    CHECK(norvig_iago(board, 30) - later
          == Approx(105'000 * current + 20'000 * potential).margin(2));
}
