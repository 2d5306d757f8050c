#include "engine/base/numbers.h"
#include "engine/learn/position_file.h"
#include "tests/catch.h"
#include "tests/eval/random_weights.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <array>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

using Games = std::map<std::uint32_t, std::vector<LabelledPosition>>;

const Words quick = {"--depth", "1", "--exact-at", "10", "--hash", "1"};

Words selfplay_words(const std::string& file, const Words& more) {
    Words words{"selfplay", "--output", file};
    words.insert(words.end(), quick.begin(), quick.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

Finished selfplay(const std::string& file, const Words& more) {
    return run_program(selfplay_words(file, more));
}

/// The shell's words for the same.
std::string shell_words(const std::string& file, const Words& more) {
    std::string line = R"("$0")";
    for (const std::string& word : selfplay_words(file, more)) line += fmt::format(" '{}'", word);
    return line;
}

/// The games of a file, which must be whole; none twice.
Games games_in(const std::string& file) {
    Games games;
    const auto read = read_positions(file, [&games](std::uint32_t game, auto positions) {
        CHECK(games.emplace(game, std::vector(positions.begin(), positions.end())).second);
    });
    CHECK(read);
    return games;
}

/// What `--games N` makes when nothing interferes.
Games undisturbed(int number) {
    const TemporaryFile file;
    REQUIRE(selfplay(file.path(), {"--threads", "1", "--games", std::to_string(number)}).status
            == 0);
    return games_in(file.path());
}

/// Shell: waits until a file has some games.
std::string wait_for_games(const std::string& file) {
    return fmt::format("while [ $(stat -c %s '{}') -lt 20000 ]; do sleep 0.02; done; ", file);
}

} // namespace

TEST_CASE("selfplay writes the games that were asked for and prints counts") {
    const TemporaryFile file;
    const Finished run = selfplay(file.path(), {"--games", "12", "--searched"});
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    const Games games = games_in(file.path());
    CHECK(games.size() == 12);
    CHECK(games.begin()->first == 0);
    CHECK(games.rbegin()->first == 11);

    const Words lines = split_lines(run.output);
    REQUIRE(lines.size() == 11);
    CHECK(matches(lines[0], Pattern(" empties +exact +later +searched")));
    const std::vector<std::pair<int, int>> bands{{5, 8},   {9, 12},  {13, 16}, {17, 20},
                                                 {21, 25}, {26, 30}, {31, 40}, {41, 60}};
    std::array<std::size_t, 3> made{}; // by source
    for (std::size_t band = 0; band < bands.size(); ++band) {
        const auto [least, most] = bands[band];
        std::array<std::size_t, 3> in_band{};
        for (const auto& [number, positions] : games) {
            for (const LabelledPosition& position : positions) {
                const int empties = position.board.empties();
                if (empties >= least && empties <= most)
                    ++in_band[static_cast<std::size_t>(position.source)];
            }
        }
        CHECK(lines[band + 1]
              == fmt::format("{:>8} {:>14} {:>14} {:>14}", fmt::format("{}-{}", least, most),
                             in_band[0], in_band[1], in_band[2]));
        for (std::size_t source = 0; source < made.size(); ++source)
            made[source] += in_band[source];
    }
    const std::string all = with_commas(made[0] + made[1] + made[2]);
    CHECK(lines[9].starts_with("12 games, " + all + " positions in "));
    CHECK(lines[10] == fmt::format("'{}' holds 12 games, {} positions", file.path(), all));
}

TEST_CASE(
    "selfplay plays the same games with any number of threads, and others with another seed") {
    const Games one = undisturbed(20);
    const TemporaryFile file;
    CHECK(selfplay(file.path(), {"--threads", "3", "--games", "20"}).status == 0);
    CHECK(games_in(file.path()) == one);

    const TemporaryFile other;
    CHECK(selfplay(other.path(), {"--seed", "1", "--games", "20"}).status == 0);
    for (const auto& [number, positions] : games_in(other.path())) {
        CHECK(positions != one.at(number));
    }
}

TEST_CASE("selfplay continues with the games that the file does not hold") {
    const TemporaryFile file;
    CHECK(selfplay(file.path(), {"--games", "5"}).status == 0);
    const Finished more = selfplay(file.path(), {"--games", "9"});
    CHECK(more.status == 0);
    CHECK(contains(more.output, "\n4 games, "));
    CHECK(contains(more.output, " holds 9 games, "));
    CHECK(games_in(file.path()) == undisturbed(9));

    const Finished none = selfplay(file.path(), {"--games", "5"});
    CHECK(none.status == 0);
    CHECK(none.output.starts_with("no new games\n'"));
    CHECK(games_in(file.path()).size() == 9);
}

TEST_CASE("selfplay refuses a file that was made with other settings") {
    const TemporaryFile weights;
    REQUIRE(run_program({"train", "--initial", "--output", weights.path()}).status == 0);
    const TemporaryFile file;
    CHECK(run_program(
              {"selfplay", "--output", file.path(), "--games", "2", "--depth", "1", "--hash", "1"})
              .status
          == 0);
    const std::string text = file.text();
    struct Case {
        Words words;
        std::string other; ///< what the message says about it
    };
    const std::vector<Case> cases = {
        {{"--depth", "2", "--hash", "1"}, "--seed 0 --depth 2 --exact-at 18 --hash 1, weights "},
        {{"--depth", "1", "--hash", "1", "--exact-at", "17"}, "--depth 1 --exact-at 17 --hash 1"},
        {{"--depth", "1", "--hash", "1", "--seed", "3"}, "--seed 3 --depth 1 --exact-at 18"},
        {{"--depth", "1", "--hash", "2"}, "--exact-at 18 --hash 2, weights "},
        {{"--depth", "1", "--hash", "1", "--weights", weights.path()}, "--hash 1, weights "},
        {{"--depth", "1", "--hash", "1", "--searched"}, ", --searched"},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.other);
        Words words{"selfplay", "--output", file.path(), "--games", "3"};
        words.insert(words.end(), wrong.words.begin(), wrong.words.end());
        const Finished run = run_program(words);
        CHECK(run.status == 1);
        CHECK(run.output.empty());
        const std::string before = fmt::format("emilia: '{}' was made by 'selfplay --seed 0 "
                                               "--depth 1 --exact-at 18 --hash 1, weights ",
                                               file.path());
        CHECK(run.errors.starts_with(before));
        const std::size_t second = run.errors.find("', not by 'selfplay ");
        REQUIRE(second != std::string::npos);
        CHECK(contains(run.errors.substr(second), wrong.other));
        CHECK(run.errors.ends_with(
            "'; nothing was changed; use the settings of the file, or another file\n"));
        CHECK(file.text() == text);
    }
}

