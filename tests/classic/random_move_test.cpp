#include "engine/classic/random_move.h"
#include "tests/catch.h"

#include <map>

using namespace emilia;
using namespace emilia::classic;

TEST_CASE("random moves are all legal ones about equally often", "[classic]") {
    RandomNumbers random(1, 0);
    const Board board = Board::start().after(Square::d3);
    std::map<Square, int> times;
    for (int i = 0; i < 3000; ++i) ++times[random_move(board, random)];
    REQUIRE(times.size() == 3);
    for (const auto& [move, count] : times) {
        CAPTURE(move);
        CHECK(board.is_legal(move));
        CHECK(count > 900);
        CHECK(count < 1100);
    }
}

TEST_CASE("a random move is the only legal one, or a forced pass", "[classic]") {
    RandomNumbers random(1, 0);
    const Board only_a1{.player = bit(Square::c1), .opponent = bit(Square::b1)};
    CHECK(random_move(only_a1, random) == Square::a1);
    const Board must_pass{.player = bit(Square::b1), .opponent = bit(Square::a1)};
    REQUIRE(must_pass.must_pass());
    CHECK(random_move(must_pass, random) == Square::pass);
    const Board only_h8{.player = bit(Square::f8), .opponent = bit(Square::g8)};
    CHECK(random_move(only_h8, random) == Square::h8);
}
