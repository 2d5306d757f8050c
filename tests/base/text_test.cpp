#include "engine/base/text.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE("a quotation is short and printable") {
    CHECK(in_quotes("f5") == "'f5'");
    CHECK(in_quotes("") == "''");
    CHECK(in_quotes("a\tb\x7f") == "'a\\x09b\\x7f'");
    CHECK(in_quotes(std::string(24, 'a')) == "'" + std::string(24, 'a') + "'");
    CHECK(in_quotes(std::string(25, 'a')) == "'" + std::string(24, 'a') + "...'");
}

TEST_CASE("a byte order mark is left out at the beginning only, and only a whole one") {
    CHECK(without_byte_order_mark("\xef\xbb\xbfg8") == "g8");
    CHECK(without_byte_order_mark("\xef\xbb\xbf").empty());
    for (const char* text : {"", "g8", "\xef\xbb", "g8\xef\xbb\xbf"})
        CHECK(without_byte_order_mark(text) == text);
}

TEST_CASE("blanks are trimmed at both ends only") {
    CHECK(trimmed(" \t\r\na b\v\f ") == "a b");
    CHECK(trimmed(" \n ").empty());
    CHECK(trimmed("").empty());
}

TEST_CASE("text that is not UTF-8 is converted from Latin-1, and UTF-8 stays as it is") {
    CHECK(from_latin_1("M\xfcller \xa0\xff") == "M\xc3\xbcller \xc2\xa0\xc3\xbf");
    CHECK(from_latin_1("\xc3\xbc") == "\xc3\x83\xc2\xbc");
    CHECK(to_utf8("M\xfcller") == "M\xc3\xbcller");
    CHECK(to_utf8("M\xc3\xbcller") == "M\xc3\xbcller");
    CHECK(to_utf8("").empty());
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
    CHECK(is_utf8(to_utf8(all)));
}

TEST_CASE("control characters become blanks, and no other character changes") {
    using namespace std::string_literals;
    CHECK(without_controls("a\0b\x1b[2J\x7f\n"s) == "a b [2J  ");
    CHECK(without_controls("\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0") == "   \xc2\xa0");
    CHECK(without_controls("\xc3\x9b\xe2\x82\xac\xc2") == "\xc3\x9b\xe2\x82\xac\xc2");
}

TEST_CASE("line ends and turns of direction beyond ASCII are control characters") {
    for (const char* control : {"\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069"}) {
        CAPTURE(control);
        CHECK(without_controls(control) == " ");
        CHECK(printable(control).starts_with("\\xe2\\x8"));
    }
    for (const char* text : {"\u200e", "\u2027", "\u202f", "\u2065", "\u206a", "\U0001f600"}) {
        CAPTURE(text);
        CHECK(without_controls(text) == text);
        CHECK(printable(text) == text);
    }
}

TEST_CASE("a message escapes control characters and broken UTF-8, and nothing else") {
    using namespace std::string_literals;
    CHECK(printable("a\0b\x1b[2J\x7f\n"s) == "a\\x00b\\x1b[2J\\x7f\\x0a");
    CHECK(printable("\xc2\x9b\xc2\xa0") == "\\xc2\\x9b\xc2\xa0");
    CHECK(printable("'J\xc3\xb6rg' \\x") == "'J\xc3\xb6rg' \\x");
    CHECK(printable("J\xf6rg \xe2\x82 \xff") == "J\\xf6rg \\xe2\\x82 \\xff");
    CHECK(printable("").empty());
}

TEST_CASE("well-formed UTF-8 is recognized, other bytes are refused") {
    for (const char* text : {"", "plain", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
                             "\xef\xbf\xbf", "\xf4\x8f\xbf\xbf", "a\xc2\x80z"}) {
        CAPTURE(text);
        CHECK(is_utf8(text));
    }
    for (const char* text : {"\xe9", "\x80", "\xc3", "\xc3z", "\xc0\xaf", "\xc1\xbf",
                             "\xe0\x9f\xbf", "\xe2\x82", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                             "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "a\xe9z"}) {
        CAPTURE(text);
        CHECK_FALSE(is_utf8(text));
    }
}

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

TEST_CASE("a part of a text is found with any case of its letters a to z") {
    CHECK(contains_ignoring_case("Tastet Marc", "tet m"));
    CHECK(contains_ignoring_case("Tastet Marc", "MARC"));
    CHECK(contains_ignoring_case("", ""));
    CHECK_FALSE(contains_ignoring_case("Tastet Marc", "marco"));
    CHECK_FALSE(contains_ignoring_case("", "a"));
}
