#include "engine/notation/game.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <chrono>
#include <thread>
#include <vector>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// Returns the text of a reply that must not be an error.
std::string answer(Program& program, const std::string& command) {
    program.send(command + '\n');
    const auto line = program.read_line();
    const auto blank = program.read_line();
    REQUIRE(line);
    REQUIRE(blank);
    CAPTURE(command, *line);
    REQUIRE(line->starts_with("="));
    REQUIRE(blank->empty());
    return line->size() > 2 ? line->substr(2) : "";
}

std::string result_of(const Game& game) {
    const Position& position = game.position();
    const int discs = position.board.final_score();
    if (discs == 0) return "0";
    const Color winner = discs > 0 ? position.to_move : opposite(position.to_move);
    return (winner == Color::black ? "B+" : "W+") + std::to_string(std::abs(discs));
}

} // namespace

TEST_CASE("by GTP the program plays legal moves for both sides of whole games") {
    Program program({"--depth", "4", "--threads", "1", "--hash", "16"});
    for (const char* opening : {"d3", "f5"}) {
        CHECK(answer(program, "clear_board").empty());
        Game game;
        CHECK(answer(program, std::string("play black ") + opening).empty());
        REQUIRE(game.play(*parse_square(opening)));
        while (!game.position().board.is_over()) {
            const Color color = game.position().to_move;
            const std::string move = answer(program, "genmove " + std::string(to_string(color)));
            const auto square = parse_square(move);
            CAPTURE(opening, game.moves().size(), move);
            REQUIRE(square);
            REQUIRE(game.play(*square));
        }
        CHECK(game.moves().size() > 40);
        CHECK(answer(program, "final_score") == result_of(game));
        CHECK(answer(program, "genmove black") == "pass");
        CHECK(answer(program, "genmove white") == "pass");
        // Undo takes back the whole game, turn by turn.
        for (std::size_t turn = game.moves().size() + 2; turn > 0; --turn) {
            CHECK(answer(program, "undo").empty());
        }
        CHECK(answer(program, "play black c4").empty());
    }
    program.close_input();
    const Finished finished = program.finish();
    CHECK(finished.status == 0);
    CHECK(finished.output.empty());
    CHECK(finished.errors.empty());
}

TEST_CASE("a GTP client that sends no passes can play a whole game") {
    Program program({"--depth", "2", "--threads", "1", "--hash", "16"});
    // With these first moves black soon has to pass.
    Game game;
    for (const char* move : {"d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1"}) {
        const Color color = game.position().to_move;
        REQUIRE(game.play(*parse_square(move)));
        CHECK(answer(program, "play " + std::string(to_string(color)) + ' ' + move).empty());
    }
    int passes = 0;
    while (!game.position().board.is_over()) {
        if (game.position().board.must_pass()) {
            ++passes;
            REQUIRE(game.play(Square::pass));
        }
        const Color color = game.position().to_move;
        const auto square =
            parse_square(answer(program, "genmove " + std::string(to_string(color))));
        REQUIRE(square);
        REQUIRE(game.play(*square));
    }
    CHECK(passes > 0);
    CHECK(answer(program, "final_score") == result_of(game));
}

TEST_CASE(
    "two Emilias play whole games under a controller that hands on all passes and undoes them") {
    // After these moves black must pass.
    const std::vector<std::string> opening = {"d3", "c3", "e6", "d2", "d1", "e1", "b2", "c1"};
    const std::string depth = GENERATE("1", "3");
    const std::vector<std::string> arguments{"--depth", depth, "--threads", "1", "--hash", "1"};
    Program black(arguments);
    Program white(arguments);
    Game game;
    std::size_t turns = 0;
    const auto play = [&](Program& to, const std::string& move) {
        const Color color = turns % 2 == 0 ? Color::black : Color::white;
        CHECK(answer(to, fmt::format("play {} {}", to_string(color), move)).empty());
    };
    for (const std::string& move : opening) {
        play(black, move);
        play(white, move);
        REQUIRE(game.play(*parse_square(move)));
        ++turns;
    }
    // It knows no rules: the game ends with two passes in a row.
    for (int passes = 0; passes < 2; ++turns) {
        const bool is_black = turns % 2 == 0;
        const std::string move =
            answer(is_black ? black : white, is_black ? "genmove black" : "genmove white");
        play(is_black ? white : black, move);
        CAPTURE(turns, move);
        REQUIRE(game.play(parse_square(move).value()));
        passes = move == "pass" ? passes + 1 : 0;
    }
    CHECK(game.position().board.is_over());
    CHECK(turns == game.moves().size() + 2);
    for (Program* const program : {&black, &white}) {
        CHECK(answer(*program, "final_score") == result_of(game));
        for (std::size_t turn = turns; turn > 0; --turn) CHECK(answer(*program, "undo").empty());
        CHECK(answer(*program, "play black c4").empty());
    }
}

TEST_CASE("the same GTP commands get the same moves, whatever was played before") {
    const auto moves = [](Program& program) {
        std::string all;
        for (int turn = 0; turn < 8; ++turn) {
            all += answer(program, turn % 2 == 0 ? "genmove black" : "genmove white");
        }
        return all;
    };
    const std::vector<std::string> arguments{"--nodes", "20000", "--threads", "1",
                                             "--hash",  "1",     "--no-book"};
    Program fresh(arguments);
    Program used(arguments);
    const std::string expected = moves(fresh);
    CHECK(moves(used) == expected);
    const std::string command = GENERATE("clear_board", "boardsize 8", "set_game Othello");
    CAPTURE(command);
    CHECK(answer(used, command).empty());
    CHECK(moves(used) == expected);
}

