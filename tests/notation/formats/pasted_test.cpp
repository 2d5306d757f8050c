#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/pasted.h"
#include "engine/notation/formats/pgn.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

#include <fmt/format.h>

using namespace emilia;
using testing::Random;

namespace {

const std::string squares = "---------------------------OX------XO---------------------------";
const std::string start_text = squares + " X";
/// Positions in which black is to move, the second one the FFO's problem 1.
const std::string later = "---------------------O-----OOO----XOO----XXXXO---X-------------- X";
const std::string problem = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

Game game_of(const std::string& moves, const Position& start = {}) {
    const auto game = parse_moves(moves, start);
    REQUIRE(game);
    return *game;
}

/// The one game of a text.
Game only_game(const std::string& text) {
    const auto pasted = read_pasted(text);
    if (!pasted) FAIL(pasted.error().message);
    REQUIRE(pasted->games.size() == 1);
    CHECK_FALSE(pasted->understood.empty());
    return pasted->games.front();
}

std::string error_of(const std::string& text) {
    const auto pasted = read_pasted(text);
    if (pasted) FAIL(pasted->understood);
    CHECK(testing::is_presentable(pasted.error().message));
    CHECK(pasted.error().offset <= text.size());
    return pasted.error().message;
}

} // namespace

TEST_CASE("moves are read however people write them") {
    const std::string cases[] = {
        "f5d6c3",
        "1. f5 d6 2. c3",
        "1. f5 d6\n2. c3",
        "1. F5\n2. D6\n3. C3",
        "f5\nd6\nc3\n",
        "1. f5\nd6 2. c3",
        "f5;d6;c3",
        "f5 d6 c3 33-31",
        "f5 d6 c3 38-26",
        "f5 d6 c3 1-0",
        "f5d6c3 *",
        "f5 d6 c3\n33-31",
        "f5! d6?! 2. c3 {a good move} (33-31)",
        "f5 d6 (2. f4 f6 (f3)) c3 $3",
        "\xef\xbd\x86\xef\xbc\x95\xef\xbd\x84\xef\xbc\x96\xef\xbd\x83\xef\xbc\x93", // full width
        "\xe3\x83\xbb\x66\x35\x64\x36\x63\x33",                                     // a bullet
        "  * f5d6c3",
        "Tiger   F5d6c3",
        "F5d6c3   Tiger",
        "Tiger | f5d6c3",
        "f5d6c3 | Tiger",
        "F5d6c3\tTiger",
        R"({"moves":[{"m":"f5","t":12},{"m":"d6"},{"m":"c3"}],"id":7})",
        R"({"game":{"moves":["f5","d6","c3"],"players":["f5"]}})",
        R"([{"moves":"f5d6c3"}])",
        "https://example.org/othello?moves=f5d6c3&size=8",
        "https://example.org/f5%20d6+c3#2",
        "www.example.org/a#F5D6C3",
        "f5 (4-1) d6 (3-3) c3",
        R"({"playedMoves":[{"row":4,"col":5},{"row":5,"col":3},{"row":2,"col":2}],"game":"reversi"})",
        R"({"moves":[{"x":6,"y":5},{"x":4,"y":6},{"x":3,"y":3}]})", // counted from 1
    };
    for (const std::string& text : cases) {
        CAPTURE(text);
        CHECK(only_game(text).moves() == game_of("f5d6c3").moves());
    }
    CHECK(only_game("f5\nd6\nc4\nd3").moves() == game_of("f5d6c4d3").moves());
}

TEST_CASE("a result behind the moves is the game's") {
    struct Case {
        const char* text;
        std::optional<GameResult> result;
    };
    const Case cases[] = {
        {"f5 d6 33-31", result_of_lead(2)},
        {"f5 d6\n38-26", result_of_lead(12)},
        {"f5d6 1-0", GameResult{.winner = Color::black}},
        {"f5d6 0-1", GameResult{.winner = Color::white}},
        {"f5d6 1/2-1/2", result_of_lead(0)},
        {"f5d6 *", std::nullopt},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        CHECK(only_game(c.text).result == c.result);
    }
}

