#include "protocol/play/screen_view.h"
#include "tests/catch.h"
#include "tests/protocol/play/grid_screen.h"
#include "tests/protocol/play/quick_session.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;
using namespace std::chrono_literals;

namespace {

using Kind = Key::Kind;

/// Runs a session on a screen in memory. `press` chooses the keys, knowing the lines that are
/// shown.
void run_with(PlaySession& session,
              const std::function<Key(const std::vector<std::string>&)>& press,
              GridSettings settings = {}) {
    GridScreen screen(settings, [&] {
        std::this_thread::sleep_for(1ms);
        return press(screen.lines());
    });
    const std::atomic<bool> interrupt = false;
    ScreenView(session, screen, true, interrupt).run();
}

/// Presses these keys and closes the terminal. Returns what was shown before each of them, and at
/// the end.
std::vector<std::vector<std::string>> shown_with(PlaySession& session, const std::vector<Key>& keys,
                                                 GridSettings settings = {}) {
    std::vector<std::vector<std::string>> shown;
    run_with(
        session,
        [&](const std::vector<std::string>& lines) {
            shown.push_back(lines);
            return shown.size() > keys.size() ? Key{Kind::closed} : keys[shown.size() - 1];
        },
        settings);
    return shown;
}

std::vector<Key> typed(const std::string& line) {
    std::vector<Key> keys;
    for (const char character : line) keys.push_back({Kind::text, character});
    keys.push_back({Kind::enter});
    return keys;
}

using Lines = std::vector<std::string>;

} // namespace

TEST_CASE("a game and its clocks go on while a page is read") {
    PlaySettings settings = quick();
    settings.game.time = TimeControl{.seconds = 0.05};
    PlaySession session(std::move(settings));
    const auto end = std::chrono::steady_clock::now() + 60s;
    bool asked = false;
    std::vector<std::string> at_the_end;
    run_with(session, [&](const std::vector<std::string>& shown) -> Key {
        if (!std::exchange(asked, true)) return {Kind::help};
        if (!session.table().is_over() && std::chrono::steady_clock::now() < end) return {};
        if (at_the_end.empty()) at_the_end = shown;
        return {Kind::closed};
    });
    CHECK(at_the_end.back() == "Enter goes back");
    CHECK(session.table().result_text() == "White wins on time.");
}

TEST_CASE("a finished game is shown with the names of those who played it") {
    PlaySettings settings = quick("e6f4e3f6g5d6e7f5c5");
    settings.game.black_name = "Cerf";
    PlaySession session(std::move(settings));
    const std::vector<std::string> picture = shown_with(session, {}).back();
    CHECK(picture.at(2).ends_with("X Cerf"));
    CHECK(picture.at(4).ends_with("O white")); // the file names nobody
}

TEST_CASE("the arrows move the cursor within the board, and Enter plays there") {
    struct Case {
        std::vector<Kind> keys;
        Square square;
    };
    // The cursor begins on d3.
    const auto given = GENERATE(values<Case>({
        {{}, Square::d3},
        {{Kind::down, Kind::left}, Square::c4},
        {{Kind::right, Kind::right, Kind::down, Kind::down}, Square::f5},
        {{Kind::right, Kind::down, Kind::down, Kind::down}, Square::e6},
        {{Kind::up, Kind::up, Kind::up, Kind::down, Kind::down}, Square::d3},
        {{Kind::left, Kind::left, Kind::left, Kind::left, Kind::right, Kind::right, Kind::down},
         Square::c4},
    }));
    PlaySession session(quick());
    std::vector<Key> keys;
    for (const Kind kind : given.keys) keys.push_back({kind});
    keys.push_back({Kind::enter});
    shown_with(session, keys);
    REQUIRE(moves_in(session) >= 1);
    CHECK(session.table().game().moves().front().move == given.square);
}

TEST_CASE("a typed line can be corrected and erased") {
    PlaySession session(quick());
    const auto shown = shown_with(session, {{Kind::text, 'h'},
                                            {Kind::text, 'i'},
                                            {Kind::backspace},
                                            {Kind::escape},
                                            {Kind::backspace},
                                            {Kind::text, 'x'},
                                            {Kind::erase_line}});
    std::vector<std::string> prompts;
    for (const std::vector<std::string>& lines : shown) prompts.push_back(lines.at(22));
    CHECK(prompts
          == std::vector<std::string>{" >", " > h", " > hi", " > h", " >", " >", " > x", " >"});
}

TEST_CASE("a typed line is no longer than 200 characters") {
    PlaySession session(quick());
    const auto shown =
        shown_with(session, std::vector<Key>(210, {Kind::text, 'x'}), {.columns = 300});
    CHECK(shown.at(199).at(22) == fmt::format(" > {:x<199}", ""));
    CHECK(shown.back().at(22) == fmt::format(" > {:x<200}", ""));
}

TEST_CASE("the last hundred messages are kept") {
    PlaySession session(quick());
    std::vector<Key> keys;
    for (int number = 1; number <= 60; ++number) { // each line is repeated and refused
        for (const Key key : typed(fmt::format("x{}", number))) keys.push_back(key);
    }
    const std::vector<std::string> lines =
        shown_with(session, keys, {.rows = 300, .columns = 200}).back();
    const auto log = lines.begin() + 11; // down to the first empty line
    CHECK(std::find(log, lines.end(), "") - log == 100);
    CHECK(log->ends_with("> x11"));
}

TEST_CASE("a page scrolls by lines and by screens, and Enter leaves it") {
    PlaySession session(quick());
    const std::vector<std::string> whole = shown_with(session, {{Kind::help}}, {.rows = 60}).at(1);
    const auto lines = std::find(whole.begin(), whole.end(), "") - whole.begin();
    REQUIRE(lines >= 16);
    const auto last = static_cast<std::size_t>(lines - 8);

    const std::vector<std::pair<Kind, std::size_t>> steps{
        // A key, and the line that is at the top after it.
        {Kind::help, 0},     {Kind::down, 1},         {Kind::down, 2},         {Kind::up, 1},
        {Kind::up, 0},       {Kind::up, 0},           {Kind::page_down, 8},    {Kind::page_up, 0},
        {Kind::down, 1},     {Kind::page_up, 0},      {Kind::redraw, 0},       {Kind::page_down, 8},
        {Kind::none, 8},     {Kind::page_down, last}, {Kind::page_down, last}, {Kind::down, last},
        {Kind::up, last - 1}};
    std::vector<Key> keys;
    for (const auto& [kind, top] : steps) keys.push_back({kind});
    keys.push_back({Kind::enter});
    const auto shown = shown_with(session, keys, {.rows = 10});
    for (std::size_t step = 0; step < steps.size(); ++step) {
        CAPTURE(step);
        const std::vector<std::string>& page = shown.at(step + 1);
        const auto top = whole.begin() + static_cast<std::ptrdiff_t>(steps[step].second);
        CHECK(std::equal(page.begin(), page.begin() + 8, top));
        CHECK(page.at(8).empty());
        CHECK(page.at(9) == "arrows and Page Up/Down scroll, Enter goes back");
    }
    CHECK(shown.back().front() == "The terminal is too small."); // for the board
}

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
