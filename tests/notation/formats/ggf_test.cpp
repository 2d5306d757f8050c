#include "engine/notation/formats/ggf.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

#include <string>

using namespace emilia;
using testing::Random;
using testing::squares_played;

namespace {

const std::string board_64 = "---------------------------O*------*O---------------------------";

// As NBoard sends it.
const std::string nboard_game =
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[Emilia]PW[chris]RE[?]TI[15:00]TY[8]BO[8 "
    + board_64 + " *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

// White on b1 and black on a1, white to move: white can only pass, then black has c1.
const std::string pass_board = "BO[8 *O" + std::string(62, '-') + " O]";

std::string with_property(const std::string& property) {
    return "(;GM[Othello]" + property + ";)";
}

} // namespace

TEST_CASE("a game as NBoard sends it is read") {
    const Parsed<Game> game = parse_ggf(nboard_game);
    REQUIRE(game);
    CHECK(game->black_name == "Emilia");
    CHECK(game->white_name == "chris");
    CHECK(game->time == TimeControl{900, 0});
    CHECK(game->start() == Position{});
    CHECK(squares_played(*game)
          == std::vector<Square>{Square::f5, Square::f6, Square::d3, Square::c5, Square::e6,
                                 Square::f7, Square::e7, Square::f4});
    CHECK(game->position().to_move == Color::black);
}

TEST_CASE("evaluations and seconds are read, and either may be missing") {
    const Parsed<Game> game =
        parse_ggf("(;B[F5//1.26]W[d6/-1.00/42.727000000000004]B[C3/+12]W[d3/]B[c4/.5/]W[F4//];)");
    REQUIRE(game);
    CHECK(game->moves()
          == std::vector<PlayedMove>{{Square::f5, Color::black, {}, 1.26},
                                     {Square::d6, Color::white, -1.0, 42.727000000000004},
                                     {Square::c3, Color::black, 12.0, {}},
                                     {Square::d3, Color::white, {}, {}},
                                     {Square::c4, Color::black, 0.5, {}},
                                     {Square::f4, Color::white, {}, {}}});
    CHECK(game->seconds_used(Color::black) == Approx(1.26));
}

TEST_CASE("GGF games of every style are read with the same moves") {
    for (const std::string& text : {
             std::string("(;GM[Othello]B[F5]W[D6];)"),
             std::string("(;GM[othello]B[f5]W[d6])"),
             std::string("(;GM[ OTHELLO ];B[f5];W[d6];)"),
             std::string("B[x] 1 (;GM[Othello]B[F5]W[D6];) more (;B[D3];) text"),
             std::string(" ( ; GM [Othello]\n B [F5]\r\n W\t[ D6 ] ; ) "),
             std::string("(;B[F5]W[D6]PW[w]PB[b]GM[Othello];)"),
             std::string("(;B[F5]W[D6]BO[8 " + board_64 + " *];)"),
             std::string("(;EV[cup]RB[1800.5]RW[2100]RE[+12.00:t]KB[14]KW[3]TY[8r]XX[]"
                         "YY[a][b]B[F5]W[D6];)"),
             std::string("(;TY[8 standard]TY[Random]TY[s8r20]B[F5]W[D6];)"),
             std::string("set game (;CO[a (bracket) \\] ;) here]B[F5]W[D6];)"),
             std::string("(;BO[ 8\t........ ........ ........ ...wb... ...bw... ........ ........ "
                         "........ b]B[F5]W[D6];)"),
         }) {
        CAPTURE(text);
        const Parsed<Game> game = parse_ggf(text);
        if (!game) FAIL(game.error().message);
        CHECK(game->start() == Position{});
        CHECK(squares_played(*game) == std::vector<Square>{Square::f5, Square::d6});
    }
}

TEST_CASE("a game without moves or properties is the start") {
    CHECK(parse_ggf("(;)") == Game());
    CHECK(parse_ggf("(;;)") == Game());
}

TEST_CASE("names keep their escapes' meaning and every byte above ASCII") {
    const Parsed<Game> game = parse_ggf("(;PB[Bj\xc3\xb6rn \\] \\\\]PW[a(;b;)\nc\x01\\\xc3\xa9];)");
    REQUIRE(game);
    CHECK(game->black_name == "Bj\xc3\xb6rn ] \\");
    CHECK(game->white_name == "a(;b;) c \xc3\xa9");
}

TEST_CASE("a name that is not UTF-8 is read as Latin-1, and terminals find no command in it") {
    const Parsed<Game> game = parse_ggf("(;PB[M\xfcller]PW[M\xc3\xbcller]EV[a\x9b"
                                        "b\xc2]PC[\x1b[2J\xc2\x9bz]RB[\xe9]RW[\xe8]DT[\xe7];)");
    REQUIRE(game);
    CHECK(game->black_name == "M\xc3\xbcller");
    CHECK(game->white_name == "M\xc3\xbcller");
    CHECK(game->event == "a b\xc3\x82");
    CHECK(game->place == " [2J z");
    CHECK(game->black_rating == "\xc3\xa9");
    CHECK(game->white_rating == "\xc3\xa8");
    CHECK(game->date == "\xc3\xa7");
    CHECK(parse_ggf(to_ggf(*game)) == *game);
}

TEST_CASE("clocks of every style are read") {
    struct Case {
        const char* text;
        double seconds;
        double increment;
        double extension = 0;
    };
    const Case cases[] = {
        {"15:00", 900, 0},
        {"1:05:00", 3'900, 0},
        {"0:30/0:10/2:00", 30, 10, 120},
        {"15:00//02:00", 900, 0, 120},
        {"90", 90, 0},
        {"5:00/3", 300, 3},
        {"5:00,L0/0:10,N1", 300, 10},
        {"/0:05", 0, 5},
        {"0:00.5", 0.5, 0},
        {" 1:00 / 0:01 ", 60, 1},
        {"05:00//", 300, 0},
        {"75:30", 4'530, 0},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const Parsed<Game> game = parse_ggf(with_property(std::string("TI[") + c.text + ']'));
        REQUIRE(game);
        CHECK(game->time == TimeControl{c.seconds, c.increment, c.extension});
    }
    const Parsed<Game> no_clock = parse_ggf("(;TI[];)");
    REQUIRE(no_clock);
    CHECK_FALSE(no_clock->time);
}

TEST_CASE("a game from another position starts there") {
    const Parsed<Game> game = parse_ggf(with_property(pass_board));
    REQUIRE(game);
    CHECK(game->start().to_move == Color::white);
    CHECK(game->start().discs(Color::black) == bit(Square::a1));
    CHECK(game->start().discs(Color::white) == bit(Square::b1));
}

TEST_CASE("a forced pass in GGF is read and, where it is left out, put in") {
    const std::vector<PlayedMove> moves = {{Square::pass, Color::white},
                                           {Square::c1, Color::black, 64.0, 1.0}};
    for (const char* text : {"W[PA]B[C1/64/1]", "W[pass]B[C1/64/1]", "B[C1/64/1]"}) {
        CAPTURE(text);
        const Parsed<Game> game = parse_ggf(with_property(pass_board + text));
        REQUIRE(game);
        CHECK(game->moves() == moves);
    }
}

TEST_CASE("a GGF game that cannot be read says why and where") {
    struct Case {
        std::string text;
        std::string message;
        std::size_t offset;
    };
    const Case cases[] = {
        {"", "no game found; a game begins with '(;'", 0},
        {"f5d6 (moves)", "no game found; a game begins with '(;'", 12},
        {"(;GM[Othello]B[F5]", "the text ends before the ')' that closes the game", 18},
        {"(;GM[Othello", "no ']' closes a value of the property 'GM'", 5},
        {"(;GM;)", "no '[' follows the property 'GM'", 4},
        {"(;TY[8a]B[F5];)", "the game is of the type '8a', in which the fewer discs win", 5},
        {"(;TY[s8r20A]B[F5];)", "the game is of the type 's8r20A', in which the fewer discs win",
         5},
        {"(;B[F5]?", "'?' is not the name of a property", 7},
        {"(;B[F5](;W[D6]);)", "unexpected '(' inside the game", 7},
        {"(;GM[Chess];)", "the game is 'Chess', not Othello", 5},
        {"(;GM[2];)", "the game is '2', not Othello", 5},
        {"(;BO[10 " + board_64 + " *];)", "the board's size is '10', but only 8 is supported", 5},
        {"(;BO[];)", "the board's size is '', but only 8 is supported", 5},
        {"(;BO[8];)", "a board has 64 squares, this one has 0", 6},
        {"(;BO[8 --?" + board_64 + " *];)", "'?' is not a disc or an empty square", 9},
        {"(;TI[soon];)", "'soon' is not a time", 5},
        {"(;TI[-5:00];)", "'-5:00' is not a time", 5},
        {"(;TI[1:2:3:4];)", "'1:2:3:4' is not a time, as in '5:00'", 5},
        {"(;TI[5::0];)", "'5::0' is not a time, as in '5:00'", 5},
        {"(;TI[5:00/x];)", "'x' is not a time", 5},
        {"(;B[E1];)", "move 1: e1 is not a legal move for black", 4},
        {"(;B[F5]W[D6]B[F5];)", "move 3: f5 is not a legal move for black", 14},
        {"(;W[F5];)", "move 1: it is not white's turn but black's", 4},
        {"(;B[F5]B[D6];)", "move 2: it is not black's turn but white's", 9},
        {"(;B[F5]W[PA];)", "move 2: white cannot pass, it has a move", 9},
        {"(;B[Z9];)", "move 1: 'Z9' is not a square or a pass", 4},
        {"(;B[];)", "move 1: a square or a pass is missing", 4},
        {"(;B[F5/x];)", "move 1: 'x' is not a number", 7},
        {"(;B[F5/1/nan];)", "move 1: 'nan' is not a number", 9},
        {"(;B[F5/1/2/3];)", "move 1: 'F5/1/2/3' has more fields than move, evaluation and seconds",
         4},
        {"(;" + pass_board + "B[C1]W[D1];)", "move 2: the game is over", 81},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const Parsed<Game> game = parse_ggf(c.text);
        REQUIRE_FALSE(game);
        CHECK(game.error().message == c.message);
        CHECK(game.error().offset == c.offset);
    }
}

TEST_CASE("a single move is read as NBoard's move command writes it") {
    struct Case {
        const char* text;
        PlayedMove move;
    };
    const Case cases[] = {
        {"F5", {Square::f5, Color::white}},
        {"F5/1.20", {Square::f5, Color::white, 1.2, {}}},
        {"F5/1.20/3.5", {Square::f5, Color::white, 1.2, 3.5}},
        {"F5//20.244", {Square::f5, Color::white, {}, 20.244}},
        {"PA", {Square::pass, Color::white}},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        CHECK(parse_ggf_move(c.text, Color::white) == c.move);
    }
    CHECK_FALSE(parse_ggf_move("", Color::white));
    CHECK_FALSE(parse_ggf_move("F5/1/2/3", Color::white));
    CHECK(parse_ggf_move("F5/1/x", Color::white).error().offset == 5);
}

TEST_CASE("a game is written as one line in NBoard's order") {
    Game game;
    game.black_name = "Emilia";
    game.white_name = "a]b\\c\n";
    game.time = TimeControl{905.5, 10};
    REQUIRE(game.play({Square::f5, Color::black, {}, 1.25}));
    REQUIRE(game.play({Square::d6, Color::white, -0.5, {}}));
    REQUIRE(game.play({Square::c3, Color::black, 1e-7, 3.0}));
    CHECK(to_ggf(game)
          == "(;GM[Othello]PC[Emilia]PB[Emilia]PW[a\\]b\\\\c ]TI[15:05.5/0:10]TY[8]BO[8 " + board_64
                 + " *]B[F5//1.25]W[D6/-0.5]B[C3/0.0000001/3];)");
}

TEST_CASE("random games with names, clocks and notes read back from GGF as they were") {
    Random random(51);
    const auto number = [&random](int limit) {
        return std::optional(static_cast<double>(random() >> 11) * 0x1p-53 * limit);
    };
    for (int i = 0; i < 300; ++i) {
        const std::vector<Board> boards = testing::random_game(random);
        const Color color = i % 2 == 0 ? Color::black : Color::white;
        Game game(Position{boards[boards.size() / 3], color});
        game.black_name = i % 3 == 0 ? "" : "a [b\\] (;c;) \xc3\xa9";
        game.white_name = std::string(static_cast<std::size_t>(i % 7), '\\');
        if (i % 4 != 0) game.time = TimeControl{*number(7'200), i % 4 == 1 ? 0 : *number(60)};
        while (!game.position().board.is_over()) {
            PlayedMove move{testing::random_move(game.position().board, random),
                            game.position().to_move};
            if (testing::below(random, 2) == 0) move.evaluation = *number(128) - 64;
            if (testing::below(random, 2) == 0) move.seconds = number(100);
            REQUIRE(game.play(move));
        }
        const std::string text = to_ggf(game);
        CAPTURE(text);
        REQUIRE(text.find('\n') == std::string::npos);
        REQUIRE(parse_ggf(text) == game);
    }
}

TEST_CASE("a clock of any length reads back as it was") {
    for (const double seconds : {1e-300, 59.999, 61.1, 3'599.9, 0x1p53, 7e19, 1e300}) {
        CAPTURE(seconds);
        Game game;
        game.time = TimeControl{seconds, seconds};
        CHECK(parse_ggf(to_ggf(game)) == game);
    }
}

TEST_CASE("values that GGF cannot hold are left out of what is written") {
    Game game;
    game.time = TimeControl{-5, 0};
    REQUIRE(game.play({Square::f5, Color::black, std::nan(""), HUGE_VAL}));
    Game bare;
    REQUIRE(bare.play(Square::f5));
    CHECK(parse_ggf(to_ggf(game)) == bare);
}

TEST_CASE("a truncated or damaged GGF game is read or refused") {
    CHECK(testing::survives_truncation(nboard_game, parse_ggf));
    CHECK(testing::survives_damage(nboard_game, parse_ggf));
    const std::string noted = "x (;PB[a\\]b]TI[1:00/0:10,x]B[F5/1.5/2]W[D6//3.25]B[PA];)";
    CHECK(testing::survives_truncation(noted, parse_ggf));
    CHECK(testing::survives_damage(noted, parse_ggf));
}

TEST_CASE("no proper prefix of a game is a game") {
    for (std::size_t length = 0; length < nboard_game.size() - 1; ++length) {
        CAPTURE(length);
        CHECK_FALSE(parse_ggf(nboard_game.substr(0, length)));
    }
}
