#include "engine/notation/formats/ggf.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"
#include "tests/random_game.h"

#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

std::string line_of(Program& program) {
    const auto line = program.read_line();
    REQUIRE(line);
    return *line;
}

/// Reads one or more lines of thoughts and counters and returns the line behind them.
std::string line_after_counters(Program& program) {
    const Pattern thoughts("nodestats [0-9]+ [0-9]+\\.[0-9]+"
                           "|(search|book) [A-H1-8P-]+ -?[0-9.]+ [0-9]+ [0-9%W]+");
    std::string line = line_of(program);
    REQUIRE(matches(line, thoughts));
    while (matches(line, thoughts)) line = line_of(program);
    return line;
}

/// Asks for a move as NBoard does, and returns the text after `=== `.
std::string ask_for_move(Program& program, int ping) {
    program.send("ping " + std::to_string(ping) + "\ngo\n");
    CHECK(line_of(program) == "pong " + std::to_string(ping));
    CHECK(line_of(program) == "status Emilia is thinking");
    const std::string move = line_after_counters(program);
    REQUIRE(move.starts_with("=== "));
    CHECK(line_of(program) == "status");
    return move.substr(4);
}

/// Starts a program and greets it.
struct GreetedProgram : Program {
    void set_depth(int depth) {
        send(fmt::format("set depth {}\n", depth));
        CHECK(line_of(*this) == fmt::format("set myname Emilia-{}", depth));
    }
    void search_endlessly() { set_depth(60); } // for years

    GreetedProgram() : Program({"--threads", "1", "--hash", "16", "--no-book"}) {
        send("nboard 2\n");
        CHECK(line_of(*this) == "set myname Emilia");
        CHECK(line_of(*this) == "status");
    }
};

/// Waits for the first result of the search.
void wait_for_search(Program& program) {
    while (!line_of(program).starts_with("nodestats ")) continue;
}

/// Reads the output up to `last` and checks that it contains only the rest of a search.
void finish_search(Program& program, const std::string& last) {
    const Pattern of_search("(search [A-H1-8P-]+ -?[0-9.]+ 0 [0-9%W]+|nodestats [0-9]+ [0-9.]+"
                            "|=== [a-h][1-8]/-?[0-9.]+/[0-9.]+|status)");
    for (std::string line = line_of(program); line != last; line = line_of(program)) {
        CAPTURE(line);
        REQUIRE(matches(line, of_search));
    }
}

} // namespace

TEST_CASE("by NBoard's protocol the program plays legal moves for a whole game") {
    GreetedProgram program;
    Game game;
    game.time = TimeControl{.seconds = 300};
    program.set_depth(4);
    program.send("set game " + to_ggf(game) + '\n');
    Random random(7);
    for (int ping = 1; !game.position().board.is_over(); ++ping) {
        const Color color = game.position().to_move;
        std::string move;
        if (color == Color::black) {
            move = ask_for_move(program, ping);
        } else {
            // The opponent moves at random, so that the game has passes and surprises.
            move = to_string(random_move(game.position().board, random)) + "//0.5";
        }
        const auto played = parse_ggf_move(move, color);
        CAPTURE(game.moves().size(), move);
        REQUIRE(played);
        REQUIRE(game.play(*played));
        // Now and then NBoard sends the whole game again.
        program.send(ping % 9 == 0 ? "set game " + to_ggf(game) + '\n' : "move " + move + '\n');
    }
    CHECK(game.moves().size() > 30);
    CHECK(ask_for_move(program, 1000) == "PA");
    program.send("move a1\n");
    CHECK(line_of(program) == "status Error: the game is over");
    program.close_input();
    const Finished finished = program.finish();
    CHECK(finished.status == 0);
    CHECK(finished.output.empty());
    CHECK(finished.errors.empty());
}

TEST_CASE("ping stops an endless hint, and no more of its output follows the pong") {
    GreetedProgram program;
    program.search_endlessly();
    program.send("ping 1\n");
    CHECK(line_of(program) == "pong 1");
    program.send("hint 64\n");
    CHECK(line_of(program) == "status Emilia is analyzing");
    wait_for_search(program);
    program.send("ping 2\n");
    finish_search(program, "pong 2");
    for (int number = 3; number < 100; ++number) { // time for a search that has not stopped
        program.send(fmt::format("ping {}\n", number));
        CHECK(line_of(program) == fmt::format("pong {}", number));
    }
}

