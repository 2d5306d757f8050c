#include "book/opening_names.h"
#include "engine/board/symmetry.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"

#include <string_view>

using namespace emilia;

namespace {

Game game_of(std::string_view moves) {
    return parse_moves(moves).value();
}

} // namespace

TEST_CASE("an opening is known by its name in every symmetry, and by the way it was reached") {
    const auto name_after = [](const char* moves) {
        return opening_name(game_of(moves).position().board);
    };
    CHECK(name_after("f5d6") == "Perpendicular");
    CHECK(name_after("c4e3") == "Perpendicular");
    CHECK(name_after("f5f6") == "Diagonal");
    CHECK(name_after("d3c3") == "Diagonal");
    CHECK(name_after("e6f4") == "Perpendicular");
    CHECK(name_after("f5f4") == "Parallel");
    CHECK(name_after("c4e3f6e6f5") == "Tiger");
    CHECK(name_after("c4c3d3c5b4") == "Heath / Tobidashi");
    CHECK(name_after("f5").empty());
    CHECK(name_after("").empty());
    const Board tiger = game_of("f5d6c3d3c4").position().board;
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry)
        CHECK(opening_name(transformed(tiger, symmetry)) == "Tiger");
}

TEST_CASE("no two openings are the same position, and none has the name of another") {
    REQUIRE(named_openings().size() == 88);
    for (const NamedOpening& opening : named_openings()) {
        CAPTURE(opening.moves);
        // Another opening with the same position or name would take its place.
        CHECK(opening_name(game_of(opening.moves).position().board) == opening.name);
        int namesakes = 0;
        for (const NamedOpening& other : named_openings()) namesakes += other.name == opening.name;
        CHECK(namesakes == 1);
    }
}

TEST_CASE("a game has the name of the last named position that it reached") {
    CHECK(opening_name(game_of("f5d6c3d3c4f4c5b3c2b4e3")) == "Central Rose-Bill / Dead Draw");
    CHECK(opening_name(game_of("f5d6c3f4")) == "Perpendicular");
    CHECK(opening_name(Game()).empty());
}
