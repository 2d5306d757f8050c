#include "engine/learn/position_file.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

const std::string base_folder = testing::data_path("wthor");
const std::string base_file = base_folder + "/WTH_1978.wtb"; // 8 games

/// A path at which there is nothing yet, removed in the end.
class Output {
public:
    Output() { std::filesystem::remove(file_.path()); }
    [[nodiscard]] std::string path() const { return file_.path(); }
    [[nodiscard]] std::string bytes() const { return file_.text(); }

private:
    TemporaryFile file_;
};

Finished label(const Words& words) {
    Words all = {"label", "--threads", "1", "--hash", "4", "--exact-at", "8"};
    all.insert(all.end(), words.begin(), words.end());
    return run_program(all);
}

std::map<std::uint32_t, std::vector<LabelledPosition>> read(const std::string& path) {
    std::map<std::uint32_t, std::vector<LabelledPosition>> games;
    const auto done = read_positions(path, [&games](std::uint32_t game, auto positions) {
        CHECK(games.emplace(game, std::vector(positions.begin(), positions.end())).second);
    });
    CHECK(done);
    return games;
}

std::string bytes_of(const std::string& path) {
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
}

} // namespace

TEST_CASE("label numbers every game by its year and its place in the base") {
    const Output output;
    const Finished run = label({"--wthor", base_folder, "--output", output.path()});
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK(run.output.starts_with("8 games, 431 positions in "));
    const auto games = read(output.path());
    REQUIRE(games.size() == 8);
    CHECK(games.begin()->first == 197800000);
    CHECK(games.rbegin()->first == 197800007);
    // Black had 41 discs in the end and 46 under perfect play.
    const auto& first = games.at(197800000);
    REQUIRE(first.size() == 54);
    CHECK(first.front().score == Score::from_discs(28));
    CHECK(first.front().distance == 30);
    CHECK(first.back().score == Score::from_discs(18));
    CHECK(first.back().source == LabelSource::exact);
}

TEST_CASE("label continues a file, with any number of threads") {
    const Output at_once;
    const Output in_parts;
    CHECK(label({"--wthor", base_file, "--output", at_once.path()}).status == 0);
    const Words parts = {"--wthor", base_file, "--output", in_parts.path()};
    Words first = parts;
    first.insert(first.end(), {"--games", "3"});
    CHECK(label(first).output.starts_with("3 games"));
    CHECK(read(in_parts.path()).size() == 3);
    const Finished rest = run_program({"label", "--threads", "2", "--hash", "4", "--exact-at", "8",
                                       "--wthor", base_file, "--output", in_parts.path()});
    CHECK(rest.status == 0);
    CHECK(rest.output.starts_with("there already: 3 of 8 games\n5 games"));
    CHECK(read(in_parts.path()) == read(at_once.path()));

    const std::string whole = in_parts.bytes();
    CHECK(label(parts).output.starts_with("there already: 8 of 8 games\n0 games"));
    CHECK(in_parts.bytes() == whole);
}

TEST_CASE("label refuses a file that was made with other settings or by selfplay") {
    const Output output;
    CHECK(label({"--wthor", base_file, "--output", output.path(), "--games", "1"}).status == 0);
    const std::string bytes = output.bytes();
    const Finished other = run_program({"label", "--exact-at", "9", "--hash", "4", "--wthor",
                                        base_file, "--output", output.path()});
    CHECK(other.status == 1);
    CHECK(other.output.empty());
    CHECK(other.errors
          == fmt::format("emilia: '{}' was made by 'label --exact-at 8', not by 'label --exact-at "
                         "9'; nothing was changed; use the settings of the file, or another file\n",
                         output.path()));
    CHECK(output.bytes() == bytes);

    const Output played;
    CHECK(run_program({"selfplay", "--output", played.path(), "--games", "1", "--depth", "1",
                       "--exact-at", "8", "--hash", "1"})
              .status
          == 0);
    const Finished mixed = label({"--wthor", base_file, "--output", played.path()});
    CHECK(mixed.status == 1);
    CHECK(contains(mixed.errors, ", not by 'label --exact-at 8'; nothing was changed"));
    CHECK(read(played.path()).size() == 1);
}

