#include "engine/eval/evaluation.h"
#include "engine/eval/patterns.h"
#include "engine/eval/weights.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"
#include "tests/temporary_positions.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace emilia;
using namespace emilia::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

/// One disc less than the program's evaluation.
Score one_disc_less(const Board& board) {
    return evaluate(embedded_weights(), PatternBoard(board)) - Score::from_discs(1);
}

/// `games` random games that are labelled so; in each the positions with an odd number of empty
/// squares as solved, the others not.
void append_games(const TemporaryPositions& file, std::uint32_t games) {
    Random random(91);
    for (std::uint32_t game = 0; game < games; ++game) {
        auto positions = labelled_game(random, one_disc_less);
        for (LabelledPosition& position : positions) {
            if (position.board.empties() % 2 == 0) position.source = LabelSource::later;
        }
        file.append(game, positions);
    }
}

Finished evaluate_file(const std::string& file, const Words& more) {
    Words words = {"evaluate", file, "--threads", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
}

nlohmann::json evaluate_json(const std::string& file, Words more) {
    more.emplace_back("--json");
    const Finished run = evaluate_file(file, more);
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    return nlohmann::json::parse(run.output);
}

std::string in_quotes(const std::string& path) {
    return fmt::format("'{}'", path);
}

} // namespace

TEST_CASE("evaluate prints the errors by empty squares and in all") {
    const TemporaryPositions file;
    append_games(file, 3);
    const Finished run = evaluate_file(file.path(), {});
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    const Words lines = split_lines(run.output);
    REQUIRE(lines.size() == 18);
    CHECK(lines[0] == " empties    positions     bias absolute      rms");
    for (std::size_t i = 1; i < lines.size() - 1; ++i) {
        CAPTURE(lines[i]);
        CHECK(lines[i].ends_with("   +1.000    1.000    1.000"));
    }
    CHECK(lines[1].starts_with("     1-4 "));
    CHECK(lines[15].starts_with("   57-60           12 "));
    CHECK(lines[16].starts_with("     all "));
    CHECK(matches(lines[17], Pattern("1[678][0-9] positions in [0-9.]+ s")));
}

TEST_CASE("evaluate takes only the chosen positions") {
    const TemporaryPositions file;
    append_games(file, 3);
    const auto bands = evaluate_json(file.path(), {"--empties", "21-30", "--band", "1"})["bands"];
    REQUIRE(bands.size() == 10);
    for (std::size_t i = 0; i < bands.size(); ++i) {
        CHECK(bands[i]["empties"] == nlohmann::json({21 + i, 21 + i}));
        CHECK(bands[i]["positions"] == 3);
    }
    const auto cut = evaluate_json(file.path(), {"--empties", "22-30", "--band", "4"})["bands"];
    REQUIRE(cut.size() == 3); // 21 and 31 to 32 belong to the first and the last band
    CHECK(cut[0]["empties"] == nlohmann::json({22, 24}));
    CHECK(cut[1]["empties"] == nlohmann::json({25, 28}));
    CHECK(cut[2]["empties"] == nlohmann::json({29, 30}));
    const auto one = evaluate_json(file.path(), {"--empties", "21", "--band", "8"})["bands"];
    REQUIRE(one.size() == 1);
    CHECK(one[0]["empties"] == nlohmann::json({21, 21}));
    const auto solved =
        evaluate_json(file.path(), {"--empties", "21-30", "--band", "1", "--exact-only"})["bands"];
    REQUIRE(solved.size() == 5);
    for (const auto& band : solved) CHECK(band["empties"][0].get<int>() % 2 == 1);
}

TEST_CASE("evaluate draws the same sample every time, or takes all if there are fewer") {
    const TemporaryPositions file;
    append_games(file, 20);
    const Words twenty = {"--sample", "20", "--band", "1"};
    const auto sample = evaluate_json(file.path(), twenty);
    CHECK(sample["positions"] == 20);
    CHECK(evaluate_json(file.path(), twenty)["bands"] == sample["bands"]);
    // Not just the first or the last, which are of one game.
    CHECK(sample["bands"].size() < 20);
    CHECK(evaluate_json(file.path(), {"--sample", "5000"})["positions"]
          == evaluate_json(file.path(), {})["positions"]);
}