TEST_CASE("selfplay refuses a file that was made with another network") {
    Random random(53);
    StoredWeights weights = random_weights_with_network(random);
    const TemporaryFile first(encode_weights(weights, Compression::quick));
    ++weights.network->layers[5].bias;
    const TemporaryFile second(encode_weights(weights, Compression::quick));
    const TemporaryFile file;
    CHECK(selfplay(file.path(), {"--games", "1", "--weights", first.path()}).status == 0);
    const Finished other = selfplay(file.path(), {"--games", "2", "--weights", second.path()});
    CHECK(other.status == 1);
    CHECK(contains(other.errors, "was made by 'selfplay"));
    CHECK(selfplay(file.path(), {"--games", "2", "--weights", first.path()}).status == 0);
}

TEST_CASE("selfplay continues a file without settings, and says so") {
    const TemporaryFile file;
    CHECK(selfplay(file.path(), {"--games", "2"}).status == 0);
    const TemporaryFile old(std::string("EMILIAPO\1\0\0\0\0\0\0\0", 16) + file.text().substr(256));
    const Finished run = selfplay(old.path(), {"--games", "3", "--seed", "1"});
    CHECK(run.status == 0);
    CHECK(matches(run.errors,
                  Pattern("emilia: '.*' comes from an earlier version and does not say its "
                          "settings; it is continued with 'selfplay --seed 1 .*'\n")));
    CHECK(contains(run.output, " holds 3 games, "));
}

TEST_CASE("a killed selfplay loses no written game and can continue", "[posix]") {
    const TemporaryFile file;
    const Finished killed =
        run_shell(shell_words(file.path(), {"--threads", "2"}) + " >/dev/null & "
                  + wait_for_games(file.path()) + "kill -9 $!; wait $!");
    CHECK(killed.status == 128 + 9);
    const std::string left = file.text();
    const Finished again = selfplay(file.path(), {"--games", "100"});
    CHECK(again.status == 0);
    CHECK(again.errors.empty());
    CHECK(file.text().starts_with(left));
    const Games games = games_in(file.path());
    for (const auto& [number, positions] : undisturbed(100)) {
        CAPTURE(number);
        REQUIRE(games.contains(number));
        CHECK(games.at(number) == positions);
    }
}

