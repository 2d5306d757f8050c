#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

using namespace emilia::testing;
using nlohmann::json;

namespace {

const std::string ffo_file = data_path("ffo/fforum-1-19.obf");
// The first position of that file; its best score is +18, by g8.
const std::string ffo = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

Finished solve(Words words) {
    words.insert(words.begin(), {"solve", "--threads", "1", "--hash", "16"});
    return run_program(words);
}

/// The records and, last, the totals.
struct Solved {
    std::vector<json> problems;
    json totals;
};

Solved parsed(const std::string& output) {
    Solved solved;
    for (const std::string& line : split_lines(output))
        solved.problems.push_back(json::parse(line));
    REQUIRE_FALSE(solved.problems.empty());
    solved.totals = solved.problems.back();
    solved.problems.pop_back();
    return solved;
}

Solved solve_to_json(const Words& words, int status = 0) {
    Words all = words;
    all.emplace_back("--json");
    const Finished run = solve(all);
    CHECK(run.status == status);
    return parsed(run.output);
}

/// Checks what every object that `solve` prints promises.
void check_promises(const Solved& solved, bool estimates = false) {
    const json& totals = solved.totals;
    CHECK(totals.at("format") == 1);
    CHECK(totals.at("problems") == solved.problems.size());
    std::uint64_t nodes = 0;
    int wrong = 0;
    for (const json& problem : solved.problems) {
        CAPTURE(problem.dump());
        CHECK(problem.at("format") == 1);
        CHECK(problem.at("board").get<std::string>().size() == 64);
        CHECK((problem.at("player") == "X" || problem.at("player") == "O"));
        CHECK(problem.at("id").is_number_integer());
        CHECK(problem.at("line") >= problem.at("id"));
        CHECK(problem.at("empties").is_number_integer());
        CHECK(problem.at("score").is_number());
        CHECK(problem.at("seconds") >= 0);
        CHECK((problem.at("expected").is_number_integer() || problem.at("expected").is_null()));
        CHECK(problem.contains("best_move") == problem.at("expected").is_number_integer());
        CHECK(problem.at("pv").at(0) == problem.at("move"));
        nodes += problem.at("nodes").get<std::uint64_t>();
        const bool known = !problem.at("expected").is_null();
        wrong += known && problem.at("score") != problem.at("expected") ? 1 : 0;
    }
    CHECK(totals.at("nodes") == nodes);
    CHECK(totals.at("seconds").get<double>() > 0);
    CHECK(totals.contains("wrong") == !estimates);
    if (!estimates) CHECK(totals.at("wrong") == wrong);
}

} // namespace

TEST_CASE("solve gets the FFO positions 1 to 19 right") {
    const Finished run = solve({ffo_file});
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    const Words lines = split_lines(run.output);
    REQUIRE(lines.size() == 21);
    const Pattern row(R"( *([0-9]+) +[0-9]+ +([+-][0-9]+) +([+-][0-9]+) +[a-h][1-8] +[0-9,]+ )"
                      R"(+[0-9.]+ +[0-9,]+  ([a-h][1-8]|pa)+)");
    for (std::size_t i = 1; i < 20; ++i) {
        CAPTURE(lines[i]);
        Parts fields;
        REQUIRE(matches(lines[i], fields, row));
        CHECK(fields[1] == std::to_string(i));
        CHECK(fields[2] == fields[3]);
    }
    const Pattern totals(R"(19 problems, [0-9,]+ nodes in [0-9.]+ s, [0-9,]+ nodes/s, 0 wrong)");
    CHECK(matches(lines.back(), totals));
}

TEST_CASE("solve --json has every promised key") {
    const Solved result = solve_to_json({ffo_file});
    CHECK(result.totals.size() == 5);
    check_promises(result);
    REQUIRE(result.problems.size() == 19);
    CHECK(result.totals.at("wrong") == 0);
    const json& first = result.problems.at(0);
    CHECK(first.at("id") == 1);
    CHECK(first.at("empties") == 14);
    CHECK(first.at("score") == 18);
    CHECK(first.at("expected") == 18);
    CHECK(first.at("move") == "g8");
}

TEST_CASE("solve counts the same nodes for a problem, whatever else the file contains") {
    const TemporaryFile file(ffo + "; G8:+18\n" + ffo + "; G8:+18\n");
    const auto found = solve_to_json({file.path()}).problems;
    REQUIRE(found.size() == 2);
    CHECK(found.at(0).at("nodes") == found.at(1).at("nodes"));
    CHECK(found.at(0).at("nodes") > 0);
}

TEST_CASE("solve --wld gives win, draw and loss") {
    const Solved result = solve_to_json({"--wld", ffo_file});
    check_promises(result);
    CHECK(result.totals.at("wrong") == 0);
    const Solved exact = solve_to_json({ffo_file});
    REQUIRE(result.problems.size() == exact.problems.size());
    int kinds = 0;
    for (std::size_t i = 0; i < exact.problems.size(); ++i) {
        const int score = exact.problems.at(i).at("score");
        const int sign = (score > 0) - (score < 0);
        CHECK(result.problems.at(i).at("score") == sign);
        CHECK(result.problems.at(i).at("expected") == sign);
        kinds |= 1 << (sign + 1);
    }
    CHECK(kinds == 7); // the file has all three
}

