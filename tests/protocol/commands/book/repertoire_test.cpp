#include "book/book_file.h"
#include "engine/base/files.h"
#include "engine/notation/formats/obf.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// A folder with a small book and a place for choices.
struct Repertoires : TemporaryFolder {
    Repertoires() {
        REQUIRE(write_book(small(), book_after_f5(100, 70, -150)));
        write(choices(), "");
    }
    [[nodiscard]] std::string small() const { return file("small.book"); }
    [[nodiscard]] std::string choices() const { return file("choices.txt"); }
    [[nodiscard]] Finished run(const Words& words) const {
        Words all{"repertoire", "--book", small(), "--choices", choices()};
        all.insert(all.end(), words.begin(), words.end());
        return run_command("book", all);
    }
    [[nodiscard]] nlohmann::json json(Words words) const {
        words.emplace_back("--json");
        const Finished finished = run(words);
        REQUIRE(finished.status == 0);
        return nlohmann::json::parse(finished.output);
    }
    void refuses(const Words& words, int status, const std::string& reason) const {
        const Finished finished = run(words);
        CAPTURE(reason);
        CHECK(finished.status == status);
        CHECK(finished.output.empty());
        CHECK(contains(finished.errors, reason));
    }
};

std::string text_of(const std::string& path) {
    return emilia::read_file(path).value();
}

} // namespace

TEST_CASE("a repertoire is shown with what both sides have to remember") {
    const Repertoires all;
    const Finished black = all.run({"--color", "black"});
    CHECK(black.status == 0);
    CHECK(black.errors.empty());
    CHECK(black.output.starts_with("black:    5 positions to remember, in 2 lines\n"
                                   "white:    at least 2 positions, in 1 line\n\n"
                                   " value  line\n -1.00  f5d6"));
    CHECK(contains(black.output, "\n -0.70  f5f6"));
    CHECK(split_lines(black.output).size() == 6);
    CHECK(contains(all.run({"--color", "black", "--count", "1"}).output,
                   "\n1 of 2 rows shown; --count N shows more\n"));
    const Finished white = all.run({"f5", "--color", "white"});
    CHECK(contains(white.output, "no reply: 1 good move of black; 'emilia book build --from'"));
    CHECK(contains(white.output, "\n +1.00  d6"));
}

TEST_CASE("a repertoire as JSON has all positions, which name those behind their moves") {
    const Repertoires all;
    const auto black = all.json({"--color", "black", "--loss", "2.5"});
    CHECK(black["format"] == 1);
    CHECK(black["color"] == "black");
    CHECK(black["to_remember"] == nlohmann::json({{"positions", 7}, {"lines", 3}}));
    const auto& positions = black["positions"];
    std::size_t own = 0;
    for (const auto& position : positions) {
        CHECK(position["player"] == (position["own"].get<bool>() ? "X" : "O"));
        own += position["own"].get<bool>() ? 1 : 0;
        for (const auto& move : position["moves"]) {
            if (move["next"].is_null()) continue;
            auto line = position["line"];
            line.push_back(move["move"]);
            CHECK(positions[move["next"].get<std::size_t>()]["line"].size() == line.size());
        }
    }
    CHECK(own == 7);
    CHECK(positions[0]["moves"][0]["move"] == "f5");
    CHECK(positions[1]["moves"].size() == 3);
}

TEST_CASE("choices of the command line are kept in a file and obeyed from then on") {
    const Repertoires all;
    const auto move = [&all](Words words) {
        words.insert(words.begin(), {"f5", "--color", "white"});
        return all.json(words)["positions"][0]["moves"][0]["move"];
    };
    CHECK(move({}) == "d6");
    CHECK(text_of(all.choices()).empty());
    CHECK(move({"--avoid", "f5d6"}) == "f6");
    CHECK(move({"--prefer", "f5f4"}) == "f4");
    CHECK(move({}) == "f4");
    CHECK(text_of(all.choices()) == "avoid f5 d6\nprefer f5 f4\n");
    CHECK(move({"--prefer", "e6f4"}) == "d6"); // the same as f5d6 in another symmetry
    write(all.choices(), "# my own\nprefer f5f6 # easy\n");
    CHECK(move({"--avoid", "f5f4"}) == "f6");
    CHECK(text_of(all.choices()) == "# my own\nprefer f5f6 # easy\navoid f5 f4\n");
    const Finished apart = all.run({"f5", "--color", "white", "--avoid", "f5d6c3f3"});
    CHECK(apart.status == 0);
    CHECK(contains(apart.errors, "this repertoire doesn't reach the position before f3; "));
    CHECK(contains(text_of(all.choices()), "\navoid f5d6c3 f3\n"));
}

