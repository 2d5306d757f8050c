#include "engine/board/symmetry.h"
#include "engine/classic/evaluation.h"
#include "engine/classic/iago/iago_edges.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <algorithm>
#include <string_view>

using namespace emilia::classic;
using namespace emilia;

namespace {

/// Eight squares: `X` the player's, `O` the opponent's.
Edge edge(std::string_view text) {
    Edge edge;
    for (std::size_t square = 0; square < edge_squares; ++square) {
        if (text[square] == 'X') edge.player |= 1U << square;
        if (text[square] == 'O') edge.opponent |= 1U << square;
    }
    return edge;
}

int static_points(std::string_view text) {
    return static_edge_value(edge(text), iago_edge_rules());
}
int on_move(std::string_view text) {
    return edge_tables().on_move[code_of(edge(text))];
}
int waiting(std::string_view text) {
    return edge_tables().waiting[code_of(edge(text))];
}

struct StaticCase {
    std::string_view edge;
    std::string_view stable; ///< `s` where a disc is
    int points;
};

/// One disc at an edge's first square.
constexpr EdgeCode player_in_corner = 1;
constexpr EdgeCode opponent_in_corner = 2;

Board start_with(Bitboard player, Bitboard opponent) {
    const Board start = Board::start();
    return {start.player | player, start.opponent | opponent};
}

int both_orders(EdgeCode a, EdgeCode b, bool greatest) {
    const EdgeTables& tables = edge_tables();
    const int first = tables.on_move[a] + tables.waiting[b];
    const int second = tables.on_move[b] + tables.waiting[a];
    return greatest ? std::max(first, second) : std::min(first, second);
}

} // namespace

TEST_CASE("an edge is numbered in powers of three") {
    CHECK(code_of(edge("--------")) == 0);
    CHECK(code_of(edge("X-------")) == 1);
    CHECK(code_of(edge("O-------")) == 2);
    CHECK(code_of(edge("XO------")) == 7);
    CHECK(code_of(edge("OOOOOOOO")) == edge_configurations - 1);
}

TEST_CASE("a move along an edge flips both ways") {
    CHECK(played_along(edge("XO-OOX--"), 2) == edge("XXXXXX--"));
    CHECK(played_along(edge("-OOOOOO-"), 0) == edge("XOOOOOO-"));
    CHECK(played_along(edge("-OOOOOOX"), 0) == edge("XXXXXXXX"));
    CHECK(played_along(edge("XOOOOOO-"), 7) == edge("XXXXXXXX"));
    CHECK(played_along(edge("O-O-----"), 1) == edge("OXO-----"));
}

TEST_CASE("discs of an edge are weighed by square and stability") {
    const StaticCase cases[] = {
        {"--------", "        ", 0},
        {"XXXXXXXX", "ssssssss", 7800},
        {"OOOOOOOO", "ssssssss", -7800},
        {"X-------", "s       ", 700},
        {"XX------", "ss      ", 700 + 1200},
        {"--X-----", "        ", 200},      // nothing can flip it at once
        {"-XO-----", "        ", -25 - 75}, // each may flip the other
        {"XXXXXXX-", "sssssss ", 7800 - 700},
        {"-OXXXXXX", "  ssssss", 5900 + 25}, // the C-square may be flipped
        {"XOOX----", "s       ", 700 + 50 - 2 * 200},
        // The discs in the middle are stable although one of the discs that enclose them is not: a
        // move to the only empty square flips that one, and no square is left (figure 3.8).
        {"OO-XOOXX", "ss  ssss", 50 - 1000 - 1000},
    };
    for (const StaticCase& given : cases) {
        INFO(given.edge);
        CHECK(static_points(given.edge) == given.points);
        unsigned stable = 0;
        for (std::size_t square = 0; square < edge_squares; ++square)
            if (given.stable[square] == 's') stable |= 1U << square;
        CHECK(stable_along_edge(edge(given.edge)) == stable);
    }
}

TEST_CASE("a corner that can be taken along the edge is counted as taken") {
    CHECK(on_move("-OXXXXXX") == 7800);
    CHECK(waiting("-OXXXXXX") == 5925); // the opponent can't move there
}

TEST_CASE("a corner that cannot be taken along the edge is not counted") {
    CHECK(on_move("-XXXXXXX") == 7100);
    CHECK(waiting("-XXXXXXX") == 7100);
}

TEST_CASE("five iterations weigh a move by its probability") {
    // The C-square has a neighbour of each side, so it can be taken with probability 0.3. That
    // gives 6,400; otherwise the value stays: 5,200 at first, then 5,560, 5,812, 5,988, 6,112.
    CHECK(static_points("O-XXXXXX") == 5200);
    CHECK(on_move("O-XXXXXX") == 6198);
}

