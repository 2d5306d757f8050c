#include "engine/notation/square_text.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

#include <string>

using namespace emilia;

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
