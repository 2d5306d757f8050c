#include "book/book_file.h"
#include "engine/base/files.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/formats/game_line.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/move_list.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"
#include "tests/snapshots.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace emilia;
using namespace emilia::testing;

namespace {

namespace fs = std::filesystem;

constexpr const char* listing =
    "2001  Spring Cup  Anna Berg  34-30  Boris  f5d6c3d3c4f4c5b3\n"
    "2002  Spring Cup  Boris  40-24  Anna Berg  f5d6c3d3c4f4f6\n"
    "2003  World Championship  Anna Berg  32-32  C\xc3\xa9sar  f5f6e6f4e3\n"
    "2004  World Championship  C\xc3\xa9sar  20-44  Boris  c4e3f6e6f5\n"
    "2005  World Championship  Dora  ?-?  Anna Berg  f5d6c4\n";

/// A folder with a file of games.
struct Games : TemporaryFolder {
    Games() { write(list, listing); }
    [[nodiscard]] Finished games(const Words& words) const {
        Words all{list};
        all.insert(all.end(), words.begin(), words.end());
        return run_command("games", all);
    }
    /// What a command line that must succeed prints.
    [[nodiscard]] std::string output(const Words& words) const {
        const Finished run = games(words);
        CHECK(run.status == 0);
        CHECK(run.errors.empty());
        return run.output;
    }
    [[nodiscard]] nlohmann::json json(Words words) const {
        words.emplace_back("--json");
        return nlohmann::json::parse(output(words));
    }
    const std::string list = file("games.txt");
};

std::size_t width_of(const std::string& line) {
    return static_cast<std::size_t>(std::count_if(
        line.begin(), line.end(), [](char character) { return (character & 0xC0) != 0x80; }));
}

/// Gives a file a new time, as if it had been written later.
void age(const std::string& path, int seconds) {
    const auto place = to_path(path);
    fs::last_write_time(place, fs::last_write_time(place) + std::chrono::seconds(seconds));
}

} // namespace

TEST_CASE("emilia games shows what was played in a position, in tables of 80 columns") {
    const Games games;
    const std::vector<std::pair<std::string, Words>> commands = {
        {"games --through e6f4c3", {"--through", "e6f4c3"}},
        {"games --player berg", {"--player", "berg"}},
        {"games --by opening --player boris", {"--by", "opening", "--player", "boris"}},
        {"games --by year", {"--by", "year"}},
        {"games --by player", {"--by", "player"}},
        {"games --by move", {"--by", "move"}},
    };
    for (const auto& [command, words] : commands) {
        const std::string output = games.output(words);
        check_snapshot("games", command, output);
        for (const std::string& line : split_lines(output)) {
            CHECK(width_of(line) <= 80);
            CHECK((line.empty() || line.back() != ' '));
        }
    }
}

TEST_CASE("emilia games shows where games leave the book, within 80 columns and as JSON") {
    const Games games;
    const std::string book = games.file("small.book");
    REQUIRE(write_book(book, grown_book(10)));
    const Words words{"--player", "berg", "--by", "book", "--book", book};
    const std::string output = games.output(words);
    CHECK(contains(output, "\nwith black:\n"));
    CHECK(contains(output, "  games  points  discs  who    move  book  after\n"));
    for (const std::string& line : split_lines(output)) CHECK(width_of(line) <= 80);
    const auto exits = games.json(words).at("exits");
    REQUIRE(exits.size() >= 2);
    for (const char* key : {"side", "moves", "player", "move", "book", "games"})
        CHECK(exits[0].contains(key));
    CHECK(exits[0].at("side") == "X");
    CHECK(exits.back().at("side") == "O");
}

