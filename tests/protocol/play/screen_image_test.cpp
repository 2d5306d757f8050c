#include "protocol/play/screen_image.h"
#include "tests/catch.h"
#include "tests/protocol/play/grid_screen.h"
#include "tests/protocol/play/quick_session.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

using Lines = std::vector<std::string>;

} // namespace

TEST_CASE("a large screen shows a board with lines and marks") {
    PlaySession session(quick("f5d6"));
    static_cast<void>(settle(session));
    GridScreen screen({.has_unicode = true});
    draw_game(screen, session,
              {.cursor = Square::c5, .typed = "un", .log = {{"> d6"}, {"no", true}}});
    CHECK(screen.lines()
          == Lines{" Emilia",
                   "     a   b   c   d   e   f   g   h",
                   "   ┌───┬───┬───┬───┬───┬───┬───┬───┐   ● Player",
                   " 1 │   │   │   │   │   │   │   │   │      3 discs",
                   "   ├───┼───┼───┼───┼───┼───┼───┼───┤   ○ Emilia (level 1)",
                   " 2 │   │   │   │   │   │   │   │   │      3 discs",
                   "   ├───┼───┼───┼───┼───┼───┼───┼───┤",
                   " 3 │   │   │ · │   │   │   │   │   │   It is your turn",
                   "   ├───┼───┼───┼───┼───┼───┼───┼───┤",
                   " 4 │   │   │ · │ ○ │ ● │   │   │   │",
                   "   ├───┼───┼───┼───┼───┼───┼───┼───┤",
                   " 5 │   │   │ · │ ○ │ ● │ ● │   │   │   > d6",
                   "   ├───┼───┼───┼───┼───┼───┼───┼───┤   no",
                   " 6 │   │   │ · │(○)│   │   │   │   │",
                   "   ├───┼───┼───┼───┼───┼───┼───┼───┤",
                   " 7 │   │   │ · │   │   │   │   │   │",
                   "   ├───┼───┼───┼───┼───┼───┼───┼───┤",
                   " 8 │   │   │   │   │   │   │   │   │",
                   "   └───┴───┴───┴───┴───┴───┴───┴───┘",
                   "",
                   "",
                   "",
                   " > un",
                   " arrows and Enter, or type f5, undo, hint, help, quit"});
    CHECK(screen.cursor == std::pair(22, 5));
}

TEST_CASE("a small screen without UTF-8 shows a narrow board") {
    PlaySession session(quick("f5d6"));
    static_cast<void>(settle(session));
    GridScreen screen({.rows = 14, .columns = 44});
    draw_game(screen, session,
              {.cursor = Square::c5, .log = {{"> f5"}, {"> d6"}, {"> e6"}, {"no"}}});
    CHECK(screen.lines()
          == Lines{"   a b c d e f g h   X Player", "1                       3 discs",
                   "2                    O Emilia (level 1)", "3      .                3 discs",
                   "4      . O X", "5      . O X X       It is your turn", "6      . O", "7      .",
                   "8", "> d6", "> e6", "no", " >",
                   " arrows and Enter, or type f5, undo, hint, h"});
}

TEST_CASE("what is smaller than a small screen shows how large it must be") {
    PlaySession session(quick());
    const auto [rows, columns] = GENERATE(table<int, int>({{13, 44}, {14, 43}}));
    GridScreen screen({.rows = rows, .columns = columns});
    draw_game(screen, session, {});
    const Lines lines = screen.lines();
    CHECK(lines.at(0) == "The terminal is too small.");
    CHECK(lines.at(1) == fmt::format("It has {} columns, {} rows;", columns, rows));
    CHECK(lines.at(2) == "44 and 14 are needed.");
    CHECK(lines.at(3).empty());
}

TEST_CASE("with colours the discs differ in colour, without them in shape") {
    struct Case {
        GridSettings screen;
        bool letters;
        std::string black;
        std::string white;
    };
    const auto given = GENERATE(values<Case>({
        {{.has_unicode = true}, false, "●", "○"},
        {{.has_colors = true, .has_unicode = true}, false, "●", "●"},
        {{.has_colors = true, .has_unicode = true}, true, "X", "O"},
        {{.has_colors = true}, false, "X", "O"},
    }));
    PlaySession session(quick("f5d6"));
    static_cast<void>(settle(session));
    GridScreen screen(given.screen);
    draw_game(screen, session, {.letters = given.letters});
    const std::string line = screen.has_unicode() ? "\u2502" : "|";
    CHECK(screen.lines().at(9).find(
              fmt::format("{} {} {} {} {}", line, given.white, line, given.black, line))
          != std::string::npos);
}

TEST_CASE("the cursor, the last move and the discs differ in style") {
    PlaySession session(quick("f5d6"));
    static_cast<void>(settle(session));
    SECTION("on a large screen") {
        GridScreen screen({});
        draw_game(screen, session, {.cursor = Square::c5});
        const int row = 11; // of the squares of row 5; c5 is from column 12 on, d5 from 16
        CHECK(screen.style_at(row, 13) == Style::legal);
        CHECK(screen.style_at(row, 17) == Style::white_disc);
        CHECK(screen.style_at(row, 21) == Style::black_disc);
        CHECK(screen.style_at(row, 29) == Style::board);
        for (int column = 12; column < 15; ++column)
            CHECK(screen.emphasis_at(row, column) == Emphasis::reversed);
        CHECK(screen.emphasis_at(row, 11) == Emphasis::none);
        CHECK(screen.emphasis_at(row, 15) == Emphasis::none);
    }
    SECTION("on a small screen") {
        GridScreen screen({.rows = 14, .columns = 44});
        draw_game(screen, session, {.cursor = Square::c5});
        CHECK(screen.emphasis_at(5, 6) == Emphasis::reversed);
        CHECK(screen.emphasis_at(5, 7) == Emphasis::reversed);
        CHECK(screen.emphasis_at(5, 9) == Emphasis::none);
        CHECK(screen.emphasis_at(6, 9) == Emphasis::underlined); // d6, the last move
        CHECK(screen.style_at(6, 9) == Style::white_disc);
    }
}

TEST_CASE("a clock is shown for each player") {
    PlaySettings settings = quick("f5d6");
    settings.game.time = TimeControl{.seconds = 300};
    PlaySession session(std::move(settings));
    static_cast<void>(settle(session));
    GridScreen screen({});
    draw_game(screen, session, {});
    CHECK(screen.lines().at(3).find(" 3 discs    4:") != std::string::npos);
    CHECK(screen.lines().at(5).ends_with(" 3 discs    5:00"));
}