TEST_CASE("selfplay removes an unfinished game and says so") {
    const TemporaryFile whole;
    CHECK(selfplay(whole.path(), {"--threads", "1", "--games", "6"}).status == 0);
    const std::string text = whole.text();
    const TemporaryFile file(text.substr(0, text.size() - 30));
    const Finished run = selfplay(file.path(), {"--threads", "1", "--games", "6"});
    CHECK(run.status == 0);
    CHECK(matches(run.errors, Pattern("emilia: removed an unfinished game, [0-9,]+ "
                                      "bytes, from the end of '.*'\n")));
    CHECK(file.text() == text);
}

TEST_CASE("selfplay ends cleanly after a signal and when its time is up", "[posix]") {
    const TemporaryFile file;
    Finished run;
    SECTION("Ctrl-C") {
        run = run_shell(shell_words(file.path(), {}) + " & " + wait_for_games(file.path())
                        + "kill -INT $!; wait $!");
        CHECK(run.status == 130);
    }
    SECTION("SIGTERM") {
        run = run_shell(shell_words(file.path(), {}) + " & " + wait_for_games(file.path())
                        + "kill -TERM $!; wait $!");
        CHECK(run.status == 130);
    }
    SECTION("--for") {
        run = selfplay(file.path(), {"--for", "0.5"});
        CHECK(run.status == 0);
    }
    CHECK(run.errors.empty());
    const Games games = games_in(file.path());
    CHECK_FALSE(games.empty());
    CHECK(contains(run.output, fmt::format("\n{} games, ", with_commas(games.size()))));
}

TEST_CASE("selfplay counts a single game in the singular") {
    const TemporaryFile file;
    const Finished run = selfplay(file.path(), {"--games", "1"});
    CHECK(contains(run.output, "\n1 game, "));
    CHECK(contains(run.output, " holds 1 game, "));
}

TEST_CASE("selfplay saves its games although nobody reads its output any more") {
    const TemporaryFile file;
    Program program({"selfplay", "--output", file.path(), "--games", "20", "--depth", "1",
                     "--exact-at", "8", "--hash", "1"});
    program.close_output();
    const Finished run = program.finish();
    CHECK(run.status == status_without_reader());
    CHECK(run.errors.empty());
    CHECK(games_in(file.path()).size() == 20);
}

TEST_CASE("selfplay refuses a file that another selfplay is writing", "[posix]") {
    const TemporaryFile file;
    const Finished run = run_shell(
        shell_words(file.path(), {}) + " >/dev/null & " + wait_for_games(file.path())
        + shell_words(file.path(), {"--games", "1"}) + "; status=$?; kill -9 $!; exit $status");
    CHECK(run.status == 1);
    CHECK(run.output.empty());
    CHECK(run.errors == fmt::format("emilia: '{}' is being written by another job\n", file.path()));
}

TEST_CASE("selfplay ends when its file is deleted, and says so", "[posix]") {
    const TemporaryFile file;
    const Finished run =
        run_shell(shell_words(file.path(), {}) + " & " + wait_for_games(file.path()) + "rm '"
                  + file.path() + "'; wait $!");
    CHECK(run.status == 1);
    CHECK(run.errors == fmt::format("emilia: '{}' has been deleted\n", file.path()));
    CHECK(run.output.empty());
}

TEST_CASE("selfplay reports a full disk and keeps the written games", "[posix]") {
    const TemporaryFile file;
    // 16 blocks of 512 bytes, and an error where a signal would kill.
    const Finished run =
        run_shell("trap '' XFSZ; ulimit -f 16; exec " + shell_words(file.path(), {}));
    CHECK(run.status == 1);
    CHECK(run.errors
          == fmt::format("emilia: '{}' can't be written: File too large\n", file.path()));
    const std::size_t games = games_in(file.path()).size();
    CHECK(games > 0);
    CHECK(contains(run.output, fmt::format(" holds {} games, ", with_commas(games))));

    CHECK(selfplay(file.path(), {"--games", "30"}).status == 0);
    for (const auto& [number, positions] : undisturbed(30)) {
        CHECK(games_in(file.path()).at(number) == positions);
    }
}
