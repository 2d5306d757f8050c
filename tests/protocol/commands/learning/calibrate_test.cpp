#include "engine/learn/calibration.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"
#include "tests/temporary_positions.h"

#include <cmath>
#include <iterator>
#include <sstream>
#include <vector>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

void append_games(const TemporaryPositions& file, std::uint32_t games) {
    Random random(92);
    for (std::uint32_t game = 0; game < games; ++game) {
        file.append(game, labelled_game(random, [](const Board&) { return Score(); }));
    }
}

Finished calibrate(const std::string& file, const Words& more) {
    Words words = {"calibrate", file, "--depth", "5", "--hash", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
}

} // namespace

TEST_CASE("calibrate prints each phase's pairs and the curve, and writes it as a header") {
    const TemporaryPositions file;
    append_games(file, 40);
    const TemporaryFile header;
    const Finished run = calibrate(file.path(), {"--empties", "17-26", "--output", header.path()});
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    const Words lines = split_lines(run.output);
    REQUIRE(lines.size() == 14); // two phases of four pairs
    CHECK(lines[0] == "empties shallow deep positions  slope intercept deviation  curve");
    CHECK(lines[1].starts_with("     19       0    2 "));
    CHECK(lines[4].starts_with("     19       3    5 "));
    CHECK(lines[5].starts_with("     24       0    2 "));
    CHECK(lines[10] == "empties    base   scale   decay");
    CHECK(lines[13] == fmt::format("written: '{}'", header.path()));

    const std::string text = header.text();
    CHECK_THAT(text, ContainsSubstring("emilia calibrate"));
    CHECK_THAT(text, ContainsSubstring("searched full-width to 5 plies"));
    CHECK_THAT(text, ContainsSubstring(fmt::format("margins_weights_checksum = 0x{:08x};",
                                                   weights_checksum(embedded_weights()))));
    double squares = 0; // of the relative errors of the curve
    for (std::size_t pair = 1; pair <= 8; ++pair) {
        std::istringstream columns(lines[pair]);
        const std::vector<double> numbers(std::istream_iterator<double>(columns), {});
        REQUIRE(numbers.size() == 8);
        squares += std::pow(numbers[7] / numbers[6] - 1, 2);
    }
    Parts percent;
    REQUIRE(has_match(text, percent, Pattern("The curve is\\s+// within ([0-9.]+) % ")));
    CHECK(std::abs(std::stod(percent[1]) - 100 * std::sqrt(squares / 8)) < 1); // rounded numbers

    const Pattern row("\n    \\{([0-9]+), [0-9.]+, [0-9.]+, [0-9.]+\\},");
    Words phases;
    for (const Parts& parts : all_matches(text, row)) phases.push_back(parts[1]);
    CHECK(phases == Words{"19", "24"});

    const Finished alone = calibrate(file.path(), {"--empties", "17-26", "--threads", "1"});
    const Words again = split_lines(alone.output);
    CHECK(Words(again.begin(), again.end()) == Words(lines.begin(), lines.end() - 1));
}

TEST_CASE("calibrate refuses unusable input and says what it needs") {
    const TemporaryPositions file;
    append_games(file, 2);
    const Finished few = calibrate(file.path(), {});
    CHECK(few.status == 1);
    CHECK(few.output.empty());
    CHECK_THAT(few.errors, ContainsSubstring(": 30 are needed in each band"));

    CHECK(run_program({"calibrate"}).status == 2);
    CHECK(run_program({"calibrate", file.path(), "--depth", "4"}).status == 2);
    CHECK(run_program({"calibrate", file.path(), "--empties", "9-x"}).status == 2);
    const Finished missing = run_program({"calibrate", "/nowhere.pos"});
    CHECK(missing.status == 1);
    CHECK_THAT(missing.errors, ContainsSubstring("/nowhere.pos"));
    const Finished unwritable = calibrate(file.path(), {"--output", "/nowhere/curve.h"});
    CHECK(unwritable.status == 1);
    CHECK_THAT(unwritable.errors, ContainsSubstring("/nowhere/curve.h"));
}
