#include "engine/eval/evaluation.h"
#include "engine/eval/weights.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/learning/train_program.h"

#include <cmath>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A simple score for the program to learn.
Score disc_difference(const Board& board) {
    return Score::from_discs(count(board.player) - count(board.opponent));
}

/// Random games from number `first` on.
void append_games(const TemporaryPositions& file, std::uint32_t first, std::uint32_t number) {
    append_scored_games(file, first, number, disc_difference);
}

Weights weights_in(const std::string& path) {
    const auto weights = read_weights(path);
    REQUIRE(weights);
    return *weights;
}

std::string in_quotes(const std::string& path) {
    return fmt::format("'{}'", path);
}

} // namespace

TEST_CASE("train writes weights that have learned from the positions, and prints its progress") {
    const TemporaryPositions file;
    append_games(file, 0, 40);
    const TemporaryFile output;
    const Finished run =
        train(file, output.path(),
              {"--passes", "2", "--ridge", "1", "--smoothness", "1", "--network-passes", "0"});
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    const Pattern counts("\\n +17-20 +[0-9]{3} +0 +0 +4\\n");
    CHECK(has_match(run.output, counts));
    CHECK(has_match(run.output,
                    Pattern("\\n2,[0-9]{3} labels; different "
                            "positions to learn from: 2,[0-9]{3}, held back: [0-9]{2};")));
    const auto pass = Pattern("\\n   2 +[0-9.]+ +[0-9.]+ +[0-9.]+\\nall passes done; the best "
                              "weights are those of pass [12], root-mean-square error [0-9.]+\\n");
    CHECK(has_match(run.output, pass));
    CHECK_THAT(run.output,
               ContainsSubstring(fmt::format("'{}' holds them in {}", output.path(), "")));

    const Weights weights = weights_in(output.path());
    Random random(82);
    double off = 0;
    double worth = 0;
    for (const LabelledPosition& position : labelled_game(random, disc_difference)) {
        const Score value = evaluate(weights, PatternBoard(position.board));
        off += std::abs((value - position.score).discs());
        worth += std::abs(position.score.discs());
    }
    CHECK(worth > 0);
    CHECK(off < worth * 2 / 3);
}

TEST_CASE("train without held-back games says so and keeps the weights of the last pass") {
    const TemporaryPositions file;
    append_games(file, 1, 2);
    const TemporaryFile output;
    const Finished run = train(file, output.path(), {"--passes", "2"});
    CHECK(run.status == 0);
    CHECK_THAT(run.output, ContainsSubstring(", held back: 0;"));
    CHECK(has_match(run.output, Pattern("\\n   2 +\\? +\\? +[0-9.]+\\nall passes done; the "
                                        "weights are those of pass 2\\n")));
    CHECK(weights_in(output.path()).table(20) != nullptr);
}

TEST_CASE("an interrupted train drops the pass and writes its best weights", "[posix]") {
    const TemporaryPositions file;
    append_games(file, 1, 2);
    const TemporaryFile output;
    const TemporaryFile log;
    const std::string signal = GENERATE("INT", "TERM");
    const Finished run = run_shell(fmt::format(
        R"("$0" train '{}' --output '{}' --passes 100000 >'{}' & until grep -q '^   2 ' '{}'; )"
        "do sleep 0.05; done; kill -{} $!; wait $!",
        file.path(), output.path(), log.path(), log.path(), signal));
    CHECK(run.status == 130);
    CHECK(run.errors.empty());
    CHECK(has_match(log.text(), Pattern("\\nstopped; the weights are those of pass [0-9]+\\n'")));
    CHECK(weights_in(output.path()).table(20) != nullptr);
}

TEST_CASE("train reports a full disk and does not change the old weights", "[posix]") {
    const TemporaryPositions file;
    append_games(file, 0, 3);
    const std::string old = "EMILIAWE and so on";
    const TemporaryFile output(old);
    // 1 block of 512 bytes, and an error where a signal would kill.
    const Finished run = run_shell(
        fmt::format(R"(trap '' XFSZ; ulimit -f 1; exec "$0" train '{}' --output '{}' --passes 1)",
                    file.path(), output.path()));
    CHECK(run.status == 1);
    CHECK(run.errors == fmt::format("emilia: cannot write '{}': File too large\n", output.path()));
    CHECK(output.text() == old);
    CHECK(files_beside(output.path()) == Words{output.path()});
}

TEST_CASE("train says so if there is nothing to learn") {
    const TemporaryPositions file;
    append_scored_games(file, 1, 2, [](const Board&) { return Score(); });
    const TemporaryFile output;
    const Finished run = train(file, output.path(), {"--passes", "2"});
    CHECK(run.status == 1);
    CHECK_THAT(run.errors, ContainsSubstring("these positions teach nothing"));
    CHECK(output.text().empty());
}

TEST_CASE("train refuses damaged files of positions and names them") {
    const TemporaryPositions whole;
    append_games(whole, 0, 2);
    const TemporaryFile diary("my diary, and a long one");
    const TemporaryFile cut_off(whole.bytes().substr(0, whole.bytes().size() - 7));
    const TemporaryPositions none;
    none.append(1, {});
    struct Case {
        std::string path;
        std::string message;
    };
    const std::vector<Case> cases = {
        {diary.path(), in_quotes(diary.path()) + " is not a file of positions"},
        {cut_off.path(), in_quotes(cut_off.path()) + " is cut off"},
        {"/no/such.pos", "'/no/such.pos' can't be read: No such file"},
        {none.path(), "the files hold no position to learn from"},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.message);
        const TemporaryFile output;
        const Finished run = run_program({"train", wrong.path, "--output", output.path()});
        CHECK(run.status == 1);
        CHECK(run.output.empty());
        CHECK(run.errors.starts_with("emilia: " + wrong.message));
        CHECK(split_lines(run.errors).size() == 1);
        CHECK(output.text().empty());
    }
}

TEST_CASE("train overwrites only files of weights") {
    const TemporaryPositions file;
    append_games(file, 0, 1);
    const std::string bytes = file.bytes();
    const Finished own = train(file, file.path(), {});
    CHECK(own.status == 2);
    CHECK_THAT(own.errors,
               ContainsSubstring(in_quotes(file.path()) + " can't be both positions and --output"));
    CHECK(file.bytes() == bytes);

    const TemporaryFile diary("my diary");
    const Finished other = train(file, diary.path(), {});
    CHECK(other.status == 1);
    CHECK(other.errors
          == fmt::format("emilia: '{}' is not a file of weights; choose another --output\n",
                         diary.path()));
    CHECK(diary.text() == "my diary");
}

TEST_CASE("train refuses more than 250 files") {
    Words words = {"train", "--output", "x"};
    words.insert(words.end(), 251, "/no/such.pos");
    const Finished run = run_program(words);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, ContainsSubstring("train takes at most 250 files, not 251"));
}

TEST_CASE("train --initial writes weights without any positions") {
    const TemporaryFile output;
    const Finished run = run_program({"train", "--initial", "--output", output.path()});
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK(run.output == fmt::format("'{}' holds the initial weights\n", output.path()));
    CHECK(encode_weights(initial_weights(), Compression::quick) == output.text());

    const Finished both = run_program({"train", "x.pos", "--initial", "--output", output.path()});
    CHECK(both.status == 2);
    CHECK_THAT(both.errors, ContainsSubstring("either --initial or files of positions, not both"));
}