TEST_CASE("quit ends GTP with status 0 even if the input stays open") {
    Program program({"--depth", "4", "--threads", "1", "--hash", "16"});
    program.send("genmove black\nquit\nname\n");
    const Finished finished = program.finish();
    CHECK(finished.status == 0);
    CHECK(finished.errors.empty());
    const auto lines = split_lines(finished.output);
    REQUIRE(lines.size() == 4);
    CHECK(lines[0].starts_with("= "));
    CHECK(lines[2] == "=");
}

TEST_CASE("GTP answers all commands even if the input ends during a search") {
    Program program({"--time", "0.3", "--threads", "1", "--hash", "16"});
    program.send("name\n");
    CHECK(program.read_line() == "= Emilia");
    CHECK(program.read_line() == "");
    program.send("genmove black\ngenmove white\nprotocol_version");
    program.close_input();
    const Finished finished = program.finish();
    CHECK(finished.status == 0);
    CHECK(finished.errors.empty());
    const auto lines = split_lines(finished.output);
    REQUIRE(lines.size() == 6);
    Game game;
    for (const std::size_t reply : {0U, 2U}) {
        REQUIRE(lines[reply].starts_with("= "));
        const auto square = parse_square(lines[reply].substr(2));
        REQUIRE(square);
        CHECK(game.play(*square));
    }
    CHECK(lines[4] == "= 2");
}

TEST_CASE("an analysis that the next command stops at once still shows a move") {
    constexpr int analyses = 20; // most are stopped before their first iteration
    std::string input = "name\n";
    for (int i = 0; i < analyses; ++i) input += "emilia-analyze 1\n";
    input += "name\n";
    const Finished run = run_program({"--threads", "1", "--hash", "1", "--no-book"}, input);
    const auto lines = split_lines(run.output);
    int replies = 0;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        if (lines[i] != "=") continue;
        ++replies;
        CHECK(lines[i + 1].starts_with("info move "));
    }
    CHECK(replies == analyses);
}

TEST_CASE("each line of nonsense gets one GTP error, and the session goes on") {
    const std::string text = GENERATE(
        std::string(100'000, 'x'), std::string("play \x01\x02\xff\xfe d3"), std::string("\xc3\xa9"),
        "play black " + std::string(10'000, '9'), "99999999999999999999999 nothing",
        std::string("boardsize 99999999999999999999"), "time_left black 1e999 0");
    CAPTURE(text.size());
    const Finished run = run_program({"--depth", "1", "--hash", "1"}, text + "\nname\n");
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    const auto lines = split_lines(run.output);
    REQUIRE(lines.size() == 4);
    CHECK(lines[0].starts_with("?"));
    CHECK(lines[1].empty());
    CHECK(lines[2] == "= Emilia");
}

TEST_CASE("with --ponder commands are answered as usual") {
    const bool ponder = GENERATE(false, true);
    CAPTURE(ponder);
    std::vector<std::string> arguments{"--time", "0.02", "--threads", "1",
                                       "--hash", "16",   "--no-book"};
    if (ponder) arguments.emplace_back("--ponder");
    Program program(arguments);
    const auto used = [&program] { return std::stod(answer(program, "cputime")); };
    CHECK(answer(program, "play black f5").empty());
    const double before_thinking = used();
    CHECK(parse_square(answer(program, "genmove white")));
    const double at_first = used();
    CHECK(at_first - before_thinking > 0);
    double later = at_first;
    // Glances are few, as they too take time.
    for (int glance = 0; glance < (ponder ? 600 : 2) && later - at_first < 0.2; ++glance) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        later = used();
    }
    if (ponder) {
        CHECK(later - at_first >= 0.2);
    } else {
        CHECK(later - at_first < 0.1);
    }
    CHECK(answer(program, "undo").empty()); // pondering has no position any more
    CHECK(answer(program, "undo").empty());
    CHECK(parse_square(answer(program, "genmove black")));
    program.close_input();
    const Finished finished = program.finish();
    CHECK(finished.status == 0);
    CHECK(finished.output.empty());
}

TEST_CASE("loadsgf counts the moves of the file, which may leave out passes") {
    const TemporaryFile file("(;GM[2]SZ[8]"
                             ";B[d3];W[c3];B[e6];W[d2];B[d1];W[e1];B[b2];W[c1];W[b4];B[b3])");
    Program program({"--depth", "1", "--threads", "1", "--hash", "1"});
    for (const auto& [number, next] : {std::pair(" 9", "white b4"), {" 10", "black b3"}}) {
        CHECK(answer(program, "loadsgf " + file.path() + number).empty());
        CHECK(answer(program, std::string("play ") + next).empty());
    }
}

TEST_CASE("loadsgf reads a compressed file, and refuses an archive of several") {
    Program program({"--depth", "1", "--threads", "1", "--hash", "1"});
    const auto first_line_for = [&program](const std::string& file) {
        program.send(fmt::format("loadsgf {}\n", file));
        const auto line = program.read_line();
        CHECK(program.read_line() == "");
        return line.value_or("");
    };
    const std::string file = data_path("packed/game.sgf.gz");
    const std::string loaded = first_line_for(file);
    if (loaded != "=") { // a build without libarchive
        CHECK(loaded
              == fmt::format("? cannot load file: '{}' is a gzip file, which this build can't "
                             "read; unpack it first, with gunzip",
                             file));
        return;
    }
    CHECK(answer(program, "play black c4").empty());
    const std::string archive = data_path("packed/games.zip");
    CHECK(first_line_for(archive)
          == fmt::format("? cannot load file: '{}' holds 2 files; unpack it first", archive));
    CHECK(answer(program, "play white e3").empty()); // the game stays
}
