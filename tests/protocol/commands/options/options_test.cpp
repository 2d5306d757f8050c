#include "engine/eval/patterns.h"
#include "engine/eval/weights.h"
#include "protocol/commands/options/options.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <thread>

using namespace emilia;
namespace po = boost::program_options;

namespace {

ParsedOptions parse(const Arguments& arguments) {
    po::options_description described("Options");
    described.add_options()("json", "a flag");
    described.add(limit_options()).add(resource_options());
    return parse_options(described, arguments);
}

EngineSettings settings(const Arguments& arguments) {
    return engine_settings(parse(arguments));
}

const std::string half = "----XX------------------XXOO----";

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
    const auto weights = [](const Arguments& arguments) {
        po::options_description described("Options");
        add_weights_option(described);
        return chosen_weights(parse_options(described, arguments));
    };
    CHECK(weights({}).table(20) == embedded_weights().table(20));

    StoredWeights stored;
    stored.tied.resize(knots.size() * tie_weights(Reader::table).count);
    stored.constants[20] = 123;
    const testing::TemporaryFile file(encode_weights(stored, Compression::quick));
    CHECK(weights({"--weights", file.path()}).constant(20) == 123);

    const testing::TemporaryFile other("my diary");
    CHECK_THROWS_MATCHES(weights({"--weights", other.path()}), std::runtime_error,
                         Catch::Matchers::Message("'" + other.path() + "' is not a weights file"));
    CHECK_THROWS_MATCHES(
        weights({"--weights", "/no/such/file"}), std::runtime_error,
        Catch::Matchers::Message("cannot read '/no/such/file': No such file or directory"));
    // Reading it works, but gives nothing.
    CHECK_THROWS_MATCHES(weights({"--weights", "/dev/null"}), std::runtime_error,
                         Catch::Matchers::Message("'/dev/null' is not a weights file"));
}

TEST_CASE("a value out of its range is a usage error that names option, range and value") {
    const auto [option, value, least, greatest] =
        GENERATE(table<std::string, std::string, std::string, std::string>({
            {"--time", "0", "0.001", "10000000"},
            {"--time", "-1", "0.001", "10000000"},
            {"--time", "nan", "0.001", "10000000"},
            {"--time", "inf", "0.001", "10000000"},
            {"--depth", "0", "1", "60"},
            {"--depth", "61", "1", "60"},
            {"--nodes", "0", "1", "9223372036854775807"},
            {"--nodes", "-1", "1", "9223372036854775807"},
            {"--level", "0", "1", "60"},
            {"--level", "61", "1", "60"},
            {"--wld-at", "-1", "0", "60"},
            {"--exact-at", "61", "0", "60"},
            {"--threads", "0", "1", "1024"},
            {"--threads", "1025", "1", "1024"},
            {"--hash", "0", "1", "1048576"},
            {"--hash", "1048577", "1", "1048576"},
        }));
    const std::string message = option + " is " + least + " to " + greatest + ", not " + value;
    CAPTURE(message);
    CHECK_THROWS_MATCHES(settings({option, value}), UsageError, Catch::Matchers::Message(message));
}

TEST_CASE("what cannot be parsed is a usage error") {
    const auto arguments =
        GENERATE(Arguments{"--depth"}, Arguments{"--depth", "x"}, Arguments{"--depth", "3.5"},
                 Arguments{"--depth", "99999999999"}, Arguments{"--time", "1s"},
                 Arguments{"--dep", "3"}, Arguments{"--castle"}, Arguments{"-x"},
                 Arguments{"--json=1"}, Arguments{"--depth", "1", "--depth", "1"});
    CAPTURE(arguments);
    CHECK_THROWS_AS(parse(arguments), UsageError);
}

TEST_CASE("an unknown option gets the name of a similar one, if there is any") {
    const auto [argument, message] = GENERATE(table<std::string, std::string>({
        {"--dept", "there is no option '--dept' (did you mean '--depth'?)"},
        {"--dpeth=3", "there is no option '--dpeth' (did you mean '--depth'?)"},
        {"--thread", "there is no option '--thread' (did you mean '--threads'?)"},
        {"--jsn", "there is no option '--jsn' (did you mean '--json'?)"},
        {"--castle", "there is no option '--castle'"},
        {"-x", "there is no option '-x'"},
    }));
    CHECK_THROWS_MATCHES(parse({argument}), UsageError, Catch::Matchers::Message(message));
}

TEST_CASE("a board with wrong characters is a board, and a long option is an option") {
    const std::string board = half + half;
    for (const std::string& wrong :
         Arguments{board + " Q", board + "-", '-' + board, "--Q" + board.substr(3) + " X", "---",
                   "--xoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoQ-------------------------X"}) {
        CAPTURE(wrong);
        CHECK(parse({"--json", wrong}).positional == Arguments{wrong});
    }
    CHECK_THROWS_AS(parse({"--book=xoxoxoxoxoxoxoxoxoxoxoxoxoxo"}), UsageError);
    CHECK_THROWS_AS(parse({"--an-option-of-24-letters"}), UsageError);
}

TEST_CASE("long words made of board characters are not options") {
    const std::string board = half + half + " X";
    const auto [arguments, positional] = GENERATE_COPY(table<Arguments, Arguments>({
        {{board}, {board}},
        {{"--json", board}, {board}},
        {{board, "--json"}, {board}},
        {{half, "--json", half, "X"}, {half, half, "X"}},
        {{"file.obf"}, {"file.obf"}},
        {{"one", "--depth", "3", "two"}, {"one", "two"}},
        {{}, {}},
    }));
    CAPTURE(arguments);
    CHECK(parse(arguments).positional == positional);
}

TEST_CASE("the words of a board keep their order") {
    const Arguments board{"XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "---OX---", "---XO---",
                          "OOOOOOOO", "OOOOOOOO", "OOOOOOOO", "X"};
    CHECK(parse(board).positional == board);
    CHECK(parse({"X", half, "--json", "one", half, "--depth", "3", "two", "--", half, "--three"})
              .positional
          == Arguments{"X", half, "one", half, "two", half, "--three"});
}

TEST_CASE("a board behind the name of an option is its value, if the option takes one") {
    CHECK(parse({"--weights", half, half}).get<std::string>("weights") == half);
    CHECK(parse({"--weights", half, half}).positional == Arguments{half});
    CHECK_THROWS_AS(parse({"--depth", half}), UsageError);
    po::options_description several("Options");
    several.add_options()("game", po::value<std::vector<std::string>>()->multitoken());
    CHECK(parse_options(several, {"--game", "one", "two", half}).positional == Arguments{half});
}

TEST_CASE("help is asked for by --help or -h") {
    CHECK(parse({"--help"}).help);
    CHECK(parse({"--depth", "3", "-h"}).help);
    CHECK_FALSE(parse({"--depth", "3"}).help);
    CHECK(parse({"--json"}).has("json"));
    CHECK_FALSE(parse({}).has("json"));
    CHECK(parse({"--depth", "3"}).get<int>("depth") == 3);
    CHECK_FALSE(parse({}).get<int>("depth"));
}
