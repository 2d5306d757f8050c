#include "protocol/reports/wrapped.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE("paragraphs are wrapped at 80 columns, and indented lines stay as they are") {
    const std::string ten = "123456789 ";
    const std::string seven = ten + ten + ten + ten + ten + ten + ten;
    struct Case {
        std::string text;
        std::string lines;
    };
    const auto given = GENERATE_COPY(values<Case>({
        {"", ""},
        {"one\ntwo", "one two"},
        {"one\n\ntwo\nthree", "one\n\ntwo three"},
        {"one:\n  two  2\n  three\nfour", "one:\n  two  2\n  three\nfour"},
        {seven + "123456789X", seven + "123456789X"},
        {seven + "123456789é", seven + "123456789é"},
        {seven + "123456789XY", seven.substr(0, 69) + "\n123456789XY"},
    }));
    CAPTURE(given.text);
    CHECK(wrapped(given.text) == given.lines);
    CHECK(wrapped(given.lines) == given.lines);
}
