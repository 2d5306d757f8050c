#include "engine/notation/formats/ggf.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace emilia;
using namespace emilia::testing;

namespace {

using nlohmann::json;
const std::string base_of_1978 = testing::data_path("wthor/WTH_1978.wtb");

Finished analyze(const Words& words) {
    Words all{"--threads", "1", "--hash", "1", "--no-book"};
    all.insert(all.end(), words.begin(), words.end());
    return run_command("analyze", all);
}

std::vector<json> objects_of(const Finished& run) {
    CAPTURE(run.errors);
    REQUIRE(run.status == 0);
    std::vector<json> objects;
    for (const std::string& line : split_lines(run.output)) objects.push_back(json::parse(line));
    return objects;
}

} // namespace

TEST_CASE(
    "a game on the command line is analyzed move by move, followed by a table of the players") {
    const Finished run = analyze({"--game", "f5d6c3d3c4f4", "--level", "2"});
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    const auto lines = split_lines(run.output);
    REQUIRE(lines.size() > 12);
    CHECK(lines[0].starts_with("Black – White"));
    const Pattern move("  [1-6]  [XO]  [a-h][1-8] +[-+][0-9.]+ .*depth 2, full width +[a-h1-8]+");
    for (std::size_t i = 2; i < 8; ++i) {
        CAPTURE(lines[i]);
        CHECK(matches(lines[i], move));
    }
    CHECK(lines[8] == "best: = the played move, ~ a move equal to it");
    CHECK(contains(run.output, "Unfinished: 54 empty squares are left."));
    CHECK(contains(run.output, "Black                         1"));
}

TEST_CASE("the JSON of an analyzed game agrees in its moves, positions and players") {
    const auto objects =
        objects_of(analyze({"--game", base_of_1978, "--index", "2", "--level", "3", "--json"}));
    REQUIRE(objects.size() == 1);
    const json& game = objects.front();
    CHECK(game["format"] == 1);
    CHECK(game["finished"] == true);
    CHECK(game["date"] == "1978");
    const auto record = parse_moves(game["record"].get<std::string>());
    REQUIRE(record);
    CHECK(record->position().board.is_over());
    CHECK(game["positions"].size() == game["moves"].size() + 1);
    CHECK(contains(game["note"].get<std::string>(), "Exact from move"));
    double black_loss = 0;
    int number = 0;
    for (std::size_t i = 0; i < game["moves"].size(); ++i) {
        const json& move = game["moves"][i];
        CHECK(move["number"] == ++number);
        CHECK(move["player"] == game["positions"][i]["player"]);
        CHECK(move["loss"] >= 0);
        CHECK(move["hints"][0]["move"] == move["best"]);
        CHECK(move["pv"][0] == move["best"]);
        if (move["move"] == move["best"]) CHECK(move["loss"] == 0);
        if (move["player"] == "X") black_loss += move["loss"].get<double>();
    }
    CHECK(game["players"]["X"]["loss"].get<double>() == Approx(black_loss));
    CHECK(game["moves"].back()["certainty"] == "exact");
    const json& black = game["players"]["X"];
    CHECK(black["1-45"]["moves"].get<int>() + black["46-60"]["moves"].get<int>() == black["moves"]);
}

TEST_CASE("the games of a file are selected by number, player and tournament") {
    const Game first = *parse_moves("f5d6c3");
    Game second = *parse_moves("f5f6");
    second.black_name = "Rose";
    second.event = "Cup";
    const TemporaryFile file(to_ggf(first) + "\n" + to_ggf(second) + "\n");
    const auto moves_of = [&](const Words& choice) {
        Words words{"--game", file.path(), "--level", "1", "--json"};
        words.insert(words.end(), choice.begin(), choice.end());
        Words records;
        for (const json& game : objects_of(analyze(words))) records.push_back(game["record"]);
        return records;
    };
    CHECK(moves_of({}) == Words{"f5d6c3", "f5f6"});
    CHECK(moves_of({"--index", "1"}) == Words{"f5d6c3"});
    CHECK(moves_of({"--player", "ROSE"}) == Words{"f5f6"});
    CHECK(moves_of({"--event", "cup"}) == Words{"f5f6"});
    const Finished none = analyze({"--game", file.path(), "--player", "nobody"});
    CHECK(none.status == 1);
    CHECK(none.errors == "emilia: none of the 2 games is selected\n");
    const Finished beyond = analyze({"--game", file.path(), "--index", "3"});
    CHECK(beyond.status == 1);
    CHECK(beyond.output.empty());
    CHECK(beyond.errors == "emilia: there is no game 3, but only games 1 to 2\n");
}

