#include "engine/classic/players.h"
#include "engine/eval/patterns.h"
#include "engine/eval/weights.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/game.h"
#include "engine/notation/position.h"
#include "protocol/commands/options/engine_options.h"
#include "tests/catch.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"
#include "tests/snapshots.h"

#include <thread>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

Resources resources(const Arguments& arguments) {
    Resources resources;
    CommandOptions options("", "");
    add_resources(options, resources);
    static_cast<void>(options.read(arguments));
    return resources;
}

EngineSettings settings(const Arguments& arguments) {
    EngineSettings limits;
    Resources resources;
    CommandOptions options("", "");
    add_limits(options, limits);
    add_resources(options, resources);
    static_cast<void>(options.read(arguments));
    return resources.engine(limits);
}

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

TEST_CASE("the default options set no limits, all cores and 128 MB") {
    const EngineSettings none = settings({});
    CHECK_FALSE(none.seconds);
    CHECK_FALSE(none.depth);
    CHECK_FALSE(none.nodes);
    CHECK_FALSE(none.level);
    CHECK_FALSE(none.wld_at);
    CHECK_FALSE(none.exact_at);
    CHECK(none.threads == static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    CHECK(none.hash_megabytes == 128);
    CHECK(none.instruction_set == &best_instruction_set());
}

TEST_CASE("every limit reaches the engine, up to the ends of its range") {
    const EngineSettings least =
        settings({"--time", "0.001", "--depth", "1", "--nodes", "1", "--level", "1", "--wld-at",
                  "0", "--exact-at", "0", "--threads", "1", "--hash", "1"});
    CHECK(least.seconds == 0.001);
    CHECK(least.depth == 1);
    CHECK(least.nodes == 1U);
    CHECK(least.level == 1);
    CHECK(least.wld_at == 0);
    CHECK(least.exact_at == 0);
    CHECK(least.threads == 1);
    CHECK(least.hash_megabytes == 1);

    const EngineSettings most =
        settings({"--time=1e7", "--depth=60", "--nodes=9223372036854775807", "--level=60",
                  "--wld-at=60", "--exact-at=60", "--threads=1024", "--hash=16"});
    CHECK(most.seconds == 1e7);
    CHECK(most.depth == 60);
    CHECK(most.nodes == 9'223'372'036'854'775'807U);
    CHECK(most.level == 60);
    CHECK(most.wld_at == 60);
    CHECK(most.exact_at == 60);
    CHECK(most.threads == 1024);
    CHECK(most.hash_megabytes == 16);
}

TEST_CASE("the option --isa takes an instruction set that runs here, and its error lists all") {
    std::string names;
    for (const InstructionSet& set : instruction_sets()) {
        const std::string name(set.name);
        CAPTURE(name);
        if (set.runs_here) {
            CHECK(settings({"--isa", name}).instruction_set == &set);
        } else {
            const std::string message = "this processor does not run " + name
                                        + "; the best that it runs is "
                                        + std::string(best_instruction_set().name);
            CHECK_THROWS_MATCHES(settings({"--isa", name}), UsageError,
                                 Catch::Matchers::Message(message));
        }
        names += (names.empty() ? "" : ", ") + name;
    }
    const std::string choice = instruction_sets().size() > 1 ? "one of " : "";
    CHECK_THROWS_MATCHES(settings({"--isa", "z80"}), UsageError,
                         Catch::Matchers::Message("--isa is " + choice + names + ", not 'z80'"));
}

TEST_CASE("the option --weights takes a file's weights, without it they are the built-in ones",
          "[posix]") {
    const auto weights = [](const Arguments& arguments) { return resources(arguments).weights(); };
    CHECK(weights({}).table(20) == embedded_weights().table(20));

    StoredWeights stored;
    stored.tied.resize(knots.size() * tie_weights(Reader::table).count);
    stored.constants[20] = 123;
    const TemporaryFile file(encode_weights(stored, Compression::quick));
    CHECK(weights({"--weights", file.path()}).constant(20) == 123);

    const TemporaryFile other("my diary");
    CHECK_THROWS_MATCHES(weights({"--weights", other.path()}), std::runtime_error,
                         Catch::Matchers::Message("'" + other.path() + "' is not a weights file"));
    CHECK_THROWS_MATCHES(
        weights({"--weights", "/no/such/file"}), std::runtime_error,
        Catch::Matchers::Message("cannot read '/no/such/file': No such file or directory"));
    // Reading it works, but gives nothing.
    CHECK_THROWS_MATCHES(weights({"--weights", "/dev/null"}), std::runtime_error,
                         Catch::Matchers::Message("'/dev/null' is not a weights file"));
}

TEST_CASE("a limit out of its range is a usage error") {
    const auto [option, value] = GENERATE(table<std::string, std::string>({
        {"--time", "0"},
        {"--depth", "61"},
        {"--nodes", "0"},
        {"--nodes", "-1"},
        {"--level", "0"},
        {"--level", "61"},
        {"--wld-at", "-1"},
        {"--exact-at", "61"},
        {"--threads", "0"},
        {"--threads", "1025"},
        {"--hash", "0"},
        {"--hash", "1048577"},
    }));
    CAPTURE(option, value);
    CHECK_THROWS_WITH(settings({option, value}),
                      Catch::Matchers::StartsWith(option + " is ")
                          && Catch::Matchers::EndsWith(", not " + value));
}

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
    const std::vector<Words> wrong{
        {"--player", "nobody"},
        {"--player", "random", "--depth", "3"},
        {"--player", "random", "--search", "static"},
        {"--player", "mobility", "--search", "deep"},
        {"--player", "mobility", "--depth", "0"},
        {"--player", "mobility", "--ponder"},
        {"--player", "mobility", "--nodes", "9"},
        {"--search", "static"},
    };
    check_snapshot("messages", "a wrong option for a player", refusals(wrong, 2));
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
