#include "book/book.h"
#include "book/book_file.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/book/book_program.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// A folder with a book that knows the start and the replies to f5: d6 is good, f6 nearly as good.
struct SmallBook : TemporaryFolder {
    explicit SmallBook(Depth depth = 20) {
        Book book = book_after_f5(120, 90, -200, depth);
        book.raise_counts(canonical(Board::start()), {9, 0, 0});
        book.raise_counts(canonical(Board::start().after(Square::f5)), {0, 1, 0});
        REQUIRE(write_book(path(), book));
    }
    [[nodiscard]] std::string path() const { return file("small.book"); }
};

/// Runs the program with a book and `input`.
Finished talk(const std::string& book, const std::string& input, const Words& more = {}) {
    Words words{"--threads", "1", "--hash", "1", "--nodes", "2000", "--book", book};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words, input);
}

std::string game_text(std::uint64_t seed) {
    return "set game " + to_ggf(*parse_moves(moves_of_game(seed))) + "\n";
}

/// A game that begins with few empty squares, so that its lesson takes little time.
std::string late_game_text() {
    const Game whole = *parse_moves(moves_of_game(1));
    Game game;
    constexpr int first_empties = 24;
    for (const PlayedMove& played : whole.moves()) {
        if (game.position().board.empties() == first_empties) game = Game(game.position());
        REQUIRE(game.play(played));
    }
    return "set game " + to_ggf(game) + "\n";
}

const std::string start_board = "---------------------------O*------*O---------------------------";

/// Reads the program's output up to the line `last`.
Words lines_to(Program& program, const std::string& last) {
    Words lines;
    do {
        const auto line = program.read_line();
        REQUIRE(line);
        lines.push_back(*line);
    } while (lines.back() != last);
    return lines;
}

} // namespace

TEST_CASE("a book move is played at once, and where the book ends the engine thinks") {
    const SmallBook book;
    const Words lines = split_lines(
        talk(book.path(), "nboard 2\nmove F5\nping 1\ngo\n", {"--book-cost", "0"}).output);
    REQUIRE(lines.size() == 8);
    CHECK(matches(lines[4], Pattern("book D6[-A-H1-8]+ 1.20 0 20")));
    CHECK(lines[5] == "nodestats 0 0.00");
    CHECK(lines[6] == "=== d6/1.20/0.00");
    const Words thinking =
        split_lines(talk(book.path(), "nboard 2\nmove F5\nmove D6\nping 1\ngo\n").output);
    REQUIRE(thinking.size() >= 7);
    CHECK_FALSE(thinking[4].starts_with("book "));
    CHECK_FALSE(thinking[4].starts_with("nodestats 0 "));
    CHECK(talk(book.path(), "play black f5\ngenmove white\n", {"--book-cost", "0"}).output
          == "=\n\n= d6\n\n");
}

TEST_CASE("the engine ignores the book where its search is deeper than the book") {
    const auto thinks = [](Depth book_depth, int depth) {
        const SmallBook book(book_depth);
        const std::string output = run_program({"--threads", "1", "--hash", "1", "--book",
                                                book.path(), "--depth", std::to_string(depth)},
                                               "nboard 2\nmove F5\nping 1\ngo\n")
                                       .output;
        return !contains(output, "nodestats 0 0.00");
    };
    CHECK_FALSE(thinks(20, 5));
    CHECK_FALSE(thinks(20, 20));
    CHECK_FALSE(thinks(5, 5));
    CHECK(thinks(5, 6));
}

TEST_CASE("the options --book-cost and --book-random vary the book moves") {
    const SmallBook book;
    const auto moves = [&book](const Words& options) {
        std::string input = "nboard 2\nmove F5\n";
        for (int i = 1; i <= 20; ++i) input += fmt::format("ping {}\ngo\n", i);
        std::set<std::string> played;
        for (const std::string& line : split_lines(talk(book.path(), input, options).output))
            if (line.starts_with("=== ")) played.insert(line.substr(4, 2));
        return played;
    };
    using Moves = std::set<std::string>;
    CHECK(moves({"--book-cost", "0"}) == Moves{"d6"});
    CHECK(moves({"--book-cost", "60", "--seed", "1"}) == Moves{"d6", "f6"});
    CHECK(moves({"--book-cost", "400", "--seed", "1"}) == Moves{"d6", "f6", "f4"});
    CHECK(moves({"--book-cost", "400", "--book-random", "0"}) == Moves{"d6"});
    CHECK(talk(book.path(), "", {"--book-cost", "-1"}).status == 2);
    CHECK(talk(book.path(), "", {"--book-random", "101"}).status == 2);
    CHECK(talk(book.path(), "", {"--seed", "-1"}).status == 2);
    CHECK(talk(book.path(), "", {"--no-book"}).status == 2);
}

