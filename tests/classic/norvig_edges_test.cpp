#include "engine/board/symmetry.h"
#include "engine/classic/norvig_edges.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <algorithm>
#include <cmath>
#include <string_view>

using namespace emilia;
using namespace emilia::classic;

namespace {

/// X-square, the eight squares of the edge, X-square: `.` empty, `x` the player, `o` the opponent.
WideEdge edge_of(std::string_view text) {
    WideEdge edge{};
    std::transform(text.begin(), text.end(), edge.begin(), [](char c) {
        return c == 'x' ? EdgeDisc::player : c == 'o' ? EdgeDisc::opponent : EdgeDisc::none;
    });
    return edge;
}

} // namespace

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
        CHECK(norvig_static_edge_value(edge_of(one.edge)) == one.value);
    }
}

TEST_CASE("the chance of a move on the edge depends on what is beside it", "[classic]") {
    struct Case {
        std::string_view edge;
        std::size_t square;
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
        CHECK(norvig_edge_move_probability(edge_of(one.edge), one.square) == Approx(one.chance));
    }
}

TEST_CASE("a full edge keeps its static value and any other looks ahead", "[classic]") {
    CHECK(norvig_edge_value(edge_of("xxxxxxxxxx")) == 7800);
    CHECK(norvig_edge_value(edge_of("oooooooooo")) == -7800);
    // Only b1 is empty. Taking it flips the whole edge, and that is certain to be possible.
    const int taken = norvig_static_edge_value(edge_of("xxxxxxxxxx"));
    CHECK(norvig_edge_value(edge_of("xx.oooooxx")) == taken);
    // Between two own discs the square can be taken with probability .01. The table is improved in
    // five passes: v := .01 * 7800 + .99 * v, rounded, starting from 6600.
    int value = norvig_static_edge_value(edge_of("xx.xxxxxxx"));
    CHECK(value == 6600);
    for (int pass = 0; pass < 5; ++pass)
        value = static_cast<int>(std::nearbyint(0.01 * 7800 + 0.99 * value));
    CHECK(norvig_edge_value(edge_of("xx.xxxxxxx")) == value);
}

TEST_CASE("edge stability is the sum of the edges and the same on every symmetric board",
          "[classic]") {
    CHECK(norvig_edge_stability(Board::start()) == 4 * norvig_edge_value(WideEdge{}));
    const Board corner{bit(Square::a1), bit(Square::d4)};
    CHECK(norvig_edge_stability(corner)
          == 2 * norvig_edge_value(edge_of(".x........")) + 2 * norvig_edge_value(WideEdge{}));
    testing::Random random(3);
    for (int game = 0; game < 20; ++game) {
        for (const Board& board : testing::random_game(random)) {
            const int value = norvig_edge_stability(board);
            for (int symmetry = 0; symmetry < symmetry_count; ++symmetry)
                CHECK(norvig_edge_stability(transformed(board, symmetry)) == value);
        }
    }
}