TEST_CASE("boards are read in every form in which people paste them") {
    const std::string rows =
        "--------/--------/--------/---OX---/---XO---/--------/--------/--------";
    std::string low = squares;
    std::replace(low.begin(), low.end(), '-', '_');
    const std::string cases[] = {
        start_text,
        squares + "X",
        low + " X",
        rows + " X",
        "--------|--------|--------|---OX---|---XO---|--------|--------|-------- X",
        "8/8/8/3ox3/3xo3/8/8/8 x",
        "8/8/8/3OX3/3XO3/8/8/8 b",
        "8/8/8/3OX3/3XO3/8/8/8 black to move",
        "8/8/8/3o*3/3*o3/8/8/8 * 0 1",
        "[FEN \"8/8/8/3ox3/3xo3/8/8/8 x\"]",
        "[8 ---------------------------O*------*O--------------------------- *]",
        "8 ---------------------------O*------*O--------------------------- *",
        start_text + ";",
        start_text + "; % FFO 1",
        start_text + " +18",
        start_text + "; F5:+0; D3:+0; # all the same",
        squares + "\nblack to move",
        squares + "; F5:+0",
        "  a b c d e f g h\n1 - - - - - - - -\n2 - - - - - - - -\n3 - - - . - - - -   black X  2\n"
        "4 - - . O X - - -   white O  2\n5 - - - X O . - -\n6 - - - - . - - -   black to move\n"
        "7 - - - - - - - -\n8 - - - - - - - -",
        "=\n  A B C D E F G H\n1 . . . . . . . . 1\n2 . . . . . . . . 2\n3 . . . . . . . . 3\n"
        "4 . . . O X . . . 4\n5 . . . X O . . . 5\n6 . . . . . . . . 6\n7 . . . . . . . . 7\n"
        "8 . . . . . . . . 8\n  A B C D E F G H\n\n* to move\n",
        "  abcdefgh\n1|........|\n2|........|\n3|........|\n4|...ox...|\n5|...xo...|\n6|........|\n"
        "7|........|\n8|........|\nX",
        "1 --------\n2 --------\n3 --------\n4 ---OX---\n5 ---XO---\n6 --------\n7 --------\n"
        "8 --------\nX",
        "- - - - - - - -\n- - - - - - - -\n- - - - - - - -\n- - - O X - - -\n- - - X O - - -\n"
        "- - - - - - - -\n- - - - - - - -\n- - - - - - - -\nX to move",
        // Terminals and programs print discs in brackets, remarks, and the side above or below.
        "    A B C D E F G H   [@=2  O=2  (+0)]\n  1 . . . . . . . . \n  2 . . . . . . . . \n"
        "  3 . . . . . . . . \n  4 . . . O @ . . . \n  5 . . . @ O . . . \n  6 . . . . . . . . \n"
        "  7 . . . . . . . . \n  8 . . . . . . . .   [@=30:00 O=30:00]\n@ to move (D3 C4 F5 E6):",
        "= Next move: Black\n    a b c d e f g h\n  1 . . . . . . . .\n  2 . . . . . . . .\n"
        "  3 . . . . . . . .\n  4 . . . O X . . .\n  5 . . . X O . . .\n  6 . . . . . . . .\n"
        "  7 . . . . . . . .\n  8 . . . . . . . .",
        "    A B C D E F G H\n  +-----------------+\n1 | . . . . . . . . | 1\n"
        "2 | . . . . . . . . | 2\n3 | . . . . . . . . | 3\n4 | . . .(O)X . . . | 4\n"
        "5 | . . . X O . . . | 5\n6 | . . . . . . . . | 6\n7 | . . . . . . . . | 7\n"
        "8 | . . . . . . . . | 8\n  +-----------------+\n    A B C D E F G H\nblack to move",
        "grhino-setup_board " + start_text,
        "Board: " + start_text,
        "position=" + start_text,
        // Discs and squares as Japanese pages draw them.
        "\xe3\x83\xbb\xe3\x83\xbb\xe3\x83\xbb........\n........\n........\xe2\x97\x8b\xe2\x97\x8f.."
        "...."
        "\xe2\x97\x8f\xe2\x97\x8b...........................\n\xe2\x97\x8f",
    };
    for (const std::string& text : cases) {
        CAPTURE(text);
        const Game game = only_game(text);
        CHECK(game.start() == Position{});
        CHECK(game.moves().empty());
    }
}

TEST_CASE("an address of a page may carry a board") {
    const auto read =
        read_pasted("https://example.org/?rows=8&board=" + later.substr(0, 64) + "+X");
    REQUIRE(read);
    CHECK(to_string(read->games.front().start()) == later);
}

TEST_CASE("a board may have moves behind it, in one line or several") {
    const std::string cases[] = {start_text + " f5d6c3",
                                 squares + "X;f5d6c3",
                                 squares + "X f5 d6;c3",
                                 start_text + "\nf5d6c3",
                                 squares + "Xf5d6c3",
                                 squares + " f5 d6 c3", // only black can play f5
                                 "8/8/8/3ox3/3xo3/8/8/8 x f5 d6 c3"};
    for (const std::string& text : cases) {
        CAPTURE(text);
        CHECK(only_game(text) == game_of("f5d6c3"));
    }
    CHECK(only_game(problem + " g8").moves().front().move == Square::g8);
}