TEST_CASE("the games of a list are printed whole by their numbers in it") {
    const Games games;
    const std::vector<Game> all = read_games(games.list)->games;
    CHECK(games.output({"--index", "3"}) == to_ggf(all[2]) + "\n");
    CHECK(games.output({"--player", "berg", "--color", "black", "--index", "2"})
          == to_ggf(all[2]) + "\n");
    CHECK(games.output({"--event", "champ", "--index", "2-9", "--to", "sgf"})
          == to_sgf(all[3]) + "\n" + to_sgf(all[4]) + "\n");
    CHECK(games.output({"--index", "1", "--to", "moves"}) == "f5d6c3d3c4f4c5b3\n");
    const Finished none = games.games({"--event", "champ", "--index", "4"});
    CHECK(none.status == 1);
    CHECK(none.errors == "emilia: there is no game 4 in this list, which has 3 games\n");
}

TEST_CASE("a game is printed with all that its file says of it, also from an index") {
    const TemporaryFolder folder;
    Random random(7);
    Game timed = random_played_game(random);
    timed.black_name = "Anna";
    timed.time = TimeControl{900, 1, 0};
    timed.komi = 0.5;
    const std::string archive = folder.file("games.ggf");
    write(archive, to_ggf(parse_moves("f5d6").value()) + "\n(;broken;)\n" + to_ggf(timed) + "\n");
    for (int i = 0; i < 2; ++i) {
        const Finished run = run_command("games", {archive, "--index-file", folder.file("index"),
                                                   "--player", "anna", "--index", "1"});
        CHECK(run.output == to_ggf(timed) + "\n");
        CHECK(run.status == (run.errors.empty() ? 0 : 1));
    }
}

TEST_CASE("JSON has all of a report in one object") {
    const Games games;
    const auto through = games.json({"--through", "f5d6c3"});
    CHECK(through.at("format") == 1);
    CHECK(through.at("all") == 5);
    CHECK(through.at("games") == 3);
    CHECK(through.at("black").at("won") == 2);
    CHECK(through.at("position").at("player") == "O");
    CHECK(through.at("position").at("opening") == "Perpendicular");
    REQUIRE(through.at("moves").size() == 1);
    CHECK(through.at("moves")[0].at("move") == "d3");
    CHECK(through.at("moves")[0].at("won") == 1);
    CHECK(through.at("moves")[0].at("years") == nlohmann::json({2001, 2004}));
    REQUIRE(through.at("list").size() == 3);
    const auto& last = through.at("list")[2];
    CHECK(last.at("number") == 3);
    CHECK(last.at("black") == "C\xc3\xa9sar");
    CHECK(last.at("score") == "20-44");
    CHECK(last.at("opening") == "Tiger");
    CHECK(last.at("moves") == "c4e3f6e6f5");
    CHECK(last.at("game") == 4);

    const auto by_event = games.json({"--by", "event", "--player", "anna"});
    CHECK(by_event.at("white").at("lost") == 1);
    REQUIRE(by_event.at("groups").size() == 4);
    CHECK(by_event.at("groups")[0].at("event") == "Spring Cup");
    CHECK(by_event.at("groups")[0].at("side") == "X");
    CHECK(by_event.at("groups")[3].at("side") == "O");
    CHECK(games.json({"--count", "2"}).at("list").size() == 2);
    const auto none = games.json({"--through", "f5d6c3d3c4f4c5b4"});
    CHECK(none.at("games") == 0);
    CHECK(none.at("black").at("points").is_null());
}

TEST_CASE("an index answers like the files, until one of them changes") {
    const Games games;
    const std::string index = games.file("my.index");
    const Words words{"--index-file", index, "--through", "f5d6"};
    const std::string expected = games.output({"--through", "f5d6"});
    CHECK(games.output(words) == expected);
    REQUIRE(fs::exists(to_path(index)));
    // The same time and size: the index answers for what the file held.
    const auto time = fs::last_write_time(to_path(games.list));
    std::string changed = listing;
    changed.replace(changed.find("Anna"), 4, "Inge");
    write(games.list, changed);
    fs::last_write_time(to_path(games.list), time);
    CHECK(games.output(words) == expected);
    age(games.list, 10);
    const Finished again = games.games(words);
    CHECK(contains(again.output, "Inge Berg"));
    CHECK(contains(again.errors, "have changed since '" + index + "' was written"));
    CHECK(games.output(words) == again.output);
    // Other files than those of the index.
    const std::string more = games.file("more.txt");
    write(more, "f5d6c3\n");
    const Finished both = run_command("games", {games.list, more, "--index-file", index});
    CHECK(both.status == 0);
    CHECK(both.output.starts_with("6 games\n"));
}

