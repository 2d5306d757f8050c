#include "engine/notation/formats/obf.h"
#include "engine/notation/square_text.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

std::string line_of(Program& program) {
    const auto line = program.read_line();
    REQUIRE(line);
    return *line;
}

/// The contents of a result line.
struct Result {
    std::string move;
    int depth = 0;
    int confidence = 0;
    double lower = 0;
    double upper = 0;
};

Result parse_result(const std::string& line) {
    static const Pattern pattern(
        "[-XO]{65}, move ([A-H][1-8]), depth ([0-9]+), @([0-9]+)%, "
        "[BW]([-+][0-9.]+) <= v <= [BW]([-+][0-9.]+), [a-hp1-8]+, node [0-9]+, time [0-9.]+");
    Parts parts;
    CAPTURE(line);
    REQUIRE(matches(line, parts, pattern));
    return {parts[1], std::stoi(parts[2]), std::stoi(parts[3]), std::stod(parts[4]),
            std::stod(parts[5])};
}

/// The last result line of a search.
Result answer(Program& program, const std::string& command) {
    program.send(fmt::format("ENGINE-PROTOCOL {}\n", command));
    std::string last;
    for (std::string line = line_of(program); line != "ready."; line = line_of(program))
        last = line;
    return parse_result(last);
}

std::string board_of(const Problem& problem) {
    std::string text = to_obf(problem).substr(0, 66);
    text.erase(64, 1); // the blank before the side to move
    return text;
}

} // namespace

TEST_CASE("Cassio's endgame searches agree with the scores of FFO problems, in every window") {
    Program program({"--threads", "1", "--hash", "16"});
    for (const std::string& line : lines_of("ffo/fforum-1-19.obf")) {
        const auto problem = parse_obf(line);
        REQUIRE(problem);
        const int score = *problem->best_discs();
        const std::string board = board_of(*problem);
        CAPTURE(board, score);
        const Result open = answer(program, fmt::format("endgame-search {} -64 64 100", board));
        CHECK(open.lower == score);
        CHECK(open.upper == score);
        CHECK(open.confidence == 100);
        CHECK(problem->discs_of(*parse_square(open.move)) == score);
        const Result above =
            answer(program, fmt::format("endgame-search {} {} 64 100", board, score + 1));
        CHECK(above.lower == -64);
        CHECK(above.upper == score + 1);
        const Result below =
            answer(program, fmt::format("endgame-search {} -64 {} 100", board, score - 1));
        CHECK(below.lower == score - 1);
        CHECK(below.upper == 64);
        // A midgame search with a depth that reaches the end is the same search.
        const Result deep = answer(program, fmt::format("midgame-search {} -64 64 60 100", board));
        CHECK(deep.lower == score);
        CHECK(deep.upper == score);
    }
}

TEST_CASE(
    "a precision below 100 saves nodes in Cassio's endgame searches, and the result shows it") {
    const auto problem = parse_obf(lines_of("ffo/fforum-40-59.obf").front());
    REQUIRE(problem);
    for (const auto& [asked, given] : {std::pair(50, 63), std::pair(80, 81), std::pair(95, 99)}) {
        Program program({"--threads", "1", "--hash", "16"});
        const Result result =
            answer(program, fmt::format("endgame-search {} -64 64 {}", board_of(*problem), asked));
        CHECK(result.confidence == given);
        CHECK(result.depth == 20);
    }
}

TEST_CASE("new-position clears the table, so that Cassio's searches can be repeated") {
    const std::string start = "---------------------------OX------XO---------------------------X";
    Program program({"--threads", "1", "--hash", "16"});
    const auto answers = [&] {
        program.send(fmt::format("ENGINE-PROTOCOL midgame-search {} -64 64 10 73\n", start));
        std::string all;
        for (std::string line = line_of(program); line != "ready."; line = line_of(program))
            all += line.substr(0, line.find(", time"));
        return all;
    };
    const std::string first = answers();
    CHECK(answers() != first); // the table shortens it
    program.send("ENGINE-PROTOCOL new-position\n");
    CHECK(line_of(program) == "ready.");
    CHECK(answers() == first);
    program.send("ENGINE-PROTOCOL empty-hash\n");
    CHECK(line_of(program) == "ready.");
    CHECK(answers() == first);
}

TEST_CASE("time and nodes from the command line limit Cassio's searches, too") {
    const std::string limit = GENERATE("--time", "--nodes");
    Program program({"--threads", "1", "--hash", "16", limit, limit == "--time" ? "0.05" : "5000"});
    const Result result =
        answer(program, "endgame-search "
                        "---------------------------OX------XO---------------------------X "
                        "-64 64 100");
    CHECK(result.depth < 60);
}

TEST_CASE("the bounds of a Cassio search are right however early it is stopped") {
    // The scores are 32 and −4.
    const std::pair<std::string, int> positions[] = {
        {"OXO--O--XXO-OO-XXXXOOOO-OOOOOXOO-OOOOXO-X-XOOOXO-XXOOOOO--OOOOOOO", 32},
        {"XOOO--X--XOXOXO-XXO-X---XXOXOXX-XOXXOOXOXOOXOOOXXOOOOOO-XOX-O-OOO", -4}};
    for (const auto& [board, score] : positions) {
        for (const char* const window : {"-64 64", "31.5 32.5", "-5 -3", "0 1"}) {
            for (int nodes = 300; nodes < 60'000; nodes = nodes * 3 / 2) {
                Program program(
                    {"--threads", "1", "--hash", "1", "--nodes", std::to_string(nodes)});
                program.send(
                    fmt::format("ENGINE-PROTOCOL endgame-search {} {} 100\n", board, window));
                for (std::string line = line_of(program); line != "ready.";
                     line = line_of(program)) {
                    const Result result = parse_result(line);
                    // A full-width search to the end is certain.
                    if (result.confidence < 100 || result.depth < 13) continue;
                    CAPTURE(board, window, nodes, line);
                    CHECK(result.lower <= score);
                    CHECK(result.upper >= score);
                }
            }
        }
    }
}