TEST_CASE("an invalid game is reported with its move and the reason; the others are analyzed") {
    const TemporaryFile file("f5d6\nf5f5\nf5f6\n");
    const Finished run = analyze({"--game", file.path(), "--level", "1", "--json"});
    CHECK(run.status == 1);
    CHECK(split_lines(run.output).size() == 2);
    CHECK(contains(run.errors, "line 2: move 2: f5 is not a legal move for white"));

    const TemporaryFile empty("");
    const Finished nothing = analyze({"--game", empty.path()});
    CHECK(nothing.status == 1);
    CHECK(contains(nothing.errors, "holds no games"));

    const TemporaryFile wrong("f5f5\nf5f5\n");
    CHECK(contains(analyze({"--game", wrong.path()}).errors, "emilia: no game to analyze\n"));

    for (const char* no_moves : {"", " "}) {
        const Finished none = analyze({"--game", no_moves});
        CHECK(none.status == 2);
        CHECK(none.output.empty());
        CHECK(
            contains(none.errors,
                     fmt::format("'{}' is neither a file nor a game: there is no text", no_moves)));
    }

    const Finished moves = analyze({"--game", "f5d6a1"});
    CHECK(moves.status == 2);
    CHECK(contains(moves.errors, "move 3: a1 is not a legal move for black"));
}

TEST_CASE("a game whose names are not UTF-8 is analyzed") {
    const TemporaryFile file("(;GM[Othello]PB[\xff\xfe]PW[\xc3\xa9]B[F5];)");
    const auto objects = objects_of(analyze({"--game", file.path(), "--level", "1", "--json"}));
    REQUIRE(objects.size() == 1);
    CHECK(objects.front()["names"]["O"] == "\xc3\xa9");
    const TemporaryFolder folder;
    const Words words{"--game", file.path(), "--level",
                      "1",      "--output",  folder.file("games.jsonl")};
    CHECK(analyze(words).status == 0);
    CHECK(analyze(words).status == 0);
    CHECK(split_lines(contents(folder.file("games.jsonl"))).size() == 1);
}