TEST_CASE("contempt is the value of a book draw for black") {
    const SmallBook book;
    const auto move = [&book](const std::string& contempt) {
        const std::string output =
            talk(book.path(), "nboard 2\n" + contempt + "move F5\nping 1\ngo\n",
                 {"--book-cost", "0"})
                .output;
        const std::size_t at = output.find("=== ");
        return at == std::string::npos ? "" : output.substr(at + 4, 2);
    };
    CHECK(move("") == "d6");
    CHECK(move("set contempt 0\n") == "d6");
    CHECK(move("set contempt 100\n") == "d6");
    CHECK(move("set contempt -100\n") == "f6"); // white, who is to move, prefers the draw
}

TEST_CASE("a hint starts with the book moves") {
    const SmallBook book;
    Program program({"--threads", "1", "--hash", "1", "--book", book.path()});
    program.send("nboard 2\nmove F5\nset depth 1\nping 1\nhint 2\n");
    static_cast<void>(lines_to(program, "pong 1"));
    const Words lines = lines_to(program, "status");
    REQUIRE(lines.size() >= 4);
    CHECK(lines[0] == "status Emilia is analyzing");
    CHECK(matches(lines[1], Pattern("book D6(-[A-H][1-8]){3} 1.20 0 20")));
    CHECK(matches(lines[2], Pattern("book F6(-[A-H][1-8]){3} 0.90 0 20")));
    program.send("set game (;GM[Othello]BO[8 " + start_board + " *];)\nping 2\nhint 1\n");
    const Words start = lines_to(program, "status");
    const Pattern first_line("book D3-C5(-[A-H][1-8]){3} -1.20 1 21");
    CHECK(std::any_of(start.begin(), start.end(), [&first_line](const std::string& line) {
        return matches(line, first_line);
    }));
}

TEST_CASE("a game that NBoard has learned is in the book at once, and counted once") {
    const SmallBook book;
    Program program({"--threads", "1", "--hash", "1", "--book", book.path()});
    program.send("nboard 2\n" + game_text(1));
    for (int time = 1; time <= 2; ++time) {
        program.send(fmt::format("ping {}\nlearn\n", time));
        const Words lines = lines_to(program, "learned");
        const auto said = program.read_line(); // "learned" empties NBoard's status line
        REQUIRE(said);
        if (time == 1) {
            CHECK(std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
                return line.starts_with("status Learning: 1 of ");
            }));
            CHECK(matches(*said, Pattern("status Learned [1-9][0-9]* new positions")));
        } else {
            CHECK(*said == "status The book has all of this game");
        }
    }
    program.send("set game (;GM[Othello]BO[8 " + start_board
                 + " *];)\nset depth 1\nping 3\nhint 64\n");
    const Words hints = lines_to(program, "status");
    const Pattern played_once("book D3[-A-H1-8]+ [-.0-9]+ 2 [0-9]+"); // the book knew f5 before
    CHECK(std::any_of(hints.begin(), hints.end(), [&played_once](const std::string& line) {
        return matches(line, played_once);
    }));
    const Book learned = read_book(book.path()).value();
    CHECK(learned.games().size() == 1);
    CHECK(learned.find(Board::start())->games.total() == 10);
    CHECK_FALSE(check_book(learned).grave());
}

TEST_CASE("a game that NBoard has learned takes no position its last move out of the book") {
    const auto board_after = [](const char* moves) {
        return canonical(parse_moves(moves)->position().board);
    };
    const auto with_move = [](const Board& board, const Board& next) {
        BookPosition position;
        position.depth = 20;
        for (const Square square : squares_of(board.legal_moves())) {
            if (canonical(board.after(square)) == next) position.moves = {{square, {}, false}};
        }
        REQUIRE(position.moves.size() == 1);
        return position;
    };
    // The only known move of this position leads to the end of the game.
    const char* const moves = "f5d6c3d3c4";
    const Board closed = board_after("f5d6c4d3");
    // This one has lost its deviation before, so it takes no time now.
    const Board one_sided = board_after("f5f4");
    const Board behind = board_after("f5f4e3");
    Book book;
    book.put(closed, with_move(closed, board_after(moves)));
    book.put(one_sided, with_move(one_sided, behind));
    book.put(behind, with_move(behind, board_after("f5f4e3f6")));
    book.update();
    const TemporaryFolder folder;
    REQUIRE(write_book(folder.file("small.book"), book));
    Program program({"--threads", "1", "--hash", "1", "--book", folder.file("small.book")});
    program.send("nboard 2\nset game " + to_ggf(*parse_moves(moves)) + "\nping 1\nlearn\n");
    static_cast<void>(lines_to(program, "learned"));

    const Book learned = read_book(folder.file("small.book")).value();
    CHECK(learned.games().size() == 1);
    CHECK(learned.find_canonical(board_after(moves)) != nullptr);
    CHECK(learned.has_deviation(closed, *learned.find_canonical(closed)));
    CHECK(learned.is_one_sided(one_sided, *learned.find_canonical(one_sided)));
    CHECK(check_book(learned).one_sided == 1);
}

