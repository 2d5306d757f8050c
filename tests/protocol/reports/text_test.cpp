#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/position.h"
#include "protocol/reports/board_text.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <limits>

using namespace emilia;
using emilia::testing::TemporaryFile;

TEST_CASE("words are read one after the other, whatever blanks separate them") {
    struct Case {
        const char* text;
        const char* word;
        const char* rest;
    };
    const auto given = GENERATE(values<Case>({
        {"", "", ""},
        {"  \t ", "", ""},
        {"one", "one", ""},
        {" one ", "one", " "},
        {"one two", "one", " two"},
        {"\tone\ttwo", "one", "\ttwo"},
        {"one  two three", "one", "  two three"},
    }));
    CAPTURE(given.text);
    std::string_view text = given.text;
    CHECK(take_word(text) == given.word);
    CHECK(text == given.rest);
}

TEST_CASE("a whole number must fill its text and fit its type") {
    struct Case {
        const char* text;
        std::optional<int> number;
    };
    const auto given = GENERATE(values<Case>({
        {"0", 0},
        {"12", 12},
        {"-100", -100},
        {"007", 7},
        {"2147483647", std::numeric_limits<int>::max()},
        {"2147483648", std::nullopt},
        {"99999999999999999999", std::nullopt},
        {"", std::nullopt},
        {"-", std::nullopt},
        {"+1", std::nullopt},
        {" 1", std::nullopt},
        {"1 ", std::nullopt},
        {"1.0", std::nullopt},
        {"0x10", std::nullopt},
        {"one", std::nullopt},
    }));
    CAPTURE(given.text);
    CHECK(whole_number(given.text) == given.number);
}

TEST_CASE("a board is drawn with its coordinates, legal moves, discs and the side to move") {
    const auto [board, drawing] = GENERATE(table<const char*, const char*>({
        {"---------------------------OX------XO--------------------------- X",
         "  a b c d e f g h\n"
         "1 - - - - - - - -\n"
         "2 - - - - - - - -\n"
         "3 - - - . - - - -   black X  2\n"
         "4 - - . O X - - -   white O  2\n"
         "5 - - - X O . - -\n"
         "6 - - - - . - - -   black to move\n"
         "7 - - - - - - - -\n"
         "8 - - - - - - - -"},
        {"X-O------O------OOXX-------XX------XXX-------------------------- O",
         "  a b c d e f g h\n"
         "1 X - O - - - - -\n"
         "2 - O - - - - - -\n"
         "3 O O X X . - - -   black X  8\n"
         "4 - - - X X - - -   white O  4\n"
         "5 - - - X X X - -\n"
         "6 - - - - - . - -   white to move\n"
         "7 - - - - - - - -\n"
         "8 - - - - - - - -"},
        {"XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- X",
         "  a b c d e f g h\n"
         "1 X X X X X X X X\n"
         "2 X X X X X X X X\n"
         "3 X X X X X X X X   black X 63\n"
         "4 X X X X X X X X   white O  0\n"
         "5 X X X X X X X X\n"
         "6 X X X X X X X X   the game is over\n"
         "7 X X X X X X X X\n"
         "8 X X X X X X X -"},
    }));
    const auto position = parse_position(board);
    REQUIRE(position);
    CHECK(draw_board(*position) == drawing);
}

TEST_CASE("a text file is read unchanged, or the message says why not") {
    const std::string text("one\r\ntwo\0\xff\n", 11);
    CHECK(read_file(TemporaryFile(text).path()) == text);
    CHECK(read_file(TemporaryFile().path()) == "");

    const auto missing = read_file("/no/such/file");
    REQUIRE_FALSE(missing);
    CHECK(missing.error() == "cannot read '/no/such/file': No such file or directory");
    const auto folder = read_file("/");
    REQUIRE_FALSE(folder);
    CHECK(folder.error() == "cannot read '/': it is a folder");
}

TEST_CASE("a board painted for a terminal shows all discs and legal moves") {
    const auto position =
        parse_position("-XO------------------------OX------XO-------------------------"
                       "-- X");
    REQUIRE(position);
    const std::string painted = paint_board(*position);
    const auto times = [&painted](std::string_view part) {
        int found = 0;
        for (std::size_t at = painted.find(part); at != std::string::npos;
             at = painted.find(part, at + 1))
            ++found;
        return found;
    };
    CHECK(times("\x1b[38;5;16m \u25cf") == 3);
    CHECK(times("\x1b[38;5;231m \u25cf") == 3);
    CHECK(times("\u00b7") == count(position->board.legal_moves()));
    CHECK(times("\x1b[48;5;29m") == 8);
    CHECK(times("\x1b[0m") == 8);
    CHECK(times("\n") == 8);
    CHECK(times("black to move") == 1);
}
