#include "engine/search/last_empties.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <algorithm>
#include <array>
#include <vector>

using namespace emilia;
using emilia::testing::Random;

namespace {

std::vector<Square> listed(FewSquares squares) {
    return {squares[0], squares[1], squares[2], squares[3]};
}

int quadrant(Square square) {
    return row_of(square) / 4 * 2 + column_of(square) / 4;
}

/// 0 for a square alone in its quadrant, 1 for one of three, 2 for one of two or four.
int rank(const std::vector<Square>& squares, Square square) {
    const auto others = std::count_if(squares.begin(), squares.end(), [square](Square other) {
        return quadrant(other) == quadrant(square);
    });
    return others == 1 ? 0 : others == 3 ? 1 : 2;
}

} // namespace

TEST_CASE("four squares are ordered by parity, and pairs stay together") {
    Random random(55);
    for (int i = 0; i < 20'000; ++i) {
        Bitboard set = 0;
        while (count(set) < 4) set |= Bitboard{1} << random() % 64;
        CAPTURE(set);
        const FewSquares unordered = FewSquares::of<4>(set);
        std::vector<Square> squares = listed(unordered.four_by_parity());
        for (std::size_t k = 1; k < 4; ++k) {
            const int before = rank(squares, squares[k - 1]);
            REQUIRE(before <= rank(squares, squares[k]));
            if (before == rank(squares, squares[k])) {
                REQUIRE(quadrant(squares[k - 1]) <= quadrant(squares[k]));
            }
        }
        std::sort(squares.begin(), squares.end());
        REQUIRE(squares == listed(unordered));
    }
}

TEST_CASE("without one of its squares a list keeps the others in order") {
    const FewSquares squares =
        FewSquares::of<4>(bit(Square::a1) | bit(Square::d3) | bit(Square::e5) | bit(Square::h8));
    constexpr std::array all = {Square::a1, Square::d3, Square::e5, Square::h8};
    for (int place = 0; place < 4; ++place) {
        const FewSquares rest = squares.without(place);
        for (int i = 0; i < 3; ++i) {
            CHECK(rest[i] == all[static_cast<std::size_t>(i < place ? i : i + 1)]);
        }
    }
}