TEST_CASE("NBoard's moves behind a game that it has set continue it") {
    const std::string set = "nboard 2\nset game (;GM[Othello]PB[A]PW[B]B[F5];)\n";
    CHECK(only_game(set + "move D6/0.5/1.2\nmove C3\nping 2\n").moves().size() == 3);
    CHECK(only_game(set + "move D6/0.5/1.2\n").moves().back().seconds == 1.2);
    CHECK(error_of(set + "move E3\n")
          == "line 3, game 1: move 2: e3 is not a legal move for white");
    const auto two = read_pasted(set + "move D6\n" + set);
    REQUIRE(two);
    CHECK(two->games.at(0).moves().size() == 2);
    CHECK(two->games.at(1).moves().size() == 1);
}

TEST_CASE("several boards with moves are several games") {
    const auto pasted = read_pasted(start_text + " f5\n" + start_text + " e6\n");
    REQUIRE(pasted);
    CHECK(pasted->games == std::vector{game_of("f5"), game_of("e6")});
    CHECK(pasted->understood == "2 boards");
}

TEST_CASE("it is said what a text was understood as") {
    struct Case {
        std::string text;
        const char* understood;
    };
    const Case cases[] = {
        {"f5", "a game with 1 move"},
        {"1. f5 d6 2. c3 33-31", "a game with 3 moves"},
        {later, "a board with 13 discs, black to move"},
        {start_text + " f5d6c3", "a board with 4 discs, black to move, then 3 moves"},
        {later.substr(0, 64) + " O", "a board with 13 discs, white to move"},
        {problem + " g8", "a board with 50 discs, black to move, then 1 move"},
        {"(;GM[Othello]PB[A]PW[B]B[F5];)", "a game in GGF, A against B, with 1 move"},
        {"(;GM[2]PB[A];B[fe](;W[df])(;W[ff])(;W[fd]))",
         "a game in SGF, A against ?, with 2 moves; 2 variations left out"},
        {"[Black \"A\"]\n\n1. f5 d6 (1... f6) *",
         "a game in PGN, A against ?, with 2 moves; 1 variation left out"},
        {R"({"moves":[{"m":"f5"}]})", "a game in JSON with 1 move"},
        {R"(["f5", "d6"])", "a game in words with 2 moves"},
        {"1: Black f5\n2: White d6\n1: Black f5\n2: White f6", "2 games in words"},
        {"f5d6\nc4c3", "2 games"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const auto pasted = read_pasted(c.text);
        REQUIRE(pasted);
        CHECK(pasted->understood == c.understood);
    }
    CHECK(read_pasted("f5d6")->is_plain);
    CHECK(read_pasted(start_text)->is_plain);
    CHECK_FALSE(read_pasted("1. f5\n2. d6 33-31")->is_plain);
}

TEST_CASE("what could mean two things is asked, and what is no game is refused with the reason") {
    struct Case {
        std::string text;
        const char* message;
    };
    const Case cases[] = {
        {"", "there is no text"},
        {" \n\t", "there is no text"},
        {squares, whose_move.data()},
        {"8/8/8/3ox3/3xo3/8/8/8", whose_move.data()},
        {"1 --------\n2 --------\n3 --------\n4 ---OX---\n5 ---XO---\n6 --------\n7 --------\n"
         "8 --------",
         whose_move.data()},
        {R"({"playedMoves":[{"row":4,"col":5},{"row":9,"col":3}]})",
         "move 2: 'row:9/column:3' is not a square or a pass"},
        {std::string(63, '-'), "a board has 64 squares, this one has 63"},
        {"garbage", "it is neither moves nor a board nor a game"},
        {"<script>alert(1)</script>", "it is neither moves nor a board nor a game"},
        {"1.", "this text has no moves"},
        {"38-26", "this text has no moves"},
        {"f5f5", "move 2: f5 is not a legal move for white"},
        {"1. f5 d6\n2. c3 a1", "line 2: move 4: a1 is not a legal move for white"},
        {"f5d6x", "move 3: 'x' is not a square or a pass"},
        {"f5d6\na1", "line 2: move 1: a1 is not a legal move for black"},
        {start_text + " a1", "move 1: a1 is not a legal move for black"},
        {start_text + "; F5:+65", "'+65' is not a score from -64 to 64"},
        {"(;GM[Othello]B[a1];)", "move 1: a1 is not a legal move for black"},
        {R"({"moves":[{"m":"a1"}]})", "move 1: a1 is not a legal move for black"},
        {R"({"moves":[{"m":"f5")", "it begins like JSON, but is none from byte 19 on"},
        {R"({"game":1})", "this JSON has no list of moves under 'moves'"},
        {"https://example.org/f5/d6?x=c4",
         "this address carries several games; which one? paste its moves"},
        {"https://example.org/about", "this address carries no moves; paste the moves themselves"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        CHECK(error_of(c.text) == c.message);
    }
    CHECK(read_pasted_game("f5d6\nc4c3").error().message == "there are 2 games; give one");
    CHECK(read_pasted_game("d3c3\nc4c5").error().message == "there are 2 games; give one");
}

TEST_CASE("names that are not ASCII stay as they are") {
    const std::string name = "\xef\xbc\xa1\xe5\x90\x8d\xe4\xba\xba"; // a full-width A
    CHECK(only_game("1980  Cup  " + name + "  44-20  B  f5d6").black_name == name);
    CHECK(only_game("(;GM[2]PB[" + name + "];B[fe])").black_name == name);
}

TEST_CASE("a name that looks like the beginning of a game stays a name") {
    Game game = game_of("f5d6");
    game.event = "Cup (;GM[ ( ;FF[4]";
    for (const std::string& text : {to_ggf(game), to_sgf(game), to_pgn(game)}) {
        CAPTURE(text);
        CHECK(only_game(text) == game);
    }
}

TEST_CASE("UTF-16 is read if it begins with its mark") {
    for (const bool is_little : {true, false}) {
        std::string bytes = is_little ? "\xff\xfe" : "\xfe\xff";
        for (const char character : std::string("1. f5 d6\r\n2. c3")) {
            if (!is_little) bytes += '\0';
            bytes += character;
            if (is_little) bytes += '\0';
        }
        CHECK(only_game(bytes) == game_of("f5d6c3"));
        bytes.pop_back();
        CHECK_FALSE(read_pasted(bytes.substr(0, 7)));
    }
}

TEST_CASE("what every writer writes is read as the same game, from any start") {
    Random random(54);
    for (int i = 0; i < 100; ++i) {
        const std::vector<Board> boards = testing::random_game(random);
        const Position start = i % 2 == 0 ? Position{} : Position{boards[boards.size() / 2]};
        const Game game = testing::random_played_game(random, start);
        for (const std::string& text : {to_ggf(game), to_sgf(game), to_pgn(game)}) {
            CAPTURE(text);
            CHECK(only_game(text) == game);
        }
        CHECK(only_game(to_string(start) + " " + to_string(moves_of(game))) == game);
    }
}

TEST_CASE("variations in SGF are kept for who wants them, and what is left out is said") {
    struct Case {
        const char* text;
        const char* understood;
        std::size_t nodes;
    };
    const Case cases[] = {
        {"(;GM[2];B[fe];W[df])", "a game in SGF with 2 moves", 3},
        {"(;GM[2];B[fe](;W[df])(;W[ff]))", "a game in SGF with 2 moves and 1 variation", 4},
        {"(;GM[2];B[fe](;W[df])(;W[ff])(;W[aa]))",
         "a game in SGF with 2 moves and 1 variation; 1 variation left out: a1 is not a legal move "
         "for white",
         4},
        {"(;GM[2];B[fe](;W[df])(;W[ff]))(;GM[2];B[fe])", "2 games in SGF; 1 variation left out", 0},
        {"f5d6", "a game with 2 moves", 0},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const auto pasted = read_pasted(c.text, Trees::kept);
        if (!pasted) FAIL(pasted.error().message);
        CHECK(pasted->understood.starts_with(c.understood));
        CHECK(pasted->tree.has_value() == (c.nodes > 0));
        if (pasted->tree) CHECK(pasted->tree->nodes().size() == c.nodes);
        CHECK_FALSE(read_pasted(c.text)->tree.has_value());
    }
}

TEST_CASE("a truncated or damaged text of any kind is read or refused") {
    const std::string texts[] = {
        "1. f5 d6\n2. c3 {a} d3! (3. c4) 33-31\n",
        "[Black \"A\"]\n[Result \"38-26\"]\n\n1. f5 d6 2. c3 38-26\n",
        "  a b c d e f g h\n1 - - - - - - - -\n2 - - - - - - - -\n3 - - - . - - - -   black X  2\n"
        "4 - - . O X - - -   white O  2\n5 - - - X O . - -\n6 - - - - . - - -   black to move\n"
        "7 - - - - - - - -\n8 - - - - - - - -\nf5",
        "8/8/8/3ox3/3xo3/8/8/8 x f5",
        start_text + "; F5:+18; % FFO",
        R"({"moves":[{"m":"f5","t":12},{"m":"d6"}]})",
        "https://example.org/?m=f5%20d6+c3#2",
    };
    const auto parse = [](std::string_view text) { return read_pasted(text, Trees::kept); };
    for (const std::string& text : texts) {
        CHECK(testing::survives_truncation(text, parse));
        CHECK(testing::survives_damage(text, parse, 500));
    }
}