TEST_CASE("a drill has the moves to remember in the order of the lines, each first in its line") {
    const Repertoires all;
    const std::string path = all.file("drill.obf");
    const Finished run = all.run({"--color", "black", "--drill", path});
    CHECK(run.status == 0);
    CHECK(contains(run.errors, "5 positions in '"));
    const Words lines = split_lines(text_of(path));
    REQUIRE(lines.size() == 6);
    CHECK(lines[0] == "# The first move of each line is that of black.");
    CHECK(lines[1].ends_with("; % repertoire"));
    CHECK(contains(lines[2], "% repertoire: f5d6, Perpendicular"));
    int empties = 60;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const auto problem = parse_obf(lines[i]);
        REQUIRE(problem);
        CHECK(problem->is_of_repertoire());
        CHECK(problem->position.to_move == Color::black);
        CHECK(problem->position.board.empties() <= empties);
        empties = problem->position.board.empties();
    }
    const Finished drill = run_program(
        {"play", "--drill", path, "--drill-log", all.file("log.txt"), "--no-book"}, "f5\nquit\n");
    CHECK(contains(drill.output, "Right: f5 -1.\n"));
    CHECK(contains(drill.output, "\nAfter f5d6, Perpendicular: your move for black? (4 left)\n"));
}

TEST_CASE("a drill asks the preferred move, and leaves out one without a value") {
    const Repertoires all;
    const std::string path = all.file("drill.obf");
    const auto drill = [&](const std::string& preferred) {
        const Finished run =
            all.run({"f5", "--color", "white", "--drill", path, "--prefer", preferred});
        CHECK(run.status == 0);
        return run.errors;
    };
    static_cast<void>(drill("f5f4"));
    CHECK(contains(text_of(path), " O; F4:-2; D6:+1; F6:+1; % repertoire: f5"));
    const Book book = book_after_f5(100, 70, -150);
    const Board behind = Board::start().after(Square::f5).after(Square::f4);
    const Board board = behind.after(book.moves(behind).front().square);
    for (const Square square : squares_of(board.legal_moves())) {
        if (has_move(book.moves(board), square)) continue;
        const std::string line =
            "f5f4" + to_string(book.moves(behind).front().square) + to_string(square);
        CHECK(contains(drill(line), "1 position left out, because the book has no value of the "
                                    "move that you prefer"));
        break;
    }
}

TEST_CASE("games are shown with the moves by which they left the repertoire") {
    const Repertoires all;
    const std::string games = all.file("games.txt");
    write(games, "2001  Spring Cup  Anna Berg  34-30  Boris  f5f4\n"
                 "2002  Spring Cup  Boris  40-24  Anna Berg  c4c5\n"
                 "2003  Spring Cup  Boris  40-24  Anna Berg  f5f6\n"
                 "2004  Spring Cup  Dora  20-44  Anna Berg  f5d6h8\n");
    const Finished run = all.run({"--color", "white", "--games", games, "--player", "anna"});
    CHECK(run.status == 1); // h8 is illegal
    CHECK(contains(run.errors, "h8"));
    CHECK(contains(run.output, "\n     1    0.0%   2.50  white f4 instead of d6 after f5\n"));
    CHECK(contains(run.output, "\n     1    0.0%   0.30  white f6 instead of d6 after f5\n"));
    CHECK(contains(run.output, "Boris – Anna Berg: white f4 instead of d6 after f5\n"));
    write(games, "2001  Spring Cup  Anna Berg  34-30  Boris  f5f4\n");
    const auto json = all.json({"--color", "black", "--games", games});
    CHECK(json["departures"].size() == 1);
    CHECK(json["departures"][0]["by"] == "opponent");
    CHECK(json["departures"][0]["played"] == "f4");
    CHECK(json["departures"][0]["loss"] == 2.5);
    CHECK(json["departures"][0]["won"] == 1);
    CHECK(json["games"][0]["departure"] == 0);
    CHECK(json["games"][0]["white"] == "Boris");
    all.refuses({"--color", "white", "--games", games, "--player", "anna"}, 1,
                "none of 1 game passes through this position with this player and colour");
    all.refuses({"--color", "white", "--games", all.file("none.txt")}, 1, "none.txt");
}