TEST_CASE("a mirrored edge has the same value and the other side's value is negated") {
    const EdgeTables& tables = edge_tables();
    for (unsigned player = 0; player < 256; ++player) {
        for (unsigned opponent = 0; opponent < 256; ++opponent) {
            if ((player & opponent) != 0) continue;
            const Edge one{player, opponent};
            Edge mirrored;
            for (std::size_t square = 0; square < edge_squares; ++square) {
                const unsigned bit = 1U << (edge_squares - 1 - square);
                if ((player >> square & 1) != 0) mirrored.player |= bit;
                if ((opponent >> square & 1) != 0) mirrored.opponent |= bit;
            }
            const int points = tables.on_move[code_of(one)];
            if (points != tables.on_move[code_of(mirrored)]
                || points != -tables.waiting[code_of(one.passed())] || points > 7800
                || points < -7800) {
                FAIL(player << ' ' << opponent);
            }
        }
    }
}

TEST_CASE("the stable discs of an edge stay whatever is played on it") {
    // All discs of a full edge are stable.
    CHECK(stable_along_edge(edge("XOXOXOXO")) == 255);
    CHECK(stable_along_edge(edge("--------")) == 0);
    for (unsigned player = 0; player < 256; ++player) {
        for (unsigned opponent = 0; opponent < 256; ++opponent) {
            if ((player & opponent) != 0) continue;
            const Edge one{player, opponent};
            const unsigned stable = stable_along_edge(one);
            REQUIRE((stable & ~(player | opponent)) == 0);
            for (std::size_t square = 0; square < edge_squares; ++square) {
                if (((player | opponent) >> square & 1) != 0) continue;
                const Edge by_player = played_along(one, square);
                const Edge by_opponent = played_along(one.passed(), square).passed();
                for (const Edge& after : {by_player, by_opponent}) {
                    REQUIRE((stable & player & ~after.player) == 0);
                    REQUIRE((stable & opponent & ~after.opponent) == 0);
                    REQUIRE((stable & ~stable_along_edge(after)) == 0);
                }
            }
        }
    }
}

TEST_CASE("taking a corner is looked up by end and by side") {
    const EdgeTables& tables = edge_tables();
    const EdgeCode code = code_of(edge("-OX---O-"));
    CHECK(tables.corner_taken[0][0][code] == code_of(edge("XXX---O-")));
    CHECK(tables.corner_taken[0][1][code] == code_of(edge("OOX---O-")));
    CHECK(tables.corner_taken[1][0][code] == code_of(edge("-OX---OX")));
    CHECK(tables.corner_taken[1][1][code] == code_of(edge("-OX---OO")));
    const EdgeCode taken = code_of(edge("XOX-----"));
    CHECK(tables.corner_taken[0][1][taken] == taken);
    const EdgeCode none = code_of(edge("--------"));
    CHECK(tables.corner_taken[0][0][none] == code_of(edge("X-------")));
    CHECK(tables.corner_taken[1][1][none] == code_of(edge("-------O")));
    const EdgeCode full = code_of(edge("OOOOOOOO"));
    CHECK(tables.corner_taken[1][0][full] == full);
}

TEST_CASE("empty edges are worth 0") {
    CHECK(edge_points(Board::start()) == 0);
}

TEST_CASE("all edges owned are worth eight times one edge") {
    const Board board{edges, ~edges & ~(bit(Square::d4))};
    CHECK(edge_points(board) == 62'400);
    CHECK(edge_points(board.passed()) == -62'400);
}

TEST_CASE("the player to move plays into the better edge of a corner") {
    const Board board = start_with(bit(Square::c1), bit(Square::a3));
    const auto top = code_of({.player = 4, .opponent = 0});
    const auto left = code_of({.player = 0, .opponent = 4});
    const int top_left = both_orders(top, left, true);
    const int top_right = both_orders(code_of({.player = 4, .opponent = 0}), 0, true);
    const int bottom_left = both_orders(code_of({.player = 0, .opponent = 4}), 0, true);
    CHECK(edge_points(board) == top_left + top_right + bottom_left);
}

TEST_CASE("an own X-square may lose its corner") {
    const Board board = start_with(bit(Square::b2), 0);
    const int without = both_orders(opponent_in_corner, opponent_in_corner, true);
    REQUIRE(without < 0);
    CHECK(edge_points(board) == 2 * (120 - move_number(board)) * without / 120);
}

TEST_CASE("an X-square of the opponent may lose him the corner") {
    const Board board = start_with(0, bit(Square::b2));
    const int without = both_orders(player_in_corner, player_in_corner, false);
    REQUIRE(without > 0);
    CHECK(edge_points(board) == 2 * (120 - move_number(board)) * without / 120);
}

TEST_CASE("a corner that can be taken through the X-square at once is lost for certain") {
    const Board board = start_with(bit(Square::c3), bit(Square::b2));
    REQUIRE(contains(board.legal_moves(), Square::a1));
    CHECK(edge_points(board) == 2 * both_orders(player_in_corner, player_in_corner, false));
}

TEST_CASE("an X-square beside an occupied corner changes nothing") {
    const Board with = start_with(bit(Square::a1) | bit(Square::b2), 0);
    const Board without = start_with(bit(Square::a1), 0);
    CHECK(edge_points(with) == edge_points(without));
}

TEST_CASE("edge stability is the same on every symmetric board") {
    testing::Random random(1);
    for (const Board& board : testing::positions_of_games(random, 20)) {
        for (int symmetry = 1; symmetry < symmetry_count; ++symmetry)
            REQUIRE(edge_points(transformed(board, symmetry)) == edge_points(board));
    }
}
