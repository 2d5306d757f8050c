#include "engine/analysis/reachable.h"
#include "engine/notation/formats/obf.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

using namespace emilia;
using namespace emilia::testing;

TEST_CASE("every position of a game can be reached") {
    Random random(71);
    for (const Board& board : positions_of_games(random, 300)) {
        CHECK_FALSE(why_unreachable(board));
    }
    int problems = 0;
    for (const char* file : {"ffo/fforum-1-19.obf", "ffo/fforum-40-59.obf"}) {
        for (const std::string& line : lines_of(file)) {
            if (is_obf_comment(line)) continue;
            ++problems;
            CHECK_FALSE(why_unreachable(parse_obf(line).value().position.board));
        }
    }
    CHECK(problems == 39);
}

TEST_CASE("a board that no game can reach is refused with the reason") {
    struct Case {
        std::vector<Square> taken; ///< besides those of the start
        std::vector<Square> freed;
        std::string why;
    };
    const std::vector<Case> cases = {
        {{}, {Square::d4}, "d4 is empty"},
        {{Square::a1}, {}, "the disc on a1 is not at the end of a line of discs"},
        {{Square::f6}, {}, ""},
        {{Square::f3, Square::h1}, {}, "the disc on h1 is not at the end of a line of discs"},
        {{Square::f3, Square::g2, Square::h1}, {}, ""},
        {{Square::b8, Square::c8, Square::d8},
         {},
         "the disc on b8 is not at the end of a line of discs"},
    };
    for (const Case& c : cases) {
        Board board = Board::start();
        for (const Square square : c.taken) board.player |= bit(square);
        for (const Square square : c.freed) {
            board.player &= ~bit(square);
            board.opponent &= ~bit(square);
        }
        CAPTURE(c.why);
        CHECK(why_unreachable(board).value_or("") == c.why);
    }
    CHECK(why_unreachable(Board{0, 0}) == "d4 is empty");
}