TEST_CASE("label refuses an output with games of another base of the same year") {
    const TemporaryFolder folder;
    const std::string part = folder.file("part.wtb");
    const std::string output = folder.file("out.pos");
    CHECK(run_program({"convert", base_file, "--index", "4-6", "--output", part}).status == 0);
    CHECK(label({"--wthor", part, "--output", output}).status == 0);
    const std::string before = bytes_of(output);
    const Finished whole = label({"--wthor", base_file, "--output", output});
    CHECK(whole.status == 1);
    CHECK(whole.errors
          == fmt::format("emilia: '{}' holds another game as number 197800000, from another base "
                         "of the same year; nothing was changed; use the same base or another "
                         "--output\n",
                         output));
    CHECK(bytes_of(output) == before);
    CHECK(label({"--wthor", part, "--output", output})
              .output.starts_with("there already: 3 of 3 games\n0 games"));
}

TEST_CASE("a game without positions in the output stands only for one that has none") {
    const TemporaryFolder folder;
    const std::string base = folder.file("short.wtb");
    const std::string output = folder.file("out.pos");
    constexpr std::size_t header = 16, game = 68, moves_at = 8;
    std::string bytes = bytes_of(base_file);
    for (std::size_t at = header; at < bytes.size(); at += game)
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at + moves_at + 14), 46, '\0');
    std::ofstream(base, std::ios::binary) << bytes;
    CHECK(contains(label({"--wthor", base, "--output", output}).output, "8 games, 0 positions"));
    const std::string before = bytes_of(output);
    CHECK(contains(label({"--wthor", base, "--output", output}).output,
                   "there already: 8 of 8 games"));
    const Finished whole = label({"--wthor", base_file, "--output", output});
    CHECK(whole.status == 1);
    CHECK(contains(whole.errors, "holds another game as number 197800000, from another base"));
    CHECK(bytes_of(output) == before);
}

TEST_CASE("label removes an unfinished game and says so") {
    const Output whole;
    CHECK(label({"--wthor", base_file, "--games", "2", "--output", whole.path()}).status == 0);
    const std::string bytes = whole.bytes();
    const TemporaryFile file(bytes.substr(0, bytes.size() - 30));
    const Finished run = label({"--wthor", base_file, "--games", "1", "--output", file.path()});
    CHECK(run.status == 0);
    CHECK(run.errors.starts_with("emilia: removed an unfinished game, "));
    CHECK(split_lines(run.errors).size() == 1);
    CHECK(file.text() == bytes);
}

TEST_CASE("label ends cleanly after a signal", "[posix]") {
    const Output output;
    // So early in a game solving takes hours.
    const Finished run =
        run_shell("\"$0\" label --threads 1 --hash 4 --exact-at 40 --wthor '" + base_file
                  + "' --output '" + output.path() + "' & until [ -e '" + output.path()
                  + "' ]; do sleep 0.1; done; kill -TERM $!; wait $!");
    CHECK(run.status == 130);
    CHECK(run.errors.empty());
    CHECK(contains(run.output, " positions in "));
    CHECK(read(output.path()).empty());
}

TEST_CASE("label refuses damaged bases and wrong paths, and changes nothing") {
    const TemporaryFile text("not a base");
    const TemporaryFile cut(bytes_of(base_file).substr(0, 500));
    const TemporaryFile copy(bytes_of(base_file));
    struct Case {
        Words words;
        std::string message;
    };
    const Output output;
    const std::vector<Case> cases = {
        {{"--wthor", text.path()},
         "is not a complete WTHOR base: the file ends after 10 of the header's 16"},
        {{"--wthor", cut.path()},
         "the header announces 8 games, but the file holds 7 and part of another"},
        {{"--wthor", "/no/such.wtb"}, "cannot read '/no/such.wtb'"},
        {{"--wthor", testing::data_path("ffo")}, "holds no game bases (*.wtb)"},
        {{"--wthor", base_file, copy.path()}, "both hold the games of 1978; leave one out"},
        {{"--wthor", base_file, "--years", "1979-1980"}, "hold no game of these years"},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.message);
        Words words = wrong.words;
        words.insert(words.end(), {"--output", output.path()});
        const Finished run = label(words);
        CHECK(run.status == 1);
        CHECK(run.output.empty());
        CHECK(contains(run.errors, wrong.message));
        CHECK(split_lines(run.errors).size() == 1);
        CHECK_FALSE(std::filesystem::exists(output.path()));
    }
}

