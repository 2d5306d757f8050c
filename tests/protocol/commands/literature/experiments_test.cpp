#include "protocol/commands/literature/literature.h"
#include "tests/catch.h"
#include "tests/protocol/commands/literature/captured_output.h"
#include "tests/protocol/temporary_file.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

using namespace emilia;
using emilia::testing::output_of;
using emilia::testing::TemporaryFile;

namespace {

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("the experiments refuse wrong options") {
    for (const Arguments& words :
         {Arguments{"--games", "0"}, Arguments{"--games", "x"}, Arguments{"--seed", "-1"},
          Arguments{"--depth", "3"}, Arguments{"file"}}) {
        CAPTURE(words);
        CHECK_THROWS_AS(run_literature_speed_up(words), UsageError);
    }
    for (const Arguments& words :
         {Arguments{"--depth", "0"}, Arguments{"--depth", "28"}, Arguments{"--runs", "0"},
          Arguments{"--games", "1"}, Arguments{"a.obf", "b.obf"}}) {
        CAPTURE(words);
        CHECK_THROWS_AS(run_literature_zero_window(words), UsageError);
    }
}

TEST_CASE("the experiments' --help shows their options") {
    const std::string speed_up =
        output_of([] { CHECK(run_literature_speed_up({"--help"}) == ExitStatus::ok); });
    CHECK(has(speed_up, "--games"));
    CHECK(has(speed_up, "--seed"));
    const std::string zero_window =
        output_of([] { CHECK(run_literature_zero_window({"--help"}) == ExitStatus::ok); });
    CHECK(has(zero_window, "--depth"));
    CHECK(has(zero_window, "--runs"));
}

TEST_CASE("zero-window prints a row for each depth and Bill's") {
    const TemporaryFile file(
        "% a comment\n"
        "-------------O----XXOO---XXOXO---OOOOOOO-OOXXXOO--XXXX-O--XXXXX- X;\n");
    const std::string output = output_of([&] {
        CHECK(run_literature_zero_window({file.path(), "--depth", "3", "--runs", "2"})
              == ExitStatus::ok);
    });
    CHECK(has(output, "1 position\n"));
    for (const std::string_view row :
         {"\n| 1 | ", "\n| 2 | ", "\n| 3 | ", "\n| Bill (published) | "})
        CHECK(has(output, row));
    CHECK_FALSE(has(output, "\n| 4 | "));
}

TEST_CASE("zero-window refuses files without positions and positions near their end") {
    const TemporaryFile empty("% nothing\n");
    CHECK_THROWS_AS(run_literature_zero_window({empty.path()}), std::runtime_error);
    const TemporaryFile wrong("what is this\n");
    try {
        (void)run_literature_zero_window({wrong.path()});
        FAIL("read what is no position");
    } catch (const std::runtime_error& error) {
        CHECK(has(error.what(), fmt::format("{}:1: ", wrong.path())));
    }
    const TemporaryFile late(fmt::format("{:X<50}OOOO---------- X;\n", ""));
    CHECK_THROWS_AS(run_literature_zero_window({late.path(), "--depth", "10"}), std::runtime_error);
    CHECK_THROWS_AS(run_literature_zero_window({"/nowhere/no.obf"}), std::runtime_error);
}
