#include "protocol/commands/options/command_options.h"
#include "tests/catch.h"

using namespace emilia;

namespace {

/// What the options of a command may be bound to.
struct Settings {
    bool json = false;
    std::optional<int> depth;
    int width = 4;
    std::size_t positions = 10;
    std::optional<double> seconds;
    double lag = 0.5;
    std::string name = "games";
    std::optional<std::string> weights;
    Arguments files;
    std::string kind;
    Arguments words;
    std::vector<std::string> given;
};

Settings parse(const Arguments& arguments) {
    Settings settings;
    CommandOptions options("emilia test: tests.", "Examples:\n  emilia test\n");
    options.flag("json", settings.json, "print JSON");
    options.number("depth", "N", settings.depth, {1, 60}, "search depth");
    options.number("width", "N", settings.width, {1, 60}, "columns");
    options.number("positions", "N", settings.positions, {1, 1000}, "positions");
    options.group("More");
    options.number("time", "SECONDS", settings.seconds, {0.001, 1e7}, "seconds");
    options.number("lag", "SECONDS", settings.lag, {0, 60}, "seconds");
    options.text("name", "NAME", settings.name, "a name");
    options.text("weights,w", "FILE", settings.weights, "weights");
    options.texts("game", "FILE", settings.files, "games");
    options.choice(
        "kind", "KIND", {"one", "two"}, [&](const std::string& word) { settings.kind = word; },
        "one or two");
    settings.words = options.read(arguments);
    for (const char* name : {"json", "depth", "width", "name", "weights"})
        if (options.given(name)) settings.given.emplace_back(name);
    return settings;
}

Arguments words_of(const Arguments& arguments) {
    return parse(arguments).words;
}

const std::string half = "----XX------------------XXOO----";

} // namespace

TEST_CASE("an option that is given changes its setting, and any other one leaves it") {
    const Settings none = parse({});
    CHECK_FALSE(none.json);
    CHECK_FALSE(none.depth);
    CHECK(none.width == 4);
    CHECK(none.positions == 10);
    CHECK(none.name == "games");
    CHECK_FALSE(none.weights);
    CHECK(none.given.empty());

    const Settings all =
        parse({"--json", "--depth=60", "--width", "1", "--positions", "1000", "--time=1e7", "--lag",
               "0", "--name", "", "-w", "a", "--game", "b", "c", "--kind", "two"});
    CHECK(all.json);
    CHECK(all.depth == 60);
    CHECK(all.width == 1);
    CHECK(all.positions == 1000);
    CHECK(all.seconds == 1e7);
    CHECK(all.lag == 0);
    CHECK(all.name.empty());
    CHECK(all.weights == "a");
    CHECK(all.files == Arguments{"b", "c"});
    CHECK(all.kind == "two");
    CHECK(all.given == Arguments{"json", "depth", "width", "name", "weights"});
    CHECK(parse({"--width", "4"}).given == Arguments{"width"}); // its default counts, too
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
            {"--depth", "99999999999", "1", "60"},
            {"--positions", "-1", "1", "1000"},
        }));
    const std::string message = option + " is " + least + " to " + greatest + ", not " + value;
    CAPTURE(message);
    CHECK_THROWS_MATCHES(parse({option, value}), UsageError, Catch::Matchers::Message(message));
}

TEST_CASE("what cannot be parsed is a usage error") {
    const auto arguments =
        GENERATE(Arguments{"--depth"}, Arguments{"--depth", "x"}, Arguments{"--depth", "3.5"},
                 Arguments{"--time", "1s"}, Arguments{"--dep", "3"}, Arguments{"--castle"},
                 Arguments{"-x"}, Arguments{"--json=1"}, Arguments{"--depth", "1", "--depth", "1"});
    CAPTURE(arguments);
    CHECK_THROWS_AS(parse(arguments), UsageError);
}

