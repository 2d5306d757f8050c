#include "engine/notation/formats/obf.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <set>

#include <nlohmann/json.hpp>

using namespace emilia::testing;
using nlohmann::json;

namespace {

const std::string base = data_path("wthor/WTH_1978.wtb");

Finished puzzles(Words words, const Words& games = {base}) {
    words.insert(words.begin(), games.begin(), games.end());
    words.insert(words.begin(), {"puzzles", "--threads", "2", "--hash", "1"});
    return run_program(words);
}

} // namespace

TEST_CASE("puzzles are problems that solve finds right, each another position") {
    const Finished run = puzzles({"--count", "6", "--empties", "6-9"});
    CAPTURE(run.errors);
    CHECK(run.status == 0);
    const auto lines = split_lines(run.output);
    REQUIRE(lines.size() == 6);
    std::set<std::string> boards;
    for (const std::string& line : lines) {
        CAPTURE(line);
        CHECK(contains(line, "; % hardness "));
        CHECK(contains(line, " 1978, move "));
        const auto problem = emilia::parse_obf(line);
        REQUIRE(problem);
        CHECK(problem->position.board.empties() >= 6);
        CHECK(problem->position.board.empties() <= 9);
        CHECK(problem->moves[0].discs > problem->moves[1].discs);
        boards.insert(line.substr(0, 64));
    }
    CHECK(boards.size() == 6);
    const TemporaryFile file(run.output);
    const Finished solved = run_program({"solve", file.path(), "--threads", "1", "--hash", "4"});
    CHECK(solved.status == 0);
    CHECK(contains(solved.output, "6 problems"));
    CHECK(contains(solved.output, " 0 wrong"));
}

TEST_CASE("the same puzzles come with any number of threads") {
    const Words limits{"--count", "6", "--empties", "6-8"};
    const std::string two = puzzles(limits).output;
    Words words{"puzzles", base, "--threads", "1", "--hash", "1"};
    words.insert(words.end(), limits.begin(), limits.end());
    CHECK(run_program(words).output == two);
}

TEST_CASE("a puzzle as JSON says its position, moves, hardness and game") {
    const Finished run = puzzles({"--count", "1", "--empties", "6-12", "--goal", "win", "--json"});
    const auto lines = split_lines(run.output);
    REQUIRE(lines.size() == 1);
    for (const std::string& line : lines) {
        const json puzzle = json::parse(line);
        CHECK(puzzle.at("format") == 1);
        CHECK(puzzle.at("goal") == "win");
        CHECK(puzzle.at("position").get<std::string>().size() == 66);
        CHECK(puzzle.at("moves")[0].at("score") > 0);
        CHECK(puzzle.at("moves")[1].at("score") <= 0);
        CHECK(puzzle.at("date") == "1978");
        CHECK(puzzle.at("hardness") >= 0);
        CHECK(puzzle.at("ply") > 40);
    }
}

TEST_CASE("hardness and the choice of games limit the puzzles") {
    const Finished hard =
        puzzles({"--count", "3", "--empties", "7-8", "--hardness", "4-11", "--json"});
    for (const std::string& line : split_lines(hard.output))
        CHECK(json::parse(line).at("hardness") >= 4);
    const Finished one = puzzles({"--index", "2", "--empties", "6-9"});
    CHECK(one.status == 0);
    CHECK(split_lines(one.output).size() <= 1);
    CHECK(contains(one.errors, "in 1 game; take more games"));
}

TEST_CASE("wrong input of puzzles is refused with the cure") {
    CHECK(contains(puzzles({"--player", "nobody at all"}).errors, "games is selected"));
    const TemporaryFile text("no game at all\n");
    const Finished nothing = puzzles({}, {text.path()});
    CHECK(nothing.status == 1);
    CHECK(contains(nothing.errors, "no game could be read"));
    const std::string refused = refusals({{"puzzles"},
                                          {"puzzles", base, "--empties", "30"},
                                          {"puzzles", base, "--empties", "9-8"},
                                          {"puzzles", base, "--hardness", "12"},
                                          {"puzzles", base, "--goal", "draw"},
                                          {"puzzles", base, "--count", "0"}},
                                         2);
    CHECK(contains(refused, "puzzles needs a file of games"));
    CHECK(contains(refused, "--empties is a number or a range within 2-20, not '30'"));
    CHECK(contains(refused, "--hardness is a number or a range within 0-11, not '12'"));
    CHECK(contains(refused, "--goal must be one of best, win, not 'draw'"));
}
