#include "engine/eval/weights.h"
#include "protocol/commands/command.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/learning/train_program.h"

#include <csignal>
#include <functional>
#include <iostream>
#include <sstream>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Tables know nothing about moves.
Score more_moves(const Board& board) {
    return Score::from_discs(2
                             * (count(board.legal_moves()) - count(board.passed().legal_moves())));
}

/// Random games from number `first` on. Game 0 is held back.
void append_games(const TemporaryPositions& file, std::uint32_t first, std::uint32_t number) {
    append_scored_games(file, first, number, more_moves);
}

/// Settings for a few positions, and `more`.
Words with_network(const Words& more) {
    Words words = {"--network-passes", "2", "--batch", "128"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

StoredWeights stored_in(const std::string& bytes) {
    auto weights = decode_weights(bytes);
    REQUIRE(weights);
    return std::move(*weights);
}

/// A path for weights, with no file there nor beside it, before and afterwards.
class Output {
public:
    [[nodiscard]] std::string path() const { return folder_.file("weights"); }
    [[nodiscard]] std::string checkpoint() const { return path() + ".checkpoint"; }
    [[nodiscard]] std::string bytes() const {
        std::ostringstream text;
        text << std::ifstream(path(), std::ios::binary).rdbuf();
        return text.str();
    }

private:
    TemporaryFolder folder_;
};

/// While it lives, standard output is collected here, and `act` is called as soon as `line` begins
/// a line of it.
class ActionAtLine : std::stringbuf {
public:
    ActionAtLine(std::string line, std::function<void()> act)
        : line_("\n" + std::move(line)), act_(std::move(act)), before_(std::cout.rdbuf(this)) {}
    ~ActionAtLine() override { std::cout.rdbuf(before_); }
    ActionAtLine(const ActionAtLine&) = delete;
    ActionAtLine& operator=(const ActionAtLine&) = delete;

    [[nodiscard]] std::string text() const { return str(); }

private:
    int sync() override {
        if (!acted_ && str().find(line_) != std::string::npos) {
            acted_ = true;
            act_();
        }
        return 0;
    }

    std::string line_;
    std::function<void()> act_;
    bool acted_ = false;
    std::streambuf* before_;
};

void interrupt() {
    std::raise(SIGINT);
}

} // namespace

TEST_CASE("train adds a network that has learned what the tables lack") {
    const TemporaryPositions file;
    append_games(file, 0, 40);
    const Output output;
    const Finished run =
        train(file, output.path(), with_network({"--passes", "1", "--rate", "0.05"}));
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK_THAT(run.output, ContainsSubstring("\nthe network learns from 2,"));
    CHECK(has_match(run.output, Pattern(" positions, 1[0-9] batches a pass\n")));
    CHECK(has_match(run.output, Pattern("\n     2( +[0-9.]+){2}( +\\?){2}( +[0-9.]+){3}\n"
                                        "all passes done; with the network")));
    Parts errors;
    REQUIRE(has_match(run.output, errors,
                      Pattern("the root-mean-square error is ([0-9.]+), without it ([0-9.]+)\n")));
    CHECK(std::stod(errors[1]) < std::stod(errors[2]));
    CHECK(stored_in(output.bytes()).network);
    CHECK(files_beside(output.path()) == Words{output.path()});
}

TEST_CASE("train --tables trains the same network as after a fit of these tables") {
    const TemporaryPositions file;
    append_games(file, 1, 3);
    const Output together;
    REQUIRE(train(file, together.path(), with_network({"--passes", "1"})).status == 0);
    REQUIRE(stored_in(together.bytes()).network);
    const Output output;
    const Finished run = train(file, output.path(), with_network({"--tables", together.path()}));
    CHECK(run.status == 0);
    CHECK_THAT(run.output, !ContainsSubstring("\npass   absolute"));
    CHECK(output.bytes() == together.bytes());
}

TEST_CASE("train --network begins with the network of that file") {
    const TemporaryPositions file;
    append_games(file, 1, 3);
    const Output first;
    REQUIRE(train(file, first.path(), with_network({"--passes", "1"})).status == 0);
    const Output output;
    const Words beginning = {"--tables", first.path(), "--network", first.path()};

    Words barely = beginning; // learns so little that every number is rounded to what it was
    barely.insert(barely.end(), {"--rate", "0.000000001"});
    const TemporaryPositions others; // they show rows that those of `file` don't
    append_games(others, 40, 3);
    CHECK(train(others, output.path(), with_network(barely)).status == 0);
    CHECK(output.bytes() == first.bytes());

    CHECK(train(file, output.path(), with_network(beginning)).status == 0);
    CHECK((stored_in(output.bytes()) != stored_in(first.bytes())));
}

TEST_CASE("a training that began with a network continues only with the same one", "[posix]") {
    const TemporaryPositions file;
    append_games(file, 1, 3);
    const Output first;
    REQUIRE(train(file, first.path(), with_network({"--passes", "1"})).status == 0);
    const Output output;
    Words words = {"train",     file.path(),  "--output",         output.path(),
                   "--network", first.path(), "--tables",         first.path(),
                   "--batch",   "128",        "--network-passes", "2"};
    {
        const ActionAtLine interrupting("     1 ", interrupt);
        CHECK(run_command_line(words) == ExitStatus::interrupted);
    }
    Words without = words;
    without.erase(without.begin() + 4, without.begin() + 6);
    const Finished refused = run_program(without);
    CHECK(refused.status == 1);
    CHECK(has_match(refused.errors,
                    Pattern("seed 1, first network [0-9a-f]{8}', not 'passes 2, .*seed "
                            "1'; remove it")));
    CHECK(run_program(words).status == 0);
}

TEST_CASE("train leaves out a network with a greater error than the tables") {
    const TemporaryPositions file;
    append_games(file, 0, 5);
    const Output output;
    const Finished run =
        train(file, output.path(), with_network({"--passes", "1", "--rate", "0.000001"}));
    CHECK(run.status == 0);
    CHECK(has_match(run.output, Pattern(", without it [0-9.]+, so it is left out\n")));
    CHECK_FALSE(stored_in(output.bytes()).network);
}

TEST_CASE("train makes no network of fewer positions than a batch") {
    const TemporaryPositions file;
    append_games(file, 1, 2);
    const Output output;
    const Finished run = train(file, output.path(), {"--passes", "1"});
    CHECK(run.status == 0);
    CHECK(has_match(run.output, Pattern("\nno network: it could learn from [0-9]+ positions, fewer "
                                        "than a batch of 16,384\n")));
    CHECK_FALSE(stored_in(output.bytes()).network);
}

TEST_CASE("an interrupted training of the network continues with the same command", "[posix]") {
    const TemporaryPositions file;
    append_games(file, 1, 3);
    const Output whole;
    REQUIRE(train(file, whole.path(), with_network({"--passes", "1"})).status == 0);

    const Output output;
    const auto command = [&](const Words& more) {
        Words words = {"train", file.path(), "--output", output.path(), "--passes", "1"};
        const Words settings = with_network(more);
        words.insert(words.end(), settings.begin(), settings.end());
        return words;
    };
    {
        const ActionAtLine interrupting("     1 ", interrupt);
        CHECK(run_command_line(command({})) == ExitStatus::interrupted);
        CHECK_THAT(interrupting.text(), ContainsSubstring(fmt::format(
                                            "\nstopped; '{}' keeps the state, and the same command "
                                            "continues\n",
                                            output.checkpoint())));
    }
    const StoredWeights so_far = stored_in(output.bytes());
    CHECK(so_far.network);
    CHECK((so_far != stored_in(whole.bytes())));

    const Finished other = run_program(command({"--seed", "2"}));
    CHECK(other.status == 1);
    CHECK(other.output.empty());
    CHECK(other.errors
          == fmt::format(
              "emilia: '{}' belongs to a training with 'passes 2, rate 0.0015, batch 128, "
              "decay 1.5, search weight 2, seed 1', not 'passes 2, rate 0.0015, batch 128, "
              "decay 1.5, search weight 2, seed 2'; remove it to start anew\n",
              output.checkpoint()));
    CHECK((stored_in(output.bytes()) == so_far));

    const Finished continued = run_program(command({}));
    CHECK(continued.status == 0);
    CHECK(continued.errors.empty());
    CHECK_THAT(continued.output,
               ContainsSubstring(fmt::format("\n'{}' has 1 of them; the training continues there\n",
                                             output.checkpoint())));
    CHECK(output.bytes() == whole.bytes());
    CHECK(files_beside(output.path()) == Words{output.path()});
}

TEST_CASE("train refuses an output to which another training writes, by whatever name", "[posix]") {
    const TemporaryPositions file;
    append_games(file, 1, 3);
    const Output whole;
    REQUIRE(train(file, whole.path(), with_network({"--passes", "1"})).status == 0);
    const Output output;
    const Output other;
    std::filesystem::create_symlink(output.path(), other.path());
    Words words = {"train", file.path(), "--output", output.path(), "--passes", "1"};
    const Words settings = with_network({});
    words.insert(words.end(), settings.begin(), settings.end());
    std::vector<Finished> refused;
    {
        const ActionAtLine starting("     1 ", [&] {
            for (const std::string& name : {output.path(), other.path()})
                refused.push_back(train(file, name, with_network({"--passes", "1"})));
        });
        CHECK(run_command_line(words) == ExitStatus::ok);
    }
    REQUIRE(refused.size() == 2);
    for (const Finished& run : refused) {
        CHECK(run.status == 1);
        CHECK(run.output.empty());
    }
    CHECK(refused[0].errors
          == fmt::format("emilia: '{}' is being written by another job\n", output.path()));
    CHECK(refused[1].errors
          == fmt::format("emilia: '{}' is being written by another job\n", other.path()));
    CHECK(output.bytes() == whole.bytes());
    CHECK(files_beside(output.path()) == Words{output.path()});
    CHECK(files_beside(other.path()) == Words{other.path()});
}

TEST_CASE("train keeps the tables if the disk is too full for the network's state", "[posix]") {
    const TemporaryPositions file;
    append_games(file, 0, 5);
    const Output output;
    // 8,192 blocks of 512 bytes, and an error where a signal would kill.
    const Finished run = run_shell(fmt::format(
        R"(trap '' XFSZ; ulimit -f 8192; exec "$0" train '{}' --output '{}' --passes 1 --batch 128)",
        file.path(), output.path()));
    CHECK(run.status == 1);
    CHECK(run.errors
          == fmt::format("emilia: cannot write '{}': File too large\n", output.checkpoint()));
    CHECK_FALSE(stored_in(output.bytes()).network);
    CHECK(files_beside(output.path()) == Words{output.path()});
}

TEST_CASE("train refuses to replace a file that is no checkpoint") {
    const TemporaryPositions file;
    append_games(file, 1, 1);
    const Output output;
    std::ofstream(output.checkpoint()) << "my diary";
    const Finished run = train(file, output.path(), {});
    CHECK(run.status == 1);
    CHECK(run.errors == fmt::format("emilia: '{}' is not a checkpoint\n", output.checkpoint()));
    CHECK(files_beside(output.path()) == Words{output.checkpoint()});
}

TEST_CASE("train refuses options that would do nothing") {
    struct Case {
        Words words;
        std::string complaint;
    };
    const Words initial = {"--initial"};
    const Words from_file = {"x.pos", "--tables", "x.weights"};
    const Words no_network = {"x.pos", "--network-passes", "0"};
    std::vector<Case> cases = {
        {{"--initial", "--tables", "x.weights"}, "--tables does nothing with --initial"},
        {{"--initial", "--threads", "1"}, "--threads does nothing with --initial"},
        {{"--initial", "--network-passes", "1"}, "--network-passes does nothing with --initial"},
        {{"x.pos", "--tables", "x.weights", "--network-passes", "0"},
         "--tables and --network-passes 0 leave nothing to fit"},
    };
    const auto add = [&cases](Words words, const std::string& option, const std::string& where) {
        words.insert(words.end(), {option, "1"});
        cases.push_back({words, option + " does nothing " + where});
    };
    for (const std::string option : {"--passes", "--ridge", "--smoothness"}) {
        add(initial, option, "with --initial");
        add(from_file, option, "with --tables");
    }
    for (const std::string option :
         {"--network", "--rate", "--batch", "--decay", "--search-weight", "--seed"}) {
        add(initial, option, "with --initial");
        add(no_network, option, "with --network-passes 0");
    }
    for (const Case& idle : cases) {
        CAPTURE(idle.complaint);
        Words words = {"train", "--output", "/no/such/folder/x"};
        words.insert(words.end(), idle.words.begin(), idle.words.end());
        const Finished run = run_program(words);
        CHECK(run.status == 2);
        CHECK_THAT(run.errors, ContainsSubstring(idle.complaint));
    }
}

TEST_CASE("train refuses numbers of which no network can come") {
    struct Case {
        Words words;
        std::string complaint;
    };
    const std::vector<Case> cases = {
        {{"--network-passes", "-1"}, "--network-passes is 0 to 10000, not -1"},
        {{"--rate", "0"}, "--rate is 1e-09 to 1"},
        {{"--rate", "nan"}, "--rate is"},
        {{"--batch", "0"}, "--batch is 1 to 1048576, not 0"},
        {{"--decay", "-1"}, "--decay is 0 to 1000"},
        {{"--search-weight", "1001"}, "--search-weight is 0 to 1000"},
        {{"--seed", "-1"}, "--seed is 0 to"},
        {{"--rate", "0.5", "--decay", "2.5"}, "--rate times --decay is at most 1"},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.complaint);
        Words words = {"train", "x.pos", "--output", "/no/such/folder/x"};
        words.insert(words.end(), wrong.words.begin(), wrong.words.end());
        const Finished run = run_program(words);
        CHECK(run.status == 2);
        CHECK_THAT(run.errors, ContainsSubstring(wrong.complaint));
    }
}

