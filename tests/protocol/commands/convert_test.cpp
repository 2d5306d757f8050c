#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/formats/game_line.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/pgn.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"
#include "tests/protocol/commands/convert_program.h"
#include "tests/protocol/temporary_file.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// Games with every field that a listing can contain.
std::vector<Game> listed_games() {
    Random random(81);
    std::vector<Game> games;
    for (int i = 0; i < 6; ++i) {
        Game game = random_played_game(random);
        game.black_name = i % 2 == 0 ? "Anna" : "Boris";
        game.white_name = i % 2 == 0 ? "Boris" : "C\xc3\xa9sar";
        game.event = i < 3 ? "Spring Cup" : "Autumn Cup";
        game.date = fmt::format("{}", 1998 + i);
        game.result = result_of_lead(2 * i);
        games.push_back(std::move(game));
    }
    return games;
}

std::string listing(const std::vector<Game>& games) {
    std::string text;
    for (const Game& game : games) text += to_game_line(game).value() + '\n';
    return text;
}

} // namespace

TEST_CASE("games converted to each format and back are unchanged") {
    const std::vector<Game> games = listed_games();
    const TemporaryFile start(listing(games));
    const TemporaryFolder folder;
    std::string last = start.path();
    for (const char* name : {"a.ggf", "b.sgf", "c.pgn", "d.txt", "e.SGF", "f.PGN", "g.ggf"}) {
        CAPTURE(name);
        const Finished run = convert({last, "--output", folder.file(name)});
        CHECK(run.status == 0);
        CHECK(run.output.empty());
        CHECK(contains(run.errors, "6 games read, 6 written\n"));
        last = folder.file(name);
        CHECK(read_games(last)->games == games);
    }
}

TEST_CASE("convert writes GGF to standard output unless --to names another format") {
    const Game game = *parse_moves("f5d6c3");
    const TemporaryFile file("f5d6c3");
    CHECK(convert({file.path()}).output == to_ggf(game) + "\n");
    CHECK(convert({file.path(), "--to", "ggf"}).output == to_ggf(game) + "\n");
    CHECK(convert({file.path(), "--to", "sgf"}).output == to_sgf(game) + "\n");
    CHECK(convert({file.path(), "--to", "pgn"}).output == to_pgn(game) + "\n");
    CHECK(convert({file.path(), "--to", "text"}).output == "f5d6c3\n");
    CHECK(convert({file.path(), "--to", "moves"}).output == "f5d6c3\n");
    const TemporaryFolder folder;
    CHECK(convert({file.path(), "--to", "moves", "-o", folder.file("x.ggf")}).status == 0);
    CHECK(read_file(folder.file("x.ggf")) == "f5d6c3\n");
}

TEST_CASE("options select the games to write") {
    const TemporaryFile file(listing(listed_games()));
    struct Case {
        Words words;
        std::vector<int> games;
    };
    const std::vector<Case> cases = {
        {{}, {0, 1, 2, 3, 4, 5}},
        {{"--index", "3"}, {2}},
        {{"--index", "5-99"}, {4, 5}},
        {{"--player", "anNA"}, {0, 2, 4}},
        {{"--player", "boris"}, {0, 1, 2, 3, 4, 5}},
        {{"--player", "\xc3\xa9s"}, {1, 3, 5}},
        {{"--event", "spring"}, {0, 1, 2}},
        {{"--years", "2000"}, {2}},
        {{"--years", "1999-2001"}, {1, 2, 3}},
        {{"--event", "cup", "--player", "anna", "--years", "1999-2003", "--index", "1-4"}, {2}},
    };
    const std::vector<Game> games = listed_games();
    for (const Case& c : cases) {
        Words words{file.path(), "--to", "text"};
        words.insert(words.end(), c.words.begin(), c.words.end());
        std::vector<Game> chosen;
        for (const int index : c.games) chosen.push_back(games[static_cast<std::size_t>(index)]);
        CHECK(convert(words).output == listing(chosen));
    }
}

TEST_CASE("if no game is selected, nothing is written and no file is replaced") {
    const TemporaryFile file("f5d6c3");
    const TemporaryFile output("as before");
    const Finished run =
        convert({file.path(), "--player", "nobody", "--to", "ggf", "--output", output.path()});
    CHECK(run.status == 1);
    CHECK(run.errors == "emilia: the only game is not selected, so nothing is written\n");
    CHECK(convert({base_of_1978, "--index", "9", "--to", "wthor"}).errors
          == "emilia: there is no game 9, but only games 1 to 8, so nothing is written\n");
    CHECK(output.text() == "as before");
    const TemporaryFile empty;
    CHECK(contains(convert({empty.path()}).errors, "no games to write"));
}

TEST_CASE("convert reads games from standard input, and counts a single one in the singular",
          "[posix]") {
    const Finished run = run_program({"convert", "-", "--to", "moves"}, "f5d6c3\n");
    CHECK(run.status == 0);
    CHECK(run.output == "f5d6c3\n");
    CHECK(run.errors == "1 game read, 1 written\n");
    const Finished bad = run_program({"convert", "-"}, "f5a1\n");
    CHECK(bad.status == 1);
    CHECK(contains(bad.errors, "'/dev/stdin', line 1: move 2: a1 is not a legal move"));
}

