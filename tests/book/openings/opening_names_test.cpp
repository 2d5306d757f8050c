#include "book/openings/opening_names.h"
#include "engine/board/symmetry.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE("an opening is known by its name in every symmetry, and by the way it was reached") {
    const auto name_after = [](const char* moves) {
        return opening_name(parse_moves(moves)->position().board);
    };
    CHECK(name_after("f5d6") == "Perpendicular");
    CHECK(name_after("c4e3") == "Perpendicular");
    CHECK(name_after("f5f6") == "Diagonal");
    CHECK(name_after("d3c3") == "Diagonal");
    CHECK(name_after("e6f4") == "Perpendicular");
    CHECK(name_after("f5f4") == "Parallel");
    CHECK(name_after("f5d6c3d3c4") == "Tiger");
    CHECK(name_after("c4e3f6e6f5") == "Tiger");
    CHECK(name_after("f5f6e6f4e3") == "Cow");
    CHECK(name_after("c4c3d3c5b4") == "Heath");
    CHECK(name_after("c4c3d3c5f6") == "Buffalo");
    CHECK(name_after("f5").empty());
    CHECK(name_after("").empty());
    const Board tiger = parse_moves("f5d6c3d3c4")->position().board;
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry)
        CHECK(opening_name(transformed(tiger, symmetry)) == "Tiger");
}