TEST_CASE("train --network refuses a file without a network") {
    const TemporaryPositions file;
    append_games(file, 1, 1);
    const Output tables;
    REQUIRE(train(file, tables.path(), {"--passes", "1", "--network-passes", "0"}).status == 0);
    const Output output;
    const Finished run = train(file, output.path(), {"--network", tables.path()});
    CHECK(run.status == 1);
    CHECK(run.errors == fmt::format("emilia: '{}' has no network to begin with\n", tables.path()));
    CHECK(train(file, tables.path(), {"--network", tables.path()}).status == 2);
    CHECK(files_beside(output.path()).empty());
}

TEST_CASE("train --tables names a file that holds no tables") {
    const TemporaryPositions file;
    append_games(file, 1, 1);
    const TemporaryFile diary("my diary, and a long one");
    struct Case {
        std::string path;
        std::string complaint;
    };
    const std::vector<Case> cases = {
        {diary.path(), fmt::format("emilia: '{}' is not a weights file", diary.path())},
        {"/no/such.weights", "emilia: cannot read '/no/such.weights': No such file"},
    };
    for (const Case& wrong : cases) {
        const Output output;
        const Finished run = train(file, output.path(), {"--tables", wrong.path});
        CHECK(run.status == 1);
        CHECK(run.output.empty());
        CHECK_THAT(run.errors, ContainsSubstring(wrong.complaint));
        CHECK(files_beside(output.path()).empty());
    }
}