TEST_CASE("an unknown option gets the name of a similar one, if there is any") {
    const auto [argument, message] = GENERATE(table<std::string, std::string>({
        {"--dept", "there is no option '--dept' (did you mean '--depth'?)"},
        {"--dpeth=3", "there is no option '--dpeth' (did you mean '--depth'?)"},
        {"--position", "there is no option '--position' (did you mean '--positions'?)"},
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
        CHECK(words_of({"--json", wrong}) == Arguments{wrong});
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
    CHECK(words_of(arguments) == positional);
}

TEST_CASE("the words of a board keep their order") {
    const Arguments board{"XXXXXXXX", "XXXXXXXX", "XXXXXXXX", "---OX---", "---XO---",
                          "OOOOOOOO", "OOOOOOOO", "OOOOOOOO", "X"};
    CHECK(words_of(board) == board);
    CHECK(words_of({"X", half, "--json", "one", half, "--depth", "3", "two", "--", half, "--three"})
          == Arguments{"X", half, "one", half, "two", half, "--three"});
}

TEST_CASE("a board behind the name of an option is its value, if the option takes one") {
    CHECK(parse({"--weights", half, half}).weights == half);
    CHECK(words_of({"--weights", half, half}) == Arguments{half});
    CHECK_THROWS_AS(parse({"--depth", half}), UsageError);
    CHECK(words_of({"--game", "one", "two", half}) == Arguments{half});
}

TEST_CASE("a negative number is a word, or the value of an option, and no option") {
    CHECK(words_of({"-1", "--json", "-23"}) == Arguments{"-1", "-23"});
    CHECK_THROWS_WITH(parse({"--depth", "-1"}), "--depth is 1 to 60, not -1");
    CHECK_THROWS_WITH(parse({"-1x"}), "there is no option '-1x'");
}

TEST_CASE("a command that takes options only says what it thinks of another word") {
    CommandOptions options("", "");
    CHECK_NOTHROW(options.read_all({}, "no '{}' here"));
    CHECK_THROWS_WITH(options.read_all({"word"}, "no '{}' here"), "no 'word' here");
}

TEST_CASE("two options that exclude each other are refused only together") {
    bool one = false;
    bool two = false;
    const auto parse_two = [&](const Arguments& arguments) {
        CommandOptions options("", "");
        options.flag("one", one, "");
        options.flag("two", two, "");
        static_cast<void>(options.read(arguments));
        options.exclude("one", "two");
    };
    CHECK_NOTHROW(parse_two({"--one"}));
    CHECK_NOTHROW(parse_two({"--two"}));
    CHECK_THROWS_WITH(parse_two({"--two", "--one"}), "--one and --two exclude each other");
}

TEST_CASE("checks of options that belong together run when all have their values") {
    int depth = 1;
    CommandOptions options("", "");
    options.finally([&depth] { check_usage(depth == 1, "depth {}", depth); });
    options.number("depth", "N", depth, {1, 60}, "");
    CHECK_THROWS_WITH(options.read({"--depth", "2"}), "depth 2");
}

TEST_CASE("help is asked for by --help or -h, and shows each option with its default") {
    for (const Arguments& arguments : {Arguments{"--help"}, {"--depth", "3", "-h"}}) {
        try {
            static_cast<void>(parse(arguments));
            FAIL("no help");
        } catch (const HelpAsked& asked) {
            CHECK(asked.text == R"(emilia test: tests.

Options:
  --json                 print JSON
  --depth N              search depth
  --width N (=4)         columns
  --positions N (=10)    positions
  -h [ --help ]          show this help

More:
  --time SECONDS         seconds
  --lag SECONDS (=0.5)   seconds
  --name NAME (=games)   a name
  -w [ --weights ] FILE  weights
  --game FILE            games
  --kind KIND            one or two

Examples:
  emilia test
)");
            REQUIRE(asked.page.groups.size() == 2);
            CHECK(asked.page.groups[0].title == "Options");
            CHECK(asked.page.groups[0].options.back().name == "--help");
            CHECK(asked.page.groups[1].title == "More");
            const auto& more = asked.page.groups[1].options;
            REQUIRE(more.size() == 6);
            CHECK(more[1].value == "SECONDS (=0.5)");
            CHECK(more[3].name == "--weights");
            CHECK(more[3].short_name == "-w");
            CHECK(more[3].takes_file());
            CHECK(more[5].choices == Arguments{"one", "two"});
        }
    }
}
