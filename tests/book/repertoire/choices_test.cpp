#include "book/repertoire/choices.h"
#include "engine/board/symmetry.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"

using namespace emilia;
using enum Square;
using Kind = RepertoireChoices::Kind;

namespace {

constexpr const char* written = "# the Tiger\n"
                                "prefer f5d6c3d3c4 b5\n"
                                "\n"
                                "avoid f5f6 e6   # I never remember it\n";

Board after(const std::string& moves) {
    return parse_moves(moves)->position().board;
}

RepertoireChoices choices(const std::string& text) {
    const auto parsed = RepertoireChoices::parse(text);
    REQUIRE(parsed);
    return *parsed;
}

std::string error(const std::string& text) {
    const auto parsed = RepertoireChoices::parse(text);
    REQUIRE_FALSE(parsed);
    return parsed.error().message;
}

} // namespace

TEST_CASE("choices say which move of a position is preferred and which are avoided") {
    const RepertoireChoices both = choices(written);
    CHECK(both.preferred(after("f5d6c3d3c4")) == b5);
    CHECK(both.avoids(after("f5f6"), e6));
    CHECK_FALSE(both.avoids(after("f5f6"), c4));
    CHECK_FALSE(both.preferred(after("f5f6")));
    CHECK_FALSE(both.avoids(after("f5d6c3d3c4"), b5));
    CHECK_FALSE(RepertoireChoices().avoids(Board::start(), f5));
}

TEST_CASE("a choice holds in all symmetries of its position and by any order of moves") {
    const RepertoireChoices one = choices("prefer f5d6c4d3c3 f4\navoid f5d6c4d3c3 b3\n");
    const Board board = after("f5d6c3d3c4");
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        const Board turned = transformed(board, symmetry);
        CHECK(one.preferred(turned) == transformed(f4, symmetry));
        CHECK(one.avoids(turned, transformed(b3, symmetry)));
    }
}

TEST_CASE("the text of choices is kept with its comments") {
    CHECK(choices(written).text() == written);
    CHECK(choices("").text().empty());
    CHECK(choices("\xef\xbb\xbf"
                  "avoid f5d6")
              .text()
          == "avoid f5d6\n");
}

TEST_CASE("a new choice replaces those that contradict it, and only those") {
    RepertoireChoices all = choices(written);
    all.add(Kind::prefer, *parse_moves("f5f6e6"));
    CHECK_FALSE(all.avoids(after("f5f6"), e6));
    all.add(Kind::prefer, *parse_moves("f5f6c4"));
    CHECK(all.preferred(after("f5f6")) == c4);
    all.add(Kind::avoid, *parse_moves("f5f6e6"));
    all.add(Kind::avoid, *parse_moves("f5f6e6"));
    CHECK(all.text() == "# the Tiger\nprefer f5d6c3d3c4 b5\n\nprefer f5f6 c4\navoid f5f6 e6\n");
    CHECK(choices(all.text()).preferred(after("f5f6")) == c4);
}

TEST_CASE("a choice may begin with a board") {
    const Position start = parse_moves("f5d6c3d3")->position();
    RepertoireChoices one;
    one.add(Kind::prefer, *parse_moves("c4", start));
    CHECK(one.text() == "prefer " + to_string(start) + " c4\n");
    CHECK(choices(one.text()).preferred(start.board) == c4);
    CHECK(choices("avoid " + to_string(start) + "; c4 f4").avoids(after("f5d6c3d3c4"), f4));
}

TEST_CASE("a damaged text of choices is refused with the line") {
    CHECK(error("prefer f5d6\nlike f5d6c3") == "line 2: 'like' is not prefer or avoid");
    CHECK(error("# c\n\navoid f5d6a1").starts_with("line 3: "));
    for (const char* text : {"prefer", "avoid #f5", "prefer f5; d6:+2",
                             "prefer ---------------------------OX------XO----------------------"
                             "----- X"})
        CHECK(error(text).find("is no line of moves, such as 'f5d6c3 d3'") != std::string::npos);
    CHECK(error("avoid f5d6\nprefer f5d6")
          == "line 2: an earlier line says to avoid the same move in this position");
    CHECK(error("prefer f5d6\n\nprefer c4c3 # f5f6 in another symmetry")
          == "line 3: an earlier line says to prefer another move in this position");
    CHECK(RepertoireChoices::parse("prefer f5d6\nprefer c4e3\navoid f5f4\navoid f5f6"));
}