TEST_CASE("evaluate searches to the chosen depth") {
    const TemporaryPositions file;
    append_games(file, 2);
    const Words words = {"--empties", "10-20", "--depth", "2"};
    const auto searched = evaluate_json(file.path(), words);
    CHECK(searched["format"] == 1);
    CHECK(searched["depth"] == 2);
    CHECK(searched["positions"] == 22);
    CHECK(searched["mean_absolute_error"] > 1.0);
    CHECK(searched["root_mean_square_error"] >= searched["mean_absolute_error"]);
    CHECK(searched["seconds"] >= 0.0);
    Words alone = words;
    alone.insert(alone.end(), {"--threads", "1"});
    const Finished run = run_program({"evaluate", file.path(), "--empties", "10-20", "--depth", "2",
                                      "--threads", "1", "--json"});
    CHECK(nlohmann::json::parse(run.output)["bands"] == searched["bands"]);
    CHECK(evaluate_json(file.path(), {})["depth"].is_null());
}

TEST_CASE("evaluate can use the weights of a file") {
    StoredWeights stored;
    stored.tied.resize(knots.size() * tie_weights(Reader::table).count);
    const TemporaryFile weights(
        encode_weights(stored, Compression::quick)); // which say 0 of everything
    const TemporaryPositions file;
    const Board board = Board::start();
    file.append(1, {{.board = board, .score = Score::from_discs(7)},
                    {.board = board, .score = Score::from_discs(-3)}});
    const auto result = evaluate_json(file.path(), {"--weights", weights.path()});
    CHECK(result["mean_error"] == -2);
    CHECK(result["mean_absolute_error"] == 5);

    const TemporaryFile diary("my diary");
    const Finished run = evaluate_file(file.path(), {"--weights", diary.path()});
    CHECK(run.status == 1);
    CHECK(run.errors == fmt::format("emilia: '{}' is not a weights file\n", diary.path()));
}

TEST_CASE("evaluate names a damaged file, and says if there is no position to measure") {
    const TemporaryPositions whole;
    append_games(whole, 2);
    const TemporaryFile diary("my diary, and a long one");
    const TemporaryFile cut_off(whole.bytes().substr(0, whole.bytes().size() - 7));
    struct Case {
        Words words;
        std::string message;
    };
    const std::vector<Case> cases = {
        {{whole.path(), diary.path()}, in_quotes(diary.path()) + " is not a file of positions"},
        {{whole.path(), cut_off.path()}, in_quotes(cut_off.path()) + " is cut off"},
        {{whole.path(), "--empties", "0"}, "these files contain no such position"},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.message);
        Words words = {"evaluate"};
        words.insert(words.end(), wrong.words.begin(), wrong.words.end());
        const Finished run = run_program(words);
        CHECK(run.status == 1);
        CHECK(run.output.empty());
        CHECK(run.errors.starts_with("emilia: " + wrong.message));
        CHECK(split_lines(run.errors).size() == 1);
    }
}

TEST_CASE("no command counts the positions of one file twice, also under another name", "[posix]") {
    const TemporaryPositions file;
    append_games(file, 2);
    const TemporaryFolder folder;
    const std::string link = folder.file("link");
    const std::string output = folder.file("out");
    std::filesystem::create_symlink(file.path(), link);
    for (const std::string& again : {file.path(), link}) {
        for (const Words& words : {Words{"evaluate", file.path(), again},
                                   Words{"calibrate", file.path(), again, "--output", output},
                                   Words{"train", file.path(), again, "--output", output}}) {
            const Finished run = run_program(words);
            CAPTURE(words, run.errors);
            CHECK(run.status == 2);
            CHECK(run.output.empty());
            CHECK(contains(run.errors, "are the same file, which would count twice; leave one"));
            CHECK_FALSE(std::filesystem::exists(output));
        }
    }
}

TEST_CASE("an interrupted evaluate ends at once and prints what it has measured", "[posix]") {
    const TemporaryPositions file;
    Random random(92);
    // The first is over at once; the others take hours.
    auto positions = labelled_game(random, one_disc_less);
    std::reverse(positions.begin(), positions.end());
    positions.erase(positions.begin() + 1, positions.begin() + 30);
    file.append(1, positions);
    // Through a pipe: a program that has opened it catches signals already.
    const TemporaryFolder folder;
    const Finished run = run_shell(fmt::format(
        R"(mkfifo '{0}'; "$0" evaluate '{0}' --depth 60 --threads 1 & cat '{1}' >'{0}'; )"
        "kill -INT $!; wait $!",
        folder.file("pipe"), file.path()));
    CHECK(run.status == 130);
    CHECK(run.errors.empty());
    CHECK(has_match(run.output, Pattern("\n(0 positions|1 position) in [0-9.]+ s\n")));
}
