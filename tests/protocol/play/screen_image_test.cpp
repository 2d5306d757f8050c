#include "protocol/play/screen_image.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE("lines are cut between words, or else between characters") {
    struct Case {
        std::string text;
        int columns;
        std::vector<std::string> lines;
    };
    const auto given = GENERATE(values<Case>({
        {"", 5, {}},
        {"one two", 7, {"one two"}},
        {"one two", 6, {"one", "two"}},
        {"one two", 3, {"one", "two"}},
        {"onetwothree", 4, {"onet", "woth", "ree"}},
        {"größe über", 5, {"größe", "über"}},
        {"größe über", 10, {"größe über"}},
        {"äöü/日本語", 4, {"äöü/", "日本語"}},
        {"日本語", 1, {"日", "本", "語"}},
        {"one", 0, {"o", "n", "e"}},
    }));
    CAPTURE(given.text, given.columns);
    CHECK(wrapped_lines(given.text, given.columns) == given.lines);
}
