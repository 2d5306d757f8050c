#include "engine/base/numbers.h"
#include "tests/catch.h"

#include <limits>
#include <random>
#include <tuple>

using namespace emilia;

TEST_CASE("large numbers are written with commas") {
    const auto [number, text] = GENERATE(table<std::uint64_t, const char*>({
        {0, "0"},
        {999, "999"},
        {1'000, "1,000"},
        {12'345, "12,345"},
        {123'456, "123,456"},
        {1'234'567, "1,234,567"},
        {std::numeric_limits<std::uint64_t>::max(), "18,446,744,073,709,551,615"},
    }));
    CHECK(with_commas(number) == text);
}

TEST_CASE("a rate is in whole units per second, and 0 for no time") {
    CHECK(per_second(100, 0.5) == 200);
    CHECK(per_second(7, 2) == 3);
    CHECK(per_second(0, 1) == 0);
    CHECK(per_second(100, 0) == 0);
}

TEST_CASE("a single thing is counted in the singular") {
    CHECK(counted(1, "game") == "1 game");
    CHECK(counted(0, "game") == "0 games");
    CHECK(counted(2'000, "game") == "2,000 games");
    CHECK(counted(1, "search") == "1 search");
    CHECK(counted(2, "search") == "2 searches");
}

TEST_CASE("decimal numbers are parsed in all the forms that programs write") {
    struct Case {
        const char* text;
        double value;
    };
    const Case cases[] = {{"42.727000000000004", 42.727000000000004},
                          {"-1.00", -1},
                          {"+12", 12},
                          {".5", .5},
                          {"-.5", -.5},
                          {"5.", 5},
                          {"0", 0},
                          {"1e-05", 1e-05}};
    for (const Case& c : cases) {
        CAPTURE(c.text);
        CHECK(parse_decimal(c.text) == c.value);
    }
}

TEST_CASE("a text that is not a finite decimal number is refused") {
    for (const char* text :
         {"",    " ",     "+",    "-",   ".",    "+-1", "--1",      "-+1",   "1 ",  " 1",
          "1,5", "1.2.3", "0x10", "inf", "-inf", "nan", "infinity", "1e999", "abc", "1e"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_decimal(text));
    }
}

TEST_CASE("a number is written without an exponent and reads back the same") {
    CHECK(to_decimal(0.1) == "0.1");
    CHECK(to_decimal(-3) == "-3");
    CHECK(to_decimal(1e-7) == "0.0000001");
    CHECK(to_decimal(1e20) == "100000000000000000000");
    std::mt19937_64 random(11);
    for (int i = 0; i < 1'000; ++i) {
        const double value = static_cast<double>(random()) / 1e15 - 9'000;
        REQUIRE(parse_decimal(to_decimal(value)) == value);
    }
    for (const double value :
         {std::numeric_limits<double>::max(), std::numeric_limits<double>::min(),
          std::numeric_limits<double>::lowest()}) {
        CHECK(parse_decimal(to_decimal(value)) == value);
    }
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
