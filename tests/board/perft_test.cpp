#include "engine/board/perft.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE("perft from the start gives the published number of leaves") {
    struct Case {
        int depth;
        std::uint64_t leaves;
    };
    const auto [depth, leaves] =
        GENERATE(Case{0, 1}, Case{1, 4}, Case{2, 12}, Case{3, 56}, Case{4, 244}, Case{5, 1'396},
                 Case{6, 8'200}, Case{7, 55'092}, Case{8, 390'216});
    CAPTURE(depth);
    CHECK(perft(Board::start(), depth) == leaves);
}

TEST_CASE("a finished game is one leaf at any depth") {
    const Board full{all_squares, 0};
    for (const int depth : {0, 1, 5}) {
        CHECK(perft(full, depth) == 1);
    }
}

TEST_CASE("a pass counts as a move in perft") {
    // The player must pass; then the opponent can play c1 and a3.
    const Board board{bit(Square::b1) | bit(Square::a2), bit(Square::a1)};
    REQUIRE(board.must_pass());
    CHECK(perft(board, 1) == 1);
    CHECK(perft(board, 2) == 2);
}