TEST_CASE("solve takes a file from standard input, a board or moves") {
    const Solved piped = parsed(run_program({"solve", "-", "--json"}, ffo + "; G8:+18\n").output);
    CHECK(piped.problems.at(0).at("score") == 18);
    CHECK(piped.problems.at(0).at("expected") == 18);
    const Solved board = solve_to_json({ffo});
    CHECK(board.problems.at(0).at("score") == 18);
    CHECK(board.problems.at(0).at("expected").is_null());
    const Solved moves = solve_to_json({"f5d6", "c3", "--depth", "2"});
    CHECK(moves.problems.at(0).at("empties") == 57);

    const Finished wrong = solve({ffo.substr(0, 64) + "Q"});
    CHECK(wrong.status == 2);
    CHECK(contains(wrong.errors, "'Q' is not a side to move"));
    CHECK(contains(solve({"f5a1"}).errors, "invalid moves: move 2: a1 is not a legal move"));
    CHECK(contains(solve({"f5d6.obf"}).errors, "cannot read 'f5d6.obf'"));
    CHECK(solve({"one.obf", ffo}).status == 2);
}

TEST_CASE("solve --depth measures the midgame search, whose errors do not count as failures") {
    const Solved result = solve_to_json({"--depth", "2", ffo_file});
    CHECK(result.totals.size() == 6);
    check_promises(result, true);
    double errors = 0;
    for (const json& problem : result.problems) {
        errors +=
            std::abs(problem.at("score").get<double>() - problem.at("expected").get<double>());
    }
    CHECK(errors > 0);
    const double mean = std::round(100 * errors / 19) / 100;
    CHECK(result.totals.at("mean_absolute_error").dump() == json(mean).dump()); // no 3.6599999
    const double rate = result.totals.at("best_move_rate");
    CHECK(rate > 0.0);
    CHECK(rate < 1.0);
    CHECK(std::abs(rate * 19 - std::round(rate * 19)) < 0.001);

    const Finished table = solve({"--depth", "2", ffo_file});
    CHECK(table.status == 0);
    const Pattern means(
        R"(mean absolute error [0-9]+\.[0-9]{2} discs, best move found [0-9]+\.[0-9] %)");
    CHECK(matches(split_lines(table.output).back(), means));

    const Finished deep = solve({"--depth", "60", ffo_file, "--json"});
    CHECK(parsed(deep.output).totals.at("mean_absolute_error") == 0.0);
    CHECK(parsed(deep.output).totals.at("best_move_rate") == 1.0);
}

TEST_CASE("solve marks a score that differs from the file's, and its status is 1") {
    const TemporaryFile file(ffo + "; G8:+18; H1:+12\n" + ffo + "; G8:+16\n");
    const Finished run = solve({file.path()});
    CHECK(run.status == 1);
    CHECK(run.errors.empty());
    const Words lines = split_lines(run.output);
    REQUIRE(lines.size() == 4);
    CHECK_FALSE(lines[1].ends_with("WRONG"));
    CHECK(lines[2].ends_with("  WRONG"));
    CHECK(lines[3].ends_with(", 1 wrong"));

    const Solved result = solve_to_json({file.path()}, 1);
    check_promises(result);
    CHECK(result.totals.at("wrong") == 1);
    // Both scores are wins, and a midgame search proves nothing.
    CHECK(solve({"--wld", file.path()}).status == 0);
    CHECK(solve({"--depth", "2", file.path()}).status == 0);
}

TEST_CASE("solve reports a line that it cannot read, and solves the others") {
    const TemporaryFile file("% a comment\n\n" + ffo + "; G8:+18\nrubbish\n# another\n" + ffo
                             + "; G8:+99\n" + ffo + ";\r\n");
    const auto mode = GENERATE(Words{}, Words{"--wld"}, Words{"--depth", "2"});
    CAPTURE(mode);
    Words words = mode;
    words.insert(words.end(), {file.path(), "--json"});
    const Finished run = solve(words);
    CHECK(run.status == 1);
    const Words errors = split_lines(run.errors);
    REQUIRE(errors.size() == 2);
    CHECK(errors[0].starts_with("emilia: " + file.path() + ":4: "));
    CHECK(errors[1].starts_with("emilia: " + file.path() + ":6: "));
    const Solved result = parsed(run.output);
    check_promises(result, mode.size() == 2);
    const auto& found = result.problems;
    REQUIRE(found.size() == 2);
    CHECK(found.at(0).at("id") == 1);
    CHECK(found.at(0).at("line") == 3);
    CHECK(found.at(1).at("id") == 2); // what is no problem takes no number
    CHECK(found.at(1).at("line") == 7);
    CHECK(found.at(1).at("expected").is_null());
}