TEST_CASE("a burst of changes while a search runs is answered in order, for the last position") {
    GreetedProgram program;
    program.search_endlessly();
    program.send("ping 1\nhint 4\n");
    CHECK(line_of(program) == "pong 1");
    CHECK(line_of(program) == "status Emilia is analyzing");
    wait_for_search(program);
    program.send("move F5\nmove D6\nset depth 1\nset contempt 0\nping 7\nhint 1\n");
    finish_search(program, "set myname Emilia-1");
    CHECK(line_of(program) == "pong 7");
    CHECK(line_of(program) == "status Emilia is analyzing");
    const std::string hint = line_of(program);
    Parts fields;
    REQUIRE(matches(hint, fields, Pattern("search ([A-H][1-8]) -?[0-9.]+ 0 1")));
    Game game;
    for (const char* move : {"f5", "d6"}) REQUIRE(game.play(*parse_square(move)));
    CHECK(game.position().board.is_legal(*parse_square(fields[1])));
}

TEST_CASE("the end of the input stops NBoard's search and the program, with status 0") {
    const std::string search = GENERATE("go", "hint 1", "hint 64", "analyze");
    CAPTURE(search);
    GreetedProgram program;
    program.search_endlessly();
    program.send(search + '\n');
    CHECK(line_of(program).starts_with("status Emilia is "));
    if (search.starts_with("hint")) wait_for_search(program);
    program.close_input();
    const Finished finished = program.finish();
    CHECK(finished.status == 0);
    CHECK(finished.errors.empty());
    CHECK(finished.output.find("pong") == std::string::npos);
}

TEST_CASE("quit stops NBoard's search and the program even if the input stays open") {
    GreetedProgram program;
    program.search_endlessly();
    program.send("hint 64\n");
    CHECK(line_of(program) == "status Emilia is analyzing");
    wait_for_search(program);
    program.send("quit\nping 5\n");
    const Finished finished = program.finish();
    CHECK(finished.status == 0);
    CHECK(finished.errors.empty());
    CHECK(finished.output.find("pong") == std::string::npos);
}

TEST_CASE("NBoard's counters run while go thinks") {
    GreetedProgram program;
    program.search_endlessly();
    program.send("go\n");
    CHECK(line_of(program) == "status Emilia is thinking");
    std::vector<std::uint64_t> nodes;
    while (nodes.size() < 3) { // the search is endless, so all of these come while it runs
        Parts fields;
        const std::string line = line_of(program);
        if (matches(line, fields, Pattern("nodestats ([0-9]+) [0-9]+\\.[0-9]+"))) {
            nodes.push_back(std::stoull(fields[1]));
        } else {
            CHECK(line.starts_with("search "));
        }
    }
    CHECK(nodes[0] < nodes[1]);
    CHECK(nodes[1] < nodes[2]);
}

TEST_CASE("the graph of a game shows black's view") {
    // Black wins all discs with its fifth move, and knows it at its fourth.
    const std::string wipe_out = "B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]";
    const std::string board = "---------------------------O*------*O---------------------------";
    GreetedProgram program;
    program.send("set game (;GM[Othello]BO[8 " + board + " *]" + wipe_out + ";)\n");
    program.set_depth(4);
    program.send("analyze\n");
    CHECK(line_of(program) == "status Emilia is analyzing the game");
    CHECK(line_of(program) == "analysis 9 64.00"); // white is to move, with no disc
    CHECK(line_of(program) == "analysis 8 64.00"); // black is to move
    for (int position = 7; position >= 0; --position)
        CHECK(line_of(program).starts_with("analysis " + std::to_string(position) + ' '));
    CHECK(matches(line_of(program), Pattern("nodestats [1-9][0-9]* [0-9]+\\.[0-9]+")));
    CHECK(line_of(program) == "status");
}

