#include "engine/base/dates.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE("a day is read as it is written") {
    for (const char* text : {"2026-11-27", "2024-02-29", "0001-01-01", "9999-12-31"}) {
        CAPTURE(text);
        const auto day = parse_day(text);
        REQUIRE(day);
        CHECK(to_string(*day) == text);
    }
}

TEST_CASE("what is no day of the calendar is refused") {
    for (const char* text :
         {"", "2026-13-01", "2026-02-29", "2026-00-10", "2026-11-31", "26-11-27", "2026/11/27",
          "2026-11-7", "2026-11-27 ", "2026-1a-27", "-026-11-27"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_day(text));
    }
}
