#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/sgf.h"
#include "tests/catch.h"

using namespace emilia;

namespace {

GameResult won(Color winner, std::optional<double> margin, Ending ending = Ending::played_out) {
    return {.winner = winner, .margin = margin, .ending = ending};
}

constexpr Color black = Color::black;
constexpr Color white = Color::white;
const GameResult drawn = result_of_lead(0);

} // namespace

TEST_CASE("GGF's results are read, and written as GGF's own writers do") {
    struct Case {
        const char* text;
        GameResult result;
        const char* written;
    };
    const Case cases[] = {
        {"+12.00", won(black, 12), "+12.00"},
        {" 12 ", won(black, 12), "+12.00"},
        {"-3.00:r", won(white, 3, Ending::resigned), "-3.00:r"},
        {"+64:T", won(black, 64, Ending::timeout), "+64.00:t"},
        {"-2.00 : l", won(white, 2, Ending::left), "-2.00:l"},
        {"+6.00:s", won(black, 6, Ending::agreed), "+6.00:s"},
        {"0.00", drawn, "+0.00"},
        {"-0.00", drawn, "+0.00"},
        {"-0.125", won(white, 0.125), "-0.125"},
        {"+.5", won(black, 0.5), "+0.5"},
        {"+67.50", won(black, 67.5), "+67.5"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        CHECK(parse_ggf_result(c.text) == c.result);
        CHECK(to_ggf_result(c.result) == c.written);
        CHECK(parse_ggf_result(c.written) == c.result);
    }
    for (const char* text : {"", "?", "+", ":r", "+129", "-128.5", "12:x", "12:", "12:rr", "nan",
                             "inf", "1e9", "B+12", "12 discs"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_ggf_result(text));
    }
}

TEST_CASE("SGF's results are read, in words too, and written as SGF has them") {
    struct Case {
        const char* text;
        GameResult result;
        const char* written;
    };
    const Case cases[] = {
        {"B+12", won(black, 12), "B+12"},
        {"W+0.5", won(white, 0.5), "W+0.5"},
        {"w+ 3", won(white, 3), "W+3"},
        {"B+", won(black, {}), "B+"},
        {"W+R", won(white, {}, Ending::resigned), "W+R"},
        {"W+Resign", won(white, {}, Ending::resigned), "W+R"},
        {"B+T", won(black, {}, Ending::timeout), "B+T"},
        {"b+time", won(black, {}, Ending::timeout), "B+T"},
        {"B+Forfeit", won(black, {}, Ending::left), "B+F"},
        {"0", drawn, "0"},
        {" Draw ", drawn, "0"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        CHECK(parse_sgf_result(c.text) == c.result);
        CHECK(to_sgf_result(c.result) == c.written);
        CHECK(parse_sgf_result(c.written) == c.result);
    }
    for (const char* text : {"", "?", "Void", "B", "B12", "X+3", "B+0", "B+-3", "B+129",
                             "B+nonsense", "+12", "44-20"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_sgf_result(text));
    }
}

TEST_CASE("the margin of a game that was resigned has no place in SGF") {
    CHECK(to_sgf_result(won(white, 3, Ending::resigned)) == "W+R");
    CHECK(to_sgf_result(won(white, 3, Ending::agreed)) == "W+3");
}

TEST_CASE("without a margin GGF cannot say who won") {
    CHECK(to_ggf_result(won(white, {}, Ending::resigned)).empty());
}

TEST_CASE("disc counts are read whether they come to 64 or not, and written so that they do") {
    struct Case {
        const char* text;
        double lead;
        const char* written;
    };
    const Case cases[] = {{"44-20", 24, "44-20"}, {"32-32", 0, "32-32"}, {"0-64", -64, "0-64"},
                          {"30-20", 10, "37-27"}, {"13-0", 13, "38-25"}, {"00-13", -13, "25-38"}};
    for (const Case& c : cases) {
        CAPTURE(c.text);
        CHECK(parse_disc_counts(c.text) == result_of_lead(c.lead));
        CHECK(to_disc_counts(result_of_lead(c.lead)) == c.written);
        CHECK(parse_disc_counts(c.written) == result_of_lead(c.lead));
    }
    for (const char* text : {"", "-", "44-", "-20", "44", "44-21", "65-0", "+44-20", "44--20",
                             "44 - 20", "44-20-0", "a-b", "99999999999999-1", "?-?"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_disc_counts(text));
    }
    CHECK_FALSE(to_disc_counts(won(black, {})));
    CHECK_FALSE(to_disc_counts(won(black, 0.5)));
}

TEST_CASE("every lead of whole discs reads back from each spelling") {
    for (int lead = -64; lead <= 64; ++lead) {
        CAPTURE(lead);
        const GameResult result = result_of_lead(lead);
        CHECK(result.black_lead() == lead);
        CHECK(parse_ggf_result(to_ggf_result(result)) == result);
        CHECK(parse_sgf_result(to_sgf_result(result)) == result);
        CHECK(parse_disc_counts(to_disc_counts(result).value()) == result);
    }
}