TEST_CASE("go shows its best move at each depth, and a level that doesn't err plays the last one") {
    const int level = GENERATE(6, 21);
    GreetedProgram program;
    program.set_depth(level);
    program.send("set game (;GM[Othello]TI[0]B[F5];)\ngo\n");
    CHECK(line_of(program) == "status Emilia is thinking");
    std::string shown;
    std::string line = line_of(program);
    for (int depth = 1; line.starts_with("search "); ++depth, line = line_of(program)) {
        Parts fields;
        REQUIRE(matches(line, fields,
                        Pattern("search ([A-H][1-8])(-[A-H][1-8])* (-?[0-9.]+) 0 ([0-9]+)")));
        CHECK(fields[4] == std::to_string(depth));
        const auto square = parse_square(fields[1]);
        REQUIRE(square);
        shown = fmt::format("=== {}/{}/", to_string(*square), fields[3]);
    }
    CHECK(line.starts_with("nodestats "));
    const std::string move = line_of(program);
    CHECK(move.starts_with(level < 21 ? "=== " : shown));
    CHECK(line_of(program) == "status");
}

TEST_CASE("NBoard's engine has its level in its name, unless another player chooses the moves") {
    GreetedProgram program;
    program.set_depth(12);
    program.send("set depth 12\nping 1\n");
    CHECK(line_of(program) == "pong 1"); // no need to say it again
    program.set_depth(6);
    Program with_level({"--hash", "1", "--no-book", "--level", "9"});
    with_level.send("nboard 2\n");
    CHECK(line_of(with_level) == "set myname Emilia-9");
}

TEST_CASE("a value of a proven win is the best estimate, not the smallest win") {
    // At this level the last search before the outcome sees six plies; the exact score is +18.
    GreetedProgram program;
    program.set_depth(6);
    program.send("set game (;GM[Othello]BO[8 "
                 "--*****--OOO**-O-OOO**O*-O*O*O**O***O***--*O*O**-***OOO--OOOOO-- *];)\ngo\n");
    CHECK(line_of(program) == "status Emilia is thinking");
    std::string move = line_after_counters(program);
    Parts fields;
    REQUIRE(matches(move, fields, Pattern("=== [a-h][1-8]/([0-9.]+)/[0-9.]+")));
    CHECK(std::stod(fields[1]) > 2);
}

TEST_CASE("an interrupted go still gives a legal move") {
    GreetedProgram program;
    program.search_endlessly();
    for (int repeat = 0; repeat < 20; ++repeat) {
        program.send("go\n");
        CHECK(line_of(program) == "status Emilia is thinking");
        program.send("set contempt 0\n");
        const std::string move = line_after_counters(program);
        CAPTURE(move);
        CHECK(matches(move, Pattern("=== (d3|c4|f5|e6)/-?[0-9.]+/[0-9.]+")));
        CHECK(line_of(program) == "status");
    }
}

TEST_CASE("each line of nonsense gets an NBoard status line, and the session goes on") {
    const std::string text = GENERATE(
        std::string(100'000, 'x'), std::string("move \x01\x02\xff\xfe"), std::string("\xc3\xa9"),
        std::string("set game (;GM[Othello]") + std::string(100'000, '('),
        "ping 99999999999999999999", std::string("hint 99999999999999999999"),
        std::string("move f5/1e999"));
    CAPTURE(text.size());
    const Finished run =
        run_program({"--protocol", "nboard", "--hash", "1"}, text + "\nset depth 1\nping 3\n");
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    const auto lines = split_lines(run.output);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].starts_with("status Error: "));
    CHECK(lines[0].size() < 200);
    for (const char character : lines[0]) CHECK((character >= ' ' && character < '\x7f'));
    CHECK(lines[1] == "pong 3");
}

TEST_CASE("with --ponder NBoard's own echo of a move and its pings are answered at once") {
    Program program({"--time", "0.01", "--threads", "1", "--hash", "16", "--ponder"});
    program.send("nboard 2\n");
    CHECK(line_of(program) == "set myname Emilia");
    CHECK(line_of(program) == "status");
    Game game;
    for (int ping = 1; ping <= 10; ++ping) {
        const std::string move = ask_for_move(program, 2 * ping);
        const auto square = parse_square(move.substr(0, 2));
        REQUIRE(square);
        REQUIRE(game.play(*square));
        const Square reply = first_square(game.position().board.legal_moves());
        REQUIRE(game.play(reply));
        program.send("move " + move + "\nping " + std::to_string(2 * ping + 1) + "\nmove "
                     + to_string(reply) + "\n");
        CHECK(line_of(program) == "pong " + std::to_string(2 * ping + 1));
    }
    program.close_input();
    CHECK(program.finish().status == 0);
}
