#include "engine/classic/players.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/game.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/protocol/commands/program.h"

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// Options for a fast game against the player.
Words game_with(std::string_view player) {
    return {"--player",  std::string(player),
            "--time",    "0.01",
            "--threads", "1",
            "--hash",    "1",
            "--seed",    "1"};
}

std::string next_line(Program& program) {
    const auto line = program.read_line();
    REQUIRE(line);
    return *line;
}

/// Skips to the next line with this beginning and returns the rest of that line.
std::string line_after(Program& program, const std::string& beginning) {
    std::string line = next_line(program);
    while (!line.starts_with(beginning)) line = next_line(program);
    return line.substr(beginning.size());
}

} // namespace

TEST_CASE("a player of the literature plays whole games by GTP and says who it is") {
    for (const classic::PlayerKind& kind : classic::player_kinds()) {
        INFO(kind.name);
        Program program(game_with(kind.name));
        program.send("name\n");
        CHECK(line_after(program, "= ") == fmt::format("Emilia-{}", kind.name));
        Game game;
        while (!game.position().board.is_over()) {
            program.send(fmt::format("genmove {}\n", to_string(game.position().to_move)));
            const auto square = parse_square(line_after(program, "= "));
            REQUIRE(square);
            REQUIRE(game.play(*square));
        }
        program.send("genmove black\n");
        CHECK(line_after(program, "= ") == "pass");
    }
}

TEST_CASE("a player of the literature sends NBoard a move and a time but no value") {
    Program program(game_with("modified-weighted-squares"));
    program.send("nboard 2\nset depth 30\n");
    CHECK(next_line(program) == "set myname Emilia-modified-weighted-squares");
    Game game;
    while (!game.position().board.is_over()) {
        program.send("go\n");
        const std::string move = line_after(program, "=== ");
        CAPTURE(move);
        CHECK(contains(move, "//"));
        const auto played = parse_ggf_move(move, game.position().to_move);
        REQUIRE(played);
        CHECK_FALSE(played->evaluation);
        CHECK(played->seconds);
        REQUIRE(game.play(*played));
        program.send(fmt::format("move {}\n", move));
    }
    program.send("go\n");
    CHECK(line_after(program, "=== ") == "PA");
}

TEST_CASE("hints come from the engine while a player of the literature plays") {
    Words words = game_with("random");
    words.insert(words.end(), {"--no-book", "--level", "4"});
    Program program(words);
    program.send("nboard 2\nmove f5\nhint 1\n");
    CHECK(contains(line_after(program, "search "), " 0 ")); // a move, its value, 0 and its depth
}

TEST_CASE("a player of the literature sends Cassio a move and the widest bounds") {
    Program program(game_with("mobility"));
    program.send(
        "ENGINE-PROTOCOL midgame-search "
        "---------------------------OX------XO---------------------------X -10 10 8 100\n");
    const std::string line = next_line(program);
    CHECK(contains(line, ", move "));
    CHECK(contains(line, ", B-64.00 <= v <= B+64.00, "));
    CHECK(next_line(program) == "ready.");
    // A game that is over has a value and no move.
    const std::string over(64, 'X');
    program.send(fmt::format("ENGINE-PROTOCOL endgame-search {}X -64 64 100\n", over));
    CHECK(contains(next_line(program), "B+64.00 <= v <= B+64.00"));
}

TEST_CASE("options that don't apply to a player of the literature are refused") {
    struct Case {
        Words words;
        const char* message;
    };
    const auto [words, message] = GENERATE(
        Case{{"--player", "nobody"}, "there is no player 'nobody', only random, "},
        Case{{"--player", "random", "--depth", "3"}, "does not search to a fixed depth"},
        Case{{"--player", "random", "--search", "static"}, "does not search to a fixed depth"},
        Case{{"--player", "mobility", "--search", "deep"}, "--search is one of minimax, "},
        Case{{"--player", "mobility", "--depth", "0"}, "--depth is 1 to 60, not 0"},
        Case{{"--player", "mobility", "--ponder"}, "leave out --ponder"},
        Case{{"--player", "mobility", "--nodes", "9"}, "use --depth or --time"},
        Case{{"--search", "static"}, "--search needs --player"});
    const Finished run = run_program(words, "quit\n");
    CHECK(run.status == 2);
    CHECK(run.output.empty());
    CHECK(contains(run.errors, message));
}

TEST_CASE("every search method finds moves of the same value") {
    // Methods may choose different moves of equal value; with modified weights, values are rarely
    // equal.
    std::string first;
    for (const auto& method : classic::methods()) {
        const Words words = {"--player", "modified-weighted-squares", "--depth", "3",
                             "--search", std::string(method.name),    "--hash",  "1"};
        const Finished run =
            run_program(words, "play b f5\nplay w f6\nplay b e6\nplay w f4\ngenmove b\nquit\n");
        CHECK(run.status == 0);
        if (first.empty()) first = run.output;
        CHECK(run.output == first);
    }
}

TEST_CASE("depth and time of a player do not apply to hints") {
    Program program({"--player", "mobility", "--depth", "1", "--time", "0.001", "--level", "6",
                     "--no-book", "--threads", "1", "--hash", "1"});
    program.send("nboard 2\nmove f5\nmove d6\nhint 1\n");
    std::string last;
    for (std::string line = line_after(program, "status"); line != "status";
         line = next_line(program)) {
        if (line.starts_with("search ")) last = line;
    }
    CHECK(last.ends_with(" 0 6"));
}
