#include "engine/board/symmetry.h"
#include "engine/classic/norvig.h"
#include "engine/classic/series.h"
#include "engine/classic/strategy.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

using namespace emilia;
using namespace emilia::classic;

namespace {

Strategy strategy(const Evaluation& evaluation, Method method, int plies) {
    return [=](const Board& board) { return choose(board, evaluation, method, plies).move; };
}

const Evaluation differences{count_difference};
const Evaluation weights{weighted_squares};
const Evaluation modified{modified_weighted_squares};

Board board_of(const std::string& text) {
    const auto position = parse_position(text);
    REQUIRE(position);
    return position->board;
}

/// The square at a place in that text: an X-square, the eight squares of the edge, an X-square.
std::size_t square_of(std::size_t place) {
    return place == 0 ? edge_squares : place > edge_squares ? edge_squares + 1 : place - 1;
}

/// `.` empty, `x` the player, `o` the opponent.
Edge edge_of(std::string_view text) {
    Edge edge;
    for (std::size_t place = 0; place < text.size(); ++place) {
        if (text[place] == 'x') edge.player |= 1U << square_of(place);
        if (text[place] == 'o') edge.opponent |= 1U << square_of(place);
    }
    return edge;
}

int static_value(std::string_view edge) {
    return static_edge_value(edge_of(edge), norvig_edge_rules());
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
        CHECK(play_game(one.black, one.white) == one.difference);
    }
}

TEST_CASE("more plies do not save a player that counts discs, as section 18.6 shows", "[classic]") {
    const Strategy black = strategy(differences, Method::alpha_beta, 6);
    const Strategy white = strategy(weights, Method::alpha_beta, 4);
    std::vector<std::string> seen;
    const auto watched = [&seen](const Strategy& player, Color color) -> Strategy {
        return [&seen, player, color](const Board& board) {
            seen.push_back(to_string(Position{board, color}));
            return player(board);
        };
    };
    CHECK(play_game(watched(black, Color::black), watched(white, Color::white)) < 0);
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

TEST_CASE("the static value of an edge adds each disc by its square and its stability",
          "[classic]") {
    struct Case {
        std::string_view edge;
        int value;
        std::string_view why;
    };
    const Case cases[] = {
        {"..........", 0, "nothing there"},
        {".xxxxxxxx.", 2 * 700 + 2 * 1200 + 4 * 1000, "all stable"},
        {"xxxxxxxxxx", 7800, "an X-square beside an occupied corner is worth nothing"},
        {"x.........", -2000, "an X-square beside an empty corner"},
        {"o.........", 2000, "the opponent's"},
        {".xx.......", 700 + 1200, "a corner and its neighbour"},
        {".x........", 700, "a corner"},
        {"..x.......", 200, "a C-square between empty squares is semi-stable"},
        {"..xo......", -25 - 75, "each can be taken by the other: unstable C and A"},
        {"...xo.....", 75 - 50, "unstable A and B"},
        {"..oxo.....", 200 - (-25) - 50, "the outer two are unstable, the one between semi-stable"},
        {".oooxxxxx.", 3 * 1000 + 1200 + 700 - 700 - 1200 - 1000, "full: all stable"},
        {".oxo......", 200 - 700 - 75, "between a corner and an unstable disc: semi-stable"},
    };
    for (const Case& one : cases) {
        INFO(one.edge << ": " << one.why);
        CHECK(static_value(one.edge) == one.value);
    }
}

TEST_CASE("the chance of a move on the edge depends on what is beside it", "[classic]") {
    struct Case {
        std::string_view edge;
        std::size_t square; ///< its place in the text
        double chance;
    };
    const Case cases[] = {
        {"..........", 0, 0.5},   // an X-square
        {"..ox......", 1, 1.0},   // flips along the edge
        {"..........", 1, 0.1},   // a corner
        {"x.........", 1, 0.001}, // the own X-square
        {"o.........", 1, 0.9},   // the opponent's
        {".........o", 8, 0.9},   {"..........", 4, 0.1},   {"...o......", 4, 0.4},
        {"...o.o....", 4, 0.7},   {"...x......", 4, 0.05},  {"...x.o....", 4, 0.3},
        {"...x.x....", 4, 0.01},  {"..ox......", 4, 0.025}, // the opponent could flip there
    };
    for (const Case& one : cases) {
        INFO(one.edge << " " << one.square);
        CHECK(norvig_edge_rules().move_probability(edge_of(one.edge), square_of(one.square))
              == Approx(one.chance));
    }
}

TEST_CASE("a full edge keeps its static value and any other looks ahead", "[classic]") {
    CHECK(norvig_edge_value(edge_of("xxxxxxxxxx")) == 7800);
    CHECK(norvig_edge_value(edge_of("oooooooooo")) == -7800);
    // Only b1 is empty. Taking it flips the whole edge, and that is certain to be possible.
    const int taken = static_value("xxxxxxxxxx");
    CHECK(norvig_edge_value(edge_of("xx.oooooxx")) == taken);
    // Between two own discs the square can be taken with probability .01. The table is improved in
    // five passes: v := .01 * 7800 + .99 * v, rounded, starting from 6600.
    int value = static_value("xx.xxxxxxx");
    CHECK(value == 6600);
    for (int pass = 0; pass < 5; ++pass)
        value = static_cast<int>(std::nearbyint(0.01 * 7800 + 0.99 * value));
    CHECK(norvig_edge_value(edge_of("xx.xxxxxxx")) == value);
}

TEST_CASE("edge stability is the sum of the edges and the same on every symmetric board",
          "[classic]") {
    CHECK(norvig_edge_stability(Board::start()) == 4 * norvig_edge_value(Edge{}));
    const Board corner{bit(Square::a1), bit(Square::d4)};
    CHECK(norvig_edge_stability(corner)
          == 2 * norvig_edge_value(edge_of(".x........")) + 2 * norvig_edge_value(Edge{}));
    testing::Random random(3);
    for (int game = 0; game < 20; ++game) {
        for (const Board& board : testing::random_game(random)) {
            const int value = norvig_edge_stability(board);
            for (int symmetry = 0; symmetry < symmetry_count; ++symmetry)
                CHECK(norvig_edge_stability(transformed(board, symmetry)) == value);
        }
    }
}