TEST_CASE("label names a damaged game, labels the others, and its status is 1") {
    std::string bytes = bytes_of(base_file);
    bytes[16 + 68 + 8] = 9;
    const TemporaryFile damaged(bytes);
    const Output output;
    const Finished run = label({"--wthor", damaged.path(), "--output", output.path()});
    CHECK(run.status == 1);
    CHECK(run.errors
          == fmt::format("emilia: '{}', game 2: 9 is not a move (byte 92)\n", damaged.path()));
    CHECK(contains(run.output, "7 games, "));
}

TEST_CASE("label does not touch an output of another kind") {
    const TemporaryFile output("my diary");
    const Finished run = label({"--wthor", base_file, "--output", output.path()});
    CHECK(run.status == 1);
    CHECK(contains(run.errors, "is not a file of positions"));
    CHECK(output.text() == "my diary");
}

TEST_CASE("label takes only the games of the chosen years") {
    const auto years = GENERATE(as<std::string>(), "1978", "1978-1978", "1900-2100");
    const Output output;
    CHECK(label({"--wthor", base_file, "--output", output.path(), "--years", years, "--games", "1"})
              .status
          == 0);
    CHECK(read(output.path()).size() == 1);
}

TEST_CASE("label says why it takes no game of a base") {
    const TemporaryFolder folder;
    const std::string base = folder.file("a.wtb");
    const std::string output = folder.file("out.pos");
    const auto refusal = [&](const std::string& bytes, const Words& more) {
        std::ofstream(base, std::ios::binary) << bytes;
        Words words = {"--wthor", base, "--output", output};
        words.insert(words.end(), more.begin(), more.end());
        const Finished run = label(words);
        CHECK(run.status == 1);
        CHECK_FALSE(std::filesystem::exists(output));
        return run.errors;
    };
    const std::string whole = bytes_of(base_file);
    std::string late = whole; // the year 65535
    late[10] = late[11] = '\xff';
    std::string empty = whole.substr(0, 16);
    empty[4] = 0;
    CHECK(contains(refusal(late, {}), "holds 8 games of 65535; games can be numbered up to"));
    CHECK(refusal(late, {"--years", "1978"}) == "emilia: the bases hold no game of these years\n");
    CHECK(refusal(empty, {}) == "emilia: the bases hold no game\n");
    CHECK(refusal("EMILIAPO" + std::string(500, '\1'), {})
          == fmt::format("emilia: '{}' holds labelled positions, no WTHOR base\n", base));
}

TEST_CASE("label searches with the weights of a file") {
    const TemporaryFile other("my diary");
    const Output output;
    const Words words = {"--wthor", base_file, "--output", output.path(), "--weights"};
    Words with_other = words;
    with_other.push_back(other.path());
    const Finished refused = label(with_other);
    CHECK(refused.status == 1);
    CHECK(contains(refused.errors, "'" + other.path() + "' is not a weights file"));
    CHECK_FALSE(std::filesystem::exists(output.path()));

    // Solving gives the same scores, whatever the weights.
    const Output weights;
    REQUIRE(run_program({"train", "--initial", "--output", weights.path()}).status == 0);
    Words with_initial = words;
    with_initial.push_back(weights.path());
    CHECK(label(with_initial).status == 0);
    const Output own;
    CHECK(label({"--wthor", base_file, "--output", own.path()}).status == 0);
    CHECK(read(output.path()) == read(own.path()));
}