TEST_CASE("a game that cannot be read is named, the rest is written, and the status is 1") {
    const TemporaryFile lines("f5d6\nf5a1\nf5f6\n");
    const TemporaryFile ggf("(;GM[Othello]B[F5];)\n(;GM[Othello]B[A1];)\n");
    const TemporaryFile problems(
        "---------------------------OX------XO--------------------------- X; F5:+0;\n");
    const Finished run =
        convert({lines.path(), "/no/such/file", ggf.path(), problems.path(), "--to", "moves"});
    CHECK(run.status == 1);
    CHECK(run.output == "f5d6\nf5f6\nf5\n");
    for (const std::string& part :
         {fmt::format("'{}', line 2: move 2: a1 is not a legal move for white", lines.path()),
          std::string("cannot read '/no/such/file'"),
          fmt::format("'{}', line 2, game 2: move 1: a1 is not a legal move", ggf.path()),
          fmt::format("'{}' holds positions (OBF), no games; 'emilia solve' reads it",
                      problems.path()),
          std::string("3 games read, 3 written, 2 unreadable\n")}) {
        CAPTURE(part);
        CHECK(contains(run.errors, part));
    }
}

TEST_CASE("of many problems the first ten are printed, and the others counted") {
    const auto errors_of = [](int broken) {
        std::string text = "f5d6\n";
        for (int i = 0; i < broken; ++i) text += "f5f5\n";
        const TemporaryFile file(text);
        const Finished run = convert({file.path(), "--to", "moves"});
        CHECK(run.status == 1);
        CHECK(run.output == "f5d6\n");
        Words errors;
        for (const std::string& line : split_lines(run.errors))
            if (line.starts_with("emilia: ")) errors.push_back(line);
        return errors;
    };
    CHECK(errors_of(10).size() == 10);
    const Words eleven = errors_of(11);
    REQUIRE(eleven.size() == 11);
    CHECK(contains(eleven[9], "line 11: "));
    CHECK(eleven[10] == "emilia: and 1 more problem");
    const Words many = errors_of(3000);
    REQUIRE(many.size() == 11);
    CHECK(many.back() == "emilia: and 2,990 more problems");
}

TEST_CASE("recorded scores are compared with the board, and the first differences are named") {
    const std::string bytes = read_file(base_of_1978).value();
    const TemporaryFolder folder;
    std::string wrong = bytes;
    wrong[16 + 6] = 40;
    std::ofstream(folder.file("a.wtb"), std::ios::binary) << wrong;
    const Finished run = convert({folder.file("a.wtb"), "--to", "moves"});
    CHECK(run.status == 0);
    CHECK(contains(run.errors,
                   "finished: 8 of the written; ending with the recorded score: 7, with another "
                   "one: 1\n  game 1 ends with +18 for black, but the record says +16\n"));
    const TemporaryFile moves(run.output);
    CHECK(contains(convert({moves.path()}).errors,
                   "finished: 8 of the written; ending with the recorded score: 0, without a "
                   "recorded score: 8\n"));
}

TEST_CASE("GGF and SGF store a game with its own start position; other formats skip and name it") {
    Game game(Position{}.after(Square::f5));
    REQUIRE(game.play(Square::d6));
    const TemporaryFile file(fmt::format("{}\n{}", to_ggf(game), to_ggf(Game())));
    CHECK(convert({file.path(), "--to", "sgf"}).status == 0);
    for (const char* format : {"text", "moves"}) {
        const Finished run = convert({file.path(), "--to", format});
        CHECK(run.status == 1);
        CHECK(run.output == "-\n");
        CHECK(contains(run.errors, "game 1 has its own start position"));
    }
}

TEST_CASE("convert reports a wrong command line with status 2") {
    const TemporaryFile file("f5d6c3");
    struct Case {
        Words words;
        const char* message;
    };
    const std::vector<Case> cases = {
        {{}, "convert needs a file of games"},
        {{file.path(), "--to", "pdf"},
         "--to must be ggf, sgf, pgn, wthor, text or moves, not 'pdf'"},
        {{file.path(), "--output", "games"},
         "'games' does not end in .ggf, .sgf, .pgn, .wtb or .txt"},
        {{file.path(), "--output", "games.pdf"}, "does not end in"},
        {{file.path(), "--index", "0"},
         "--index is a game's number or a range, such as 5 or 10-19"},
        {{file.path(), "--index", "5-3"}, "not '5-3'"},
        {{file.path(), "--index", "x"}, "not 'x'"},
        {{file.path(), "--years", "199x"}, "--years is a year or a range"},
        {{file.path(), "--openings", "--to", "moves"}, "--openings needs --to ggf, sgf or pgn"},
        {{file.path(), "--nonsense"}, "nonsense"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.message);
        const Finished run = convert(c.words);
        CHECK(run.status == 2);
        CHECK(run.output.empty());
        CHECK(contains(run.errors, c.message));
    }
    const Finished unwritable = convert({file.path(), "--output", "/no/such/folder/games.ggf"});
    CHECK(unwritable.status == 1);
    CHECK(contains(unwritable.errors, "/no/such/folder"));
    const Finished help = convert({"--help"});
    CHECK(help.status == 0);
    CHECK(contains(help.output, "Examples:"));
}