TEST_CASE("names that come to lie beside a base later are noticed") {
    const TemporaryFolder folder;
    const std::string base = folder.file("WTH_1978.wtb");
    write(base, contents(data_path("wthor/WTH_1978.wtb")));
    const Words words{base, "--index-file", folder.file("index"), "--by", "player"};
    CHECK_FALSE(contains(run_command("games", words).output, "Zoe"));
    std::string names(16, '\0');
    names[8] = 100; // names of players, most of them empty
    std::string zoe = "Zoe";
    zoe.resize(20, '\0');
    for (int i = 0; i < 100; ++i) names += zoe;
    write(folder.file("WTH.JOU"), names);
    const Finished named = run_command("games", words);
    CHECK(contains(named.errors, "have changed"));
}

TEST_CASE("a damaged index is made again, with a line that says so") {
    const Games games;
    const std::string index = games.file("my.index");
    const Words words{"--index-file", index};
    const std::string expected = games.output(words);
    const std::string bytes = contents(index);
    for (const std::string& damaged :
         {bytes.substr(0, bytes.size() / 2), bytes.substr(0, 9), std::string(),
          std::string(bytes).replace(bytes.size() - 9, 1, "\xff")}) {
        write(index, damaged);
        const Finished run = games.games(words);
        CHECK(run.status == 0);
        CHECK(run.output == expected);
        CHECK(contains(run.errors, "the games are read again\n"));
        CHECK(contents(index) == bytes);
    }
}

TEST_CASE("a file that is no index is never replaced by one") {
    const Games games;
    const std::string mine = games.file("mine.txt");
    write(mine, "my only copy\n");
    const Finished run = games.games({"--index-file", mine});
    CHECK(run.status == 1);
    CHECK(contains(run.errors, "is no index of games, so it is not replaced"));
    CHECK(contents(mine) == "my only copy\n");
    CHECK(games.games({"--index-file", games.list}).status == 2);
    CHECK(contents(games.list) == listing);
}

TEST_CASE("an index repeats what could not be read") {
    const TemporaryFolder folder;
    const std::string list = folder.file("games.txt");
    write(list, "f5d6\na1\nf5f6\n");
    const Words words{list, "--index-file", folder.file("index")};
    const Finished first = run_command("games", words);
    CHECK(first.status == 1);
    CHECK(contains(first.errors, "line 2: move 1: a1 is not a legal move for black"));
    const Finished second = run_command("games", words);
    CHECK(second.errors == first.errors);
    CHECK(second.output == first.output);
    CHECK(second.status == 1);
}

TEST_CASE("a name that nobody has is an error that proposes another") {
    const Games games;
    struct Case {
        Words words;
        std::string error;
    };
    for (const auto& [words, error] : std::vector<Case>{
             {{"--player", "berk"},
              "no player of these games has 'berk' in its name (did you "
              "mean 'Berg'?)"},
             {{"--player", "berg", "--against", "borsi"},
              "no player of these games has 'borsi' in its name (did you mean 'Boris'?)"},
             {{"--event", "wold champ"}, "no event of these games has 'wold champ' in its name"},
             {{"--opening", "tigre"},
              "no opening of these games has 'tigre' in its name (did you mean 'Tiger'?)"},
         }) {
        const Finished run = games.games(words);
        CHECK(run.status == 1);
        CHECK(contains(run.errors, error));
    }
}

