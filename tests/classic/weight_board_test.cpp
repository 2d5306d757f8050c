#include "engine/classic/norvig.h"
#include "engine/classic/students.h"
#include "engine/classic/weight_board.h"
#include "tests/catch.h"

#include <optional>

using namespace emilia;
using namespace emilia::classic;

TEST_CASE("boards of weights are symmetric as their sources print them", "[classic]") {
    struct Case {
        const char* name;
        const WeightBoard& weights;
        bool in_diagonals; ///< otherwise only from left to right and from top to bottom
    };
    for (const Case& test : {Case{"Norvig", norvig_weights, true},
                             Case{"students, first of listing 7", student_weights_1, true},
                             Case{"students, second of listing 7", student_weights_2, false},
                             Case{"students, first of figure 6", student_middle_weights, true}}) {
        CAPTURE(test.name);
        for (int row = 0; row < 8; ++row) {
            for (int column = 0; column < 8; ++column) {
                CAPTURE(row, column);
                const auto at = [&](int r, int c) { return test.weights[square_at(8 * r + c)]; };
                CHECK(at(row, column) == at(row, 7 - column));
                CHECK(at(row, column) == at(7 - row, column));
                if (test.in_diagonals) CHECK(at(row, column) == at(column, row));
            }
        }
    }
}

TEST_CASE("the squares of a board of weights are grouped by weight, the best group first") {
    for (const WeightBoard& weights : {norvig_weights, student_weights_1, student_weights_2}) {
        Bitboard all = 0;
        std::optional<int> before;
        for (const WeightBoard::Group& group : weights.groups()) {
            CHECK((!before || group.weight < *before));
            CHECK(group.squares != 0);
            CHECK((group.squares & all) == 0);
            for (const Square square : squares_of(group.squares))
                CHECK(weights[square] == group.weight);
            all |= group.squares;
            before = group.weight;
        }
        CHECK(all == all_squares);
    }
}
