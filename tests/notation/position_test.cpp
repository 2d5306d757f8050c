#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

#include <string>

using namespace emilia;
using testing::Random;

TEST_CASE("a square is written in lower case, a pass as pa, no move as --") {
    CHECK(to_string(Square::a1) == "a1");
    CHECK(to_string(Square::h8) == "h8");
    CHECK(to_string(Square::f5) == "f5");
    CHECK(to_string(Square::pass) == "pa");
    CHECK(to_string(Square::none) == "--");
}

TEST_CASE("every square and the pass are read back from what is written") {
    for (int i = 0; i < square_count; ++i) {
        CHECK(parse_square(to_string(square_at(i))) == square_at(i));
    }
    CHECK(parse_square(to_string(Square::pass)) == Square::pass);
}

TEST_CASE("squares and passes are read in either case") {
    struct Case {
        const char* text;
        Square square;
    };
    const Case cases[] = {{"F5", Square::f5},     {"f5", Square::f5},     {"A8", Square::a8},
                          {"PA", Square::pass},   {"pa", Square::pass},   {"Pa", Square::pass},
                          {"pass", Square::pass}, {"PASS", Square::pass}, {"Pass", Square::pass}};
    for (const Case& c : cases) {
        CAPTURE(c.text);
        CHECK(parse_square(c.text) == c.square);
    }
}

TEST_CASE("what is not a square is refused with a quotation of it") {
    using namespace std::string_literals;
    struct Case {
        std::string text;
        std::string message;
    };
    const Case cases[] = {
        {"", "a square or a pass is missing"},
        {"i1", "'i1' is not a square or a pass"},
        {"a9", "'a9' is not a square or a pass"},
        {"a0", "'a0' is not a square or a pass"},
        {"5f", "'5f' is not a square or a pass"},
        {"f", "'f' is not a square or a pass"},
        {"f5 ", "'f5 ' is not a square or a pass"},
        {"f55", "'f55' is not a square or a pass"},
        {"--", "'--' is not a square or a pass"},
        {"f5\n", "'f5\\x0a' is not a square or a pass"},
        {"\0\x1b"s, "'\\x00\\x1b' is not a square or a pass"},
        {"\xc3\xa9", "'\\xc3\\xa9' is not a square or a pass"},
        {std::string(1'000, 'z'), "'zzzzzzzzzzzzzzzzzzzzzzzz...' is not a square or a pass"},
    };
    for (const Case& c : cases) {
        const Parsed<Square> parsed = parse_square(c.text);
        REQUIRE_FALSE(parsed);
        CHECK(parsed.error().message == c.message);
        CHECK(parsed.error().offset == 0);
    }
}

TEST_CASE("two bytes are a square or an error, whatever they are") {
    int read = 0;
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string text{static_cast<char>(first), static_cast<char>(second)};
            const Parsed<Square> parsed = parse_square(text);
            read += parsed ? 1 : 0;
            if (!parsed) REQUIRE(testing::is_presentable(parsed.error().message));
        }
    }
    CHECK(read == 2 * 64 + 4); // both cases of a letter; pa, Pa, pA, PA
}

namespace {

const std::string start_text = "---------------------------OX------XO--------------------------- X";

} // namespace

TEST_CASE("the start is written as 64 squares and the side to move") {
    CHECK(to_string(Position{}) == start_text);
}

TEST_CASE("every spelling of the start is read as the start") {
    const std::string cases[] = {
        start_text,
        "---------------------------OX------XO---------------------------X",
        "...........................ox......xo...........................x",
        "___________________________ox______xo___________________________x",
        "---------------------------O*------*O--------------------------- *",
        "---------------------------0*------*0--------------------------- *",
        "---------------------------wb------bw--------------------------- b",
        "---------------------------WB------BW---------------------------B",
        "........\n........\n........\n...OX...\n...XO...\n........\n........\n........\nX\n",
        "\t- - - - - - - -\r\n--------\v--------\f---OX--- ---XO--- -------- ---------------- X ",
    };
    for (const std::string& text : cases) {
        CAPTURE(text);
        CHECK(parse_position(text) == Position{});
    }
}

TEST_CASE("the side to move decides whose discs are the player's") {
    std::string text = start_text;
    text.back() = 'O';
    const Parsed<Position> parsed = parse_position(text);
    REQUIRE(parsed);
    CHECK(parsed->to_move == Color::white);
    CHECK(parsed->board == Board::start().passed());
    CHECK(parsed->discs(Color::black) == Board::start().player);
    CHECK(to_string(*parsed) == text);
}

TEST_CASE("boards that no game reaches are read too") {
    for (const char square : {'-', 'X', 'O'}) {
        std::string text(64, square);
        text.append(" O");
        CAPTURE(text);
        const Parsed<Position> parsed = parse_position(text);
        REQUIRE(parsed);
        CHECK(to_string(*parsed) == text);
    }
}

TEST_CASE("a board string that cannot be read says why and where") {
    const std::string squares(64, '-');
    struct Case {
        std::string text;
        std::string message;
        std::size_t offset;
    };
    const Case cases[] = {
        {"", "a board has 64 squares, this one has 0", 0},
        {std::string(63, '-'), "a board has 64 squares, this one has 63", 63},
        {squares, std::string(whose_move), 64},
        {squares + " \n", std::string(whose_move), 66},
        {squares + " -", "'-' is not a side to move, black (X) or white (O)", 65},
        {squares + "?", "'?' is not a side to move, black (X) or white (O)", 64},
        {"--?" + squares, "'?' is not a disc or an empty square", 2},
        {squares + "XX", "a board is 64 squares and the side to move, this text has 66 characters",
         65},
        {squares + " X ; junk",
         "a board is 64 squares and the side to move, this text has 70 characters", 67},
        {"\x1b[2J" + squares, "'\\x1b' is not a disc or an empty square", 0},
        {"\xe2\x97\x8f" + squares, "'\\xe2' is not a disc or an empty square", 0},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const Parsed<Position> parsed = parse_position(c.text);
        REQUIRE_FALSE(parsed);
        CHECK(parsed.error().message == c.message);
        CHECK(parsed.error().offset == c.offset);
    }
}

TEST_CASE("a single character is read on a board only in its documented spellings") {
    std::string readable;
    for (int code = 0; code < 256; ++code) {
        const char character = static_cast<char>(code);
        const Parsed<Position> parsed = parse_position(character + std::string(63, '-') + "X");
        if (parsed)
            readable += character;
        else
            REQUIRE(testing::is_presentable(parsed.error().message));
    }
    CHECK(readable == "*-.0@BOWX_bowx");
}

TEST_CASE("positions of random games read back from what is written") {
    Random random(21);
    for (const Board& board : testing::positions_of_games(random, 50)) {
        for (const Color color : {Color::black, Color::white}) {
            const Position position{board, color};
            REQUIRE(parse_position(to_string(position)) == position);
        }
    }
}

TEST_CASE("a truncated or damaged board string is read or refused") {
    CHECK(testing::survives_truncation(start_text, parse_position));
    CHECK(testing::survives_damage(start_text, parse_position));
}