TEST_CASE("a wrong command line of emilia games says what to write instead") {
    check_snapshot("messages", "a wrong command line of games",
                   refusals(
                       {
                           {"games"},
                           {"games", "f5d6c3"},
                           {"games", "x", "--through", "f5a1"},
                           {"games", "x", "--through", ""},
                           {"games", "x", "--player", ""},
                           {"games", "x", "--against", "y"},
                           {"games", "x", "--color", "black"},
                           {"games", "x", "--player", "y", "--color", "red"},
                           {"games", "x", "--result", "wins"},
                           {"games", "x", "--result", "won"},
                           {"games", "x", "--by", "openings"},
                           {"games", "x", "--count", "0"},
                           {"games", "x", "--index", "0"},
                           {"games", "x", "--index", "3-1"},
                           {"games", "x", "--index", "3", "--json"},
                           {"games", "x", "--index", "3", "--by", "year"},
                           {"games", "x", "--index", "3", "--to", "wthor"},
                           {"games", "x", "--to", "sgf"},
                           {"games", "x", "--years", "1980-"},
                           {"games", "x", "--book", "y"},
                           {"games", "x", "--index-file", "-"},
                       },
                       2));
}

TEST_CASE("files that hold no games, or are not there, are named") {
    const TemporaryFolder folder;
    const std::string list = folder.file("games.txt");
    write(list, "f5d6\n");
    const std::string missing = folder.file("missing");
    const Finished run = run_command("games", {list, missing});
    CHECK(run.status == 1);
    CHECK(contains(run.errors, "cannot read '" + missing + "': No such file or directory"));
    CHECK(run.output.starts_with("1 game\n"));
    const Finished none = run_command("games", {missing});
    CHECK(none.status == 1);
    CHECK(none.output.empty());
    CHECK(contains(none.errors, "emilia: no games to look up\n"));
    const Finished twice = run_command("games", {list, folder.path() + "/./games.txt"});
    CHECK(twice.status == 2);
    CHECK(contains(twice.errors, "are the same file, whose games would count twice"));
}

TEST_CASE("emilia games reads standard input, which no index can keep") {
    const Finished run = run_program({"games", "-", "--by", "opening"}, listing);
    CHECK(run.status == 0);
    CHECK(run.output.starts_with("5 games\n"));
    CHECK(run_program({"games", "-", "--index", "2", "--to", "moves"}, listing).output
          == "f5d6c3d3c4f4f6\n");
    const TemporaryFolder folder;
    const Finished kept =
        run_program({"games", "-", "--index-file", folder.file("index")}, listing);
    CHECK(kept.status == 1);
    CHECK(contains(kept.errors, "save the input to a file first"));
    const std::string timed = "(;GM[Othello]TY[8]TI[15:00]BO[8 ---------------------------O*------"
                              "*O--------------------------- *]B[f5//3.00];)";
    const Finished whole = run_program({"games", "-", "--index", "1"}, timed);
    CHECK(whole.status == 1);
    CHECK(contains(whole.errors, "save the input to a file first"));
}

TEST_CASE("many games are kept in the user's cache", "[posix]") {
    const TemporaryFolder folder;
    Random random(9);
    std::string text;
    for (int i = 0; i < 9'000; ++i) text += to_game_line(random_played_game(random)).value() + '\n';
    const std::string list = folder.file("games.txt");
    write(list, text);
    const std::string command =
        fmt::format("XDG_CACHE_HOME='{}' \"$0\" games '{}' --by move", folder.file("cache"), list);
    const Finished first = run_shell(command);
    CHECK(first.status == 0);
    CHECK(first.errors.empty());
    REQUIRE(fs::exists(to_path(folder.file("cache/emilia"))));
    const auto files = fs::directory_iterator(to_path(folder.file("cache/emilia")));
    CHECK(std::distance(fs::begin(files), fs::end(files)) == 1);
    const Finished second = run_shell(command);
    CHECK(second.output == first.output);
    CHECK(second.errors.empty());
    // Without a place for it, the games are read each time.
    write(folder.file("file"), "");
    const Finished none = run_shell(
        fmt::format("XDG_CACHE_HOME='{}' \"$0\" games '{}' --by move", folder.file("file"), list));
    CHECK(none.status == 0);
    CHECK(none.output == first.output);
    CHECK(contains(none.errors, "the index is not saved"));
}