TEST_CASE("the output is never one of the inputs, even under another name", "[posix]") {
    const std::string text = to_ggf(*parse_moves("f5d6")) + "\n(;GM[Othello]B[A1];)\n";
    const TemporaryFile file(text);
    const TemporaryFolder folder;
    const std::string link = folder.file("link.ggf");
    std::filesystem::create_symlink(file.path(), link);
    for (const std::string& output : {file.path(), link}) {
        const Finished run = convert({file.path(), "--to", "ggf", "--output", output});
        CHECK(run.status == 2);
        CHECK(contains(run.errors, "choose another output"));
        CHECK(*read_file(file.path()) == text);
    }
}

TEST_CASE(
    "the message distinguishes games that are not selected from games that cannot be written") {
    const TemporaryFile file("(;GM[2]AB[ba]AW[aa]PL[B])");
    const Finished run = convert({file.path(), "--to", "moves"});
    CHECK(run.status == 1);
    CHECK(contains(run.errors, "none of the selected games can be written in this format"));
}

TEST_CASE("games with Latin-1 names become UTF-8 in every format, as the SGF says") {
    const TemporaryFile file("(;GM[Othello]PB[M\xfcller]PW[C\xc3\xa9sar]B[F5];)\n"
                             "(;GM[Othello]PB[\x9b"
                             "2J]PW[\xe9]B[F5];)\n");
    for (const char* format : {"ggf", "sgf", "text"}) {
        const Finished run = convert({file.path(), "--to", format});
        CAPTURE(run.output);
        CHECK(run.status == 0);
        CHECK(is_utf8(run.output));
        CHECK(contains(run.output, "M\xc3\xbcller"));
        CHECK(contains(run.output, "C\xc3\xa9sar"));
        CHECK_FALSE(contains(run.output, "\xc2\x9b"));
    }
    for (const std::string& line : split_lines(convert({file.path(), "--to", "sgf"}).output))
        CHECK(contains(line, "CA[UTF-8]"));
    CHECK(split_lines(convert({file.path(), "--player", "M\xc3\xbcller"}).output).size() == 1);
}

TEST_CASE("a recorded score is compared with the board after the komi is added") {
    Random random(7);
    Game game = random_played_game(random);
    const int score = game.position().board.final_score();
    const int lead = game.position().to_move == Color::black ? score : -score;
    game.komi = -3.133;
    game.result = result_of_lead(lead + 3.13);
    const TemporaryFile file(to_ggf(game));
    const Finished run = convert({file.path()});
    CHECK(run.output == to_ggf(game) + "\n");
    CHECK(contains(run.errors, "ending with the recorded score: 1\n"));
    game.komi.reset();
    const TemporaryFile wrong(to_ggf(game));
    CHECK(contains(convert({wrong.path()}).errors, "with another one: 1\n"));
}

TEST_CASE("the names of openings are written where a format has a place for them, and read again") {
    const TemporaryFile file(
        "(;GM[Othello]BO[8 ---------------------------O*------*O---------------"
        "------------ *]B[F5]W[D6]B[C3]W[D3]B[C4];)");
    const std::string ggf = convert({file.path(), "--openings"}).output;
    CHECK(contains(ggf, "CO[Tiger]"));
    CHECK(contains(convert({file.path(), "--openings", "--to", "sgf"}).output, "ON[Tiger]"));
    const std::string pgn = convert({file.path(), "--openings", "--to", "pgn"}).output;
    CHECK(contains(pgn, "[Opening \"Tiger\"]\n"));
    CHECK_FALSE(contains(convert({file.path()}).output, "Tiger"));
    const TemporaryFile named(pgn);
    CHECK(contains(convert({named.path(), "--to", "sgf"}).output, "ON[Tiger]"));
    const TemporaryFile unnamed("[Opening \"Mine\"]\n\n1. f5\n");
    CHECK(contains(convert({unnamed.path(), "--openings", "--to", "sgf"}).output, "ON[Mine]"));
    const TemporaryFile commented(ggf);
    CHECK(convert({commented.path()}).output == ggf);
}

TEST_CASE("variations that are left out are said, and are no error") {
    const TemporaryFile file("(;GM[2];B[fe](;W[df])(;W[ff]))");
    const Finished run = convert({file.path(), "--to", "moves"});
    CHECK(run.status == 0);
    CHECK(run.output == "f5d6\n");
    CHECK(contains(run.errors, "1 variation left out; only the first one of each game is read\n"));
}

TEST_CASE("a game over several lines that goes wrong is not cut short") {
    const TemporaryFile file("1. f5 d6\n2. c3 a1\n1. f5 f6\n2. e6 f4\n");
    const Finished run = convert({file.path(), "--to", "moves"});
    CHECK(run.status == 1);
    CHECK(run.output == "f5f6e6f4\n");
    CHECK(contains(run.errors, "line 2: move 4: a1 is not a legal move for white\n"));
}
