#include "protocol/reports/report_page.h"
#include "tests/catch.h"
#include "tests/protocol/reports/page_parts.h"

#include <nlohmann/json.hpp>

using namespace emilia;
using namespace emilia::testing;
using nlohmann::ordered_json;

namespace {

ordered_json position_json() {
    return {{"board", "---------------------------OX------XO---------------------------"},
            {"player", "X"},
            {"discs", {2, 2}},
            {"mobility", {4, 4}}};
}

ordered_json move_json(int number) {
    ordered_json line = ordered_json::array();
    ordered_json hints = ordered_json::array();
    for (int i = 0; i < 30; ++i) line.push_back("f5");
    for (int i = 0; i < 12; ++i) hints.push_back({{"move", "f5"}, {"score", -11.25}});
    return {{"number", number}, {"player", "X"},  {"move", "f5"},          {"score", -11.25},
            {"best", "f5"},     {"loss", 0},      {"certainty", "exact"},  {"depth", 18},
            {"pv", line},       {"hints", hints}, {"turning_point", false}};
}

ordered_json game_json(const std::string& name, int moves) {
    ordered_json positions = ordered_json::array({position_json()}); // braces alone may copy
    ordered_json played = ordered_json::array();
    for (int i = 1; i <= moves; ++i) {
        positions.push_back(position_json());
        played.push_back(move_json(i));
    }
    return {{"format", 1},
            {"title", name},
            {"event", name},
            {"date", "1980"},
            {"result", ""},
            {"opening", name},
            {"names", {{"X", name}, {"O", name}}},
            {"positions", positions},
            {"moves", played},
            {"players", {{"X", {{"loss", 0}}}, {"O", {{"loss", 0}}}}},
            {"finished", false},
            {"note", name}};
}

} // namespace

TEST_CASE("reports differ only in their data, from which the game can be read back") {
    const PageText plain = parts_of(report_page(game_json("Cerf Jonathan", 0)));
    const std::string name =
        GENERATE(as<std::string>(), "", "Cerf Jonathan – Mimura Takuya",
                 "</script><script>alert(1)</script>", "<!--<script>", "-->",
                 "\" ' & &lt; \\ \\u003c", "$style $data $script", "\xe2\x80\xa8\xe2\x80\xa9",
                 "\x01\x1f\x7f\r\n\t", "\xf0\x9f\x98\x80");
    CAPTURE(name);
    const ordered_json game = game_json(name, 3);
    const PageText parts = parts_of(report_page(game));
    CHECK(parts.before == plain.before);
    CHECK(parts.after == plain.after);
    CHECK(ordered_json::parse(parts.data) == game);
    CHECK_FALSE(contains(parts.data, "<"));
    for (const char letter : parts.data) CHECK((letter >= ' ' && letter <= '~' + 1));
}

TEST_CASE("bytes that are not UTF-8 in a report's names are replaced") {
    const std::string name = GENERATE(as<std::string>(), "M\xfcller", "\xff", "a\xc3", "\xc0\xaf",
                                      "\xed\xa0\x80", "\x80</script>");
    const PageText parts = parts_of(report_page(game_json(name, 1)));
    const auto shown = ordered_json::parse(parts.data).at("title").get<std::string>();
    CHECK(contains(shown, "\xef\xbf\xbd"));
    CHECK_FALSE(contains(parts.data, "<"));
}

TEST_CASE("a report refers to no other file") {
    check_refers_to_no_file(parts_of(report_page(game_json("http://example.org", 1))));
}

TEST_CASE("a report is small") {
    const PageText parts = parts_of(report_page(game_json("", 60)));
    CHECK(parts.before.size() + parts.after.size() < 40'000);
    CHECK(parts.data.size() < 100'000);
}