TEST_CASE("a repertoire is refused where its position, side, choices or files are wrong") {
    const Repertoires all;
    all.refuses({}, 2, "book repertoire needs --color");
    all.refuses({"--color", "red"}, 2, "--color must be black or white, not 'red'");
    all.refuses({"f5f5", "--color", "black"}, 2, "invalid moves");
    all.refuses({"f5d6c3d3c4", "--color", "black"}, 1, "the book does not know this position");
    all.refuses({"--color", "white", "--prefer", "f5"}, 2,
                "--prefer: f5 is a move of black, but the repertoire is that of white");
    all.refuses({"--color", "black", "--avoid", "f5d6"}, 2, "d6 is a move of white");
    all.refuses({"--color", "black", "--avoid", "f5d7"}, 2, "d7");
    all.refuses({"--color", "black", "--player", "anna"}, 2, "--player needs --games");
    const Finished lost =
        run_command("book", {"repertoire", "--color", "black", "--choices", all.file("none.txt")});
    CHECK(lost.status == 1);
    CHECK(contains(lost.errors, "none.txt"));
    all.refuses({"--color", "black", "--plies", "0"}, 2, "--plies is 1 to 60, not 0");
    all.refuses({"--color", "black", "--drill", all.small()}, 2, "cannot be both input and output");
    all.refuses({"--color", "black", "--drill", all.choices()}, 2,
                "the drill and your choices need two files");
    write(all.choices(), "prefer f5\nlove f5d6\n");
    all.refuses({"--color", "black"}, 1, "choices.txt', line 2: 'love' is not prefer or avoid");
    all.refuses({"--color", "black", "--prefer", "f5"}, 1, "line 2");
    CHECK(text_of(all.choices()) == "prefer f5\nlove f5d6\n");
}

TEST_CASE("a book is built behind a position, for one side, and continues") {
    const Repertoires all;
    const std::string grown = all.file("grown.book");
    const auto build = [&](const Words& words) {
        Words line{"build",  "--book", grown,       "--depth", "2",         "--hash",     "1",
                   "--from", "f5d6",   "--threads", "1",       "--choices", all.choices()};
        line.insert(line.end(), words.begin(), words.end());
        return run_command("book", line);
    };
    const Finished first = build({"--color", "white", "--plies", "4", "--positions", "8"});
    CHECK(first.status == 0);
    CHECK(contains(first.output, "; the position is worth "));
    const Finished rest = build({"--color", "white", "--plies", "4"});
    CHECK(contains(rest.output, " positions, "));
    const Book book = read_book(grown).value();
    CHECK(book.size() > 8);
    CHECK(check_book(book).unreached == 0); // the way from the start is in the book, too
    CHECK(check_book(book).one_sided == 0);
    const Finished shown = run_command("book", {"repertoire", "f5d6", "--color", "white", "--plies",
                                                "4", "--book", grown, "--choices", all.choices()});
    CHECK(shown.status == 0);
    CHECK_FALSE(contains(shown.output, "no reply"));
    CHECK(build({"--wthor", "x"}).status == 2);
    CHECK(contains(build({"--loss", "1"}).errors, "--loss needs --color"));
    CHECK(contains(build({"--color", "white", "--deepen", "played"}).errors,
                   "--deepen and --from exclude each other"));
    const Finished over =
        run_command("book", {"build", "--book", grown, "--from", std::string(63, 'X') + "- X"});
    CHECK(over.status == 2);
    CHECK(contains(over.errors, "the game is over in this position"));
}