TEST_CASE("a page is written for one game, and refused for several or an unwritable file") {
    const TemporaryFolder folder;
    const std::string page = folder.file("report.html");
    const Finished one =
        analyze({"--game", base_of_1978, "--index", "3", "--level", "1", "--html", page});
    CHECK(one.errors.empty());
    CHECK(one.status == 0);
    const std::string text = contents(page);
    CHECK(text.starts_with("<!DOCTYPE html>"));
    CHECK(text.size() < 300'000);
    CHECK(contains(text, "Exact from move"));
    const Finished all = analyze({"--game", base_of_1978, "--level", "1", "--html", page});
    CHECK(all.status == 2);
    CHECK(contains(all.errors, "--html needs exactly one game, not 8; choose it with --index"));
    // Also if a file has the game already.
    const std::string page_again = folder.file("again.html");
    const std::string games = folder.file("games.jsonl");
    const Words known{"--game", "f5d6c3", "--level", "1", "--output", games};
    REQUIRE(analyze(known).status == 0);
    Words known_with_page = known;
    known_with_page.insert(known_with_page.end(), {"--html", page_again});
    const std::string record = contents(games);
    CHECK(analyze(known_with_page).status == 0);
    CHECK(contents(page_again).starts_with("<!DOCTYPE html>"));
    CHECK(contents(games) != record); // a page has four moves, so it is another analysis
    std::filesystem::remove(page_again);
    const std::string both = contents(games);
    CHECK(analyze(known_with_page).status == 0);
    CHECK(contents(page_again).starts_with("<!DOCTYPE html>"));
    CHECK(contents(games) == both);
    const Finished nowhere =
        analyze({"--game", "f5d6", "--level", "1", "--html", folder.file("no/page.html")});
    CHECK(nowhere.status == 1);
    CHECK(nowhere.output.empty());
}

TEST_CASE("a page that can't be written costs no other result", "[posix]") {
    // The files have room for an analyzed game, but not for a page.
    const TemporaryFolder folder;
    const std::string in_small_files =
        "trap '' XFSZ; ulimit -f 40; \"$0\" analyze --game f5d6c3 --level 1 --no-book --threads 1 "
        "--hash 1 --html '"
        + folder.file("page.html") + "'";
    const std::string games = folder.file("games.jsonl");
    const Finished kept = run_shell(in_small_files + " --output '" + games + "'");
    CHECK(kept.status == 1);
    CHECK(contains(kept.errors, "page.html"));
    CHECK(split_lines(contents(games)).size() == 1);
    const Finished again = run_shell(in_small_files + " --output '" + games + "'");
    CHECK(again.status == 1);
    CHECK(split_lines(contents(games)).size() == 1);
    const Finished printed = run_shell(in_small_files);
    CHECK(printed.status == 1);
    CHECK(contains(printed.output, "Unfinished: 57 empty squares are left."));
    CHECK_FALSE(std::filesystem::exists(folder.file("page.html")));
}

TEST_CASE("after Ctrl-C the analysis contains the last moves of a game, each with its position",
          "[posix]") {
    // A program that has made its output catches signals already.
    const TemporaryFolder folder;
    const Finished run = run_shell(fmt::format(
        R"("$0" analyze --game '{1}' --index 1 --time 600 --threads 1 --hash 1 --no-book --json )"
        "--output '{0}' & while [ ! -e '{0}' ] && kill -0 $!; do sleep 0.01; done; sleep 0.5; "
        "kill -INT $!; wait $!",
        folder.file("output"), base_of_1978));
    CHECK(run.status == 130);
    const json game = json::parse(run.output);
    CHECK(game["positions"].size() == game["moves"].size() + 1);
    for (std::size_t i = 0; i < game["moves"].size(); ++i)
        CHECK(game["moves"][i]["player"] == game["positions"][i]["player"]);
    CHECK(contains(game["note"].get<std::string>(), "Stopped: only the last moves are analyzed."));
}

TEST_CASE("the first request ends a program that waits for its games", "[posix]") {
    // A program that takes more than the pipe holds is reading.
    const TemporaryFolder folder;
    const Finished run = run_shell(fmt::format(
        R"(mkfifo '{0}'; "$0" analyze --game - <'{0}' & exec 3>'{0}'; yes f5 | head -c 500000 >&3; )"
        "kill -TERM $!; for i in $(seq 600); do kill -0 $! 2>/dev/null || break; sleep 0.05; "
        "done; kill -KILL $! 2>/dev/null; wait $!",
        folder.file("pipe")));
    CHECK(run.status == 143);
}

TEST_CASE("options of games and of positions exclude each other") {
    const std::string board = "---------------------------OX------XO--------------------------- X";
    struct Case {
        Words words;
        std::string error;
    };
    const std::vector<Case> cases = {
        {{"--game", "f5d6", "--exact"}, "--exact needs a position"},
        {{"--game", "f5d6", "--wld-at", "20"}, "--wld-at needs a position"},
        {{board, "--html", "page.html"}, "--html needs --game"},
        {{board, "--player", "cerf"}, "--player needs --game"},
        {{"--game", "f5d6", "--top", "0"}, "--top must be at least 1, not 0"},
        {{"--game", "f5d6", "--book-cost", "0"}, "--book-cost"},
        {{board, "--book-random", "50"}, "--book-random"},
        {{board, "--seed", "1"}, "--seed"},
    };
    for (const Case& c : cases) {
        const Finished run = analyze(c.words);
        CAPTURE(c.error, run.errors);
        CHECK(run.status == 2);
        CHECK(run.output.empty());
        CHECK(contains(run.errors, c.error));
    }
}