TEST_CASE("the next click doesn't end a lesson, and later NBoard sees what was learned") {
    const SmallBook book;
    Program program({"--threads", "1", "--hash", "1", "--book", book.path()});
    program.send("nboard 2\nset depth 1\n" + late_game_text() + "ping 1\nlearn\nclear\nping 2\n");
    const Words lines = lines_to(program, "pong 2");
    CHECK(std::find(lines.begin(), lines.end(), "learned") != lines.end());
    const auto has_learned = [](const Words& said) {
        return std::any_of(said.begin(), said.end(), [](const std::string& line) {
            return matches(line, Pattern("status Learned [1-9][0-9]* new positions"));
        });
    };
    bool learned = has_learned(lines);
    for (int number = 3; !learned; ++number) {
        program.send(fmt::format("hint 1\nping {}\n", number));
        learned = has_learned(lines_to(program, fmt::format("pong {}", number)));
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    CHECK(read_book(book.path())->games().size() == 1);
}

TEST_CASE("the end of the input during a lesson ends the program, and the book is whole") {
    const SmallBook book;
    const Finished run = talk(book.path(), "nboard 2\n" + game_text(1) + "ping 1\nlearn\nlearn\n");
    CHECK(run.status == 0);
    CHECK(contains(run.output, "learned\nstatus "));
    CHECK(read_book(book.path())->games().size() <= 1);
}

TEST_CASE("if nothing can be learned, NBoard gets the reason, and only once", "[posix]") {
    const std::string twice = "nboard 2\n" + game_text(1) + "ping 1\nlearn\nping 2\nlearn\n";
    const Finished none = run_program({"--no-book"}, twice);
    std::size_t told = 0;
    for (const std::string& line : split_lines(none.output))
        if (line == "status Not learned: no book is in use") ++told;
    CHECK(told == 1);
    // The data folder can't be created.
    const TemporaryFile file;
    const Finished nowhere = run_shell(fmt::format(
        "printf '%s' '{}' | XDG_DATA_HOME={} \"$0\" --threads 1 --hash 1", twice, file.path()));
    CHECK(nowhere.status == 0);
    told = 0;
    for (const std::string& line : split_lines(nowhere.output))
        if (contains(line, "status Not learned: cannot make the folder")) ++told;
    CHECK(told == 1);
    CHECK(contains(talk("/no/such/book", twice).output, "\nstatus Not learned: "));
}

TEST_CASE("with a damaged book the game goes on without it, and standard error names it",
          "[posix]") {
    const TemporaryFile damaged("EMILIABK and no more");
    const Finished run = talk(damaged.path(), "nboard 2\nmove F5\nping 1\ngo\n");
    CHECK(run.status == 0);
    CHECK(contains(run.errors, fmt::format("'{}' has book version", damaged.path())));
    CHECK(contains(run.errors, "; playing without a book\n"));
    CHECK(contains(run.output, "\n=== "));
    CHECK(contains(run.output, "status playing without a book: has book version"));
    CHECK_FALSE(contains(run.output, "nodestats 0 "));
    CHECK(damaged.text() == "EMILIABK and no more");
    // If the user's own book is damaged, the built-in one remains.
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.file("emilia"));
    std::ofstream(folder.file("emilia/own.book")) << "damage";
    const Finished own = run_shell(fmt::format(
        "printf 'nboard 2\\nping 1\\ngo\\n' | XDG_DATA_HOME={} \"$0\" --depth 1", folder.path()));
    CHECK(own.status == 0);
    CHECK(contains(own.errors, "is not an Emilia book; move it away or choose another with --book; "
                               "playing from the built-in book\n"));
    CHECK(contains(own.output, "nodestats 0 0.00"));
}
