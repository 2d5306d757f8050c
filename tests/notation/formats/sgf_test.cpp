#include "engine/notation/formats/sgf.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

#include <string>

#include <fmt/format.h>

using namespace emilia;
using testing::Random;
using testing::squares_played;

namespace {

Parsed<Game> parse(std::string_view text) {
    return parse_sgf(text);
}

std::vector<Parsed<Game>> sgf_games(std::string_view text) {
    return testing::every_game(text, Variations::some, parse);
}

// Has the layout of the files that Quarry saves.
const std::string quarry_game = "(;CA[UTF-8]\nAP[Quarry:0.2.0]\nFF[4]\nGM[2]\nSZ[8]\nPB[Human]\n"
                                "PW[GRhino]\n\n;B[fe]\n;W[df]\n;B[cc]\n;W[dc])\n";

const std::vector<Square> opening = {Square::f5, Square::d6, Square::c3, Square::d3};

} // namespace

TEST_CASE("a game as Quarry saves it is read") {
    const Parsed<Game> game = parse_sgf(quarry_game);
    REQUIRE(game);
    CHECK(game->black_name == "Human");
    CHECK(game->white_name == "GRhino");
    CHECK(game->start() == Position{});
    CHECK(squares_played(*game) == opening);
}

TEST_CASE("SGF games of every style are read with the same moves") {
    for (const char* text : {
             "(;GM[2]SZ[8];B[fe];W[df];B[cc];W[dc])",
             "(;GM[2]SZ[8];B[f5];W[d6];B[C3];W[D3])",
             "(;GM[2];B[FE];W[DF];B[CC];W[DC])",
             "(;B[fe]W[df]B[cc]W[dc])",
             "(;FF[1]GaMe[2]SiZe[8];Black[fe];White[df];Black[cc];White[dc])",
             "text before (;GM[2] ;B[fe] ;W[df] C[a comment (;) \\] ends]; B[cc] ; W[dc]) after",
             "(;GM[2];B[fe];W[df](;B[cc];W[dc])(;B[c5];W[f6]))",
             "(;GM[2](;B[fe](;W[df](;B[cc];W[dc](;)(;B[xx])))(;W[zz])))",
             "(;GM[2];B[fe];W[df];B[cc];W[dc])(;GM[1];B[aa])",
         }) {
        CAPTURE(text);
        const Parsed<Game> game = parse_sgf(text);
        if (!game) FAIL(game.error().message);
        CHECK(game->start() == Position{});
        CHECK(squares_played(*game) == opening);
    }
}

TEST_CASE("set-up stones make the start, and the side to move is named or moves first") {
    const Position standard;
    const Bitboard black = standard.board.player;
    const Bitboard white = standard.board.opponent;
    struct Case {
        const char* text;
        Bitboard black;
        Bitboard white;
        Color to_move;
    };
    const Case cases[] = {
        {"(;GM[2])", black, white, Color::black},
        {"(;GM[2]PL[W])", black, white, Color::white},
        {"(;GM[2];W[ce])", black, white, Color::white},
        {"(;GM[2]PL[black])", black, white, Color::black},
        {"(;GM[2]AB[aa][b1]AW[hh])", 0x3, bit(Square::h8), Color::black},
        {"(;GM[2]AW[hh]AB[aa:bb]PL[w])", 0x303, bit(Square::h8), Color::white},
        {"(;GM[2]SZ[8:8]PL[2])", black, white, Color::white},
        {"(;GM[2]PL[1])", black, white, Color::black},
        {"(;GM[2]AB[aa][ba]AE[ba])", 0x1, 0, Color::black},
        {"(;GM[2]AB[aa]AW[aa])", 0, 0x1, Color::black},
        {"(;GM[2]AE[dd])", black, white & ~bit(Square::d4), Color::black},
        {"(;GM[2];AB[aa]AE[dd])", black | 0x1, white & ~bit(Square::d4), Color::black},
        {"(;GM[2]AB[aa];AW[hh];PL[W])", 0x1, bit(Square::h8), Color::white},
        {"(;GM[2]AB[aa]AW[ba];B[ca])", 0x1, 0x2, Color::black},
        {"(;GM[2]AB[ba]AW[aa];W[ca])", 0x2, 0x1, Color::white},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const Parsed<Game> game = parse_sgf(c.text);
        if (!game) FAIL(game.error().message);
        CHECK(game->start().discs(Color::black) == c.black);
        CHECK(game->start().discs(Color::white) == c.white);
        CHECK(game->start().to_move == c.to_move);
        CHECK(parse_sgf(c.text, 0)->start() == game->start());
    }
}

TEST_CASE("a forced pass in SGF is read and, where it is left out, put in") {
    // Black on b1, white on a1: black can only pass.
    const std::string start = "(;GM[2]AB[ba]AW[aa]PL[B]";
    const std::vector<Square> moves = {Square::pass, Square::c1};
    for (const char* text : {";B[];W[ca])", ";B[ ];W[ca])", ";B[pass];W[c1])", ";B[tt];W[ca])",
                             ";B[--];W[ca])", ";W[ca])"}) {
        CAPTURE(text);
        const Parsed<Game> game = parse_sgf(start + text);
        REQUIRE(game);
        CHECK(squares_played(*game) == moves);
    }
}

TEST_CASE("an SGF game that cannot be read says why and where") {
    struct Case {
        std::string text;
        std::string message;
        std::size_t offset;
    };
    const Case cases[] = {
        {"", "no game found; a game begins with '(;'", 0},
        {"(;GM[2];B[fe]", "the text ends before the ')' that closes the game", 13},
        {"(;GM[1])", "the game is '1', but Othello is 2", 5},
        {"(;GM[])", "the game is '', but Othello is 2", 5},
        {"(;SZ[19])", "the board's size is '19', but only 8 is supported", 5},
        {"(;B[ii])", "move 1: 'ii' is not a square or a pass", 4},
        {"(;B[5f])", "move 1: '5f' is not a square or a pass", 4},
        {"(;B[aa])", "move 1: a1 is not a legal move for black", 4},
        {"(;B[fe];W[])", "move 2: white cannot pass, it has a move", 10},
        {"(;B[fe];B[df])", "move 2: it is not black's turn but white's", 10},
        {"(;PL[red])", "'red' is not a side to move, B or W", 5},
        {"(;AB[])", "a square or a pass is missing", 5},
        {"(;AB[pa])", "a pass cannot be set up", 5},
        {"(;AB[aa][zz])", "'zz' is not a square or a pass", 9},
        {"(;AB[aa:zz])", "'zz' is not a square or a pass", 5},
        {"(;B[fe];AB[aa])",
         "property AB follows move 1, but a position can be set up only before the first move", 11},
        {"(;{})", "'{' is not the name of a property", 2},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const Parsed<Game> game = parse_sgf(c.text);
        REQUIRE_FALSE(game);
        CHECK(game.error().message == c.message);
        CHECK(game.error().offset == c.offset);
    }
}

TEST_CASE("random games are read from SGF as they were played, without their passes too") {
    Random random(61);
    int passes = 0;
    for (int i = 0; i < 200; ++i) {
        const Game game = testing::random_played_game(random);
        std::string text = "(;GM[2]SZ[8]";
        std::string without_passes = text;
        for (const PlayedMove& played : game.moves()) {
            const bool pass = played.move == Square::pass;
            std::string point;
            if (!pass)
                point = {static_cast<char>('a' + column_of(played.move)),
                         static_cast<char>('a' + row_of(played.move))};
            const std::string move =
                std::string(played.color == Color::black ? ";B[" : ";W[") + point + ']';
            passes += pass ? 1 : 0;
            text += move;
            without_passes += pass ? "" : move;
        }
        CAPTURE(text);
        REQUIRE(parse_sgf(text + ')') == game);
        REQUIRE(parse_sgf(without_passes + ')') == game);
    }
    CHECK(passes > 30);
}

TEST_CASE("a truncated or damaged SGF game is read or refused") {
    const std::string set_up = "(;GM[2]AB[aa:cb][b3]AW[hh]AE[aa]PL[W](;W[](;B[c1]C[a\\]])))";
    for (const std::string& text : {quarry_game, set_up}) {
        CHECK(testing::survives_truncation(text, parse));
        CHECK(testing::survives_damage(text, parse));
    }
}

TEST_CASE("event, place, date and result are read from SGF and written back") {
    const std::string text =
        "(;FF[4]CA[UTF-8]GM[2]SZ[8]PC[Paris]EV[Cup \\] 1]DT[1980-10-05]PB[a]PW[b]"
        "RE[W+R];B[fe];W[df])";
    const Parsed<Game> game = parse_sgf(text);
    REQUIRE(game);
    CHECK(game->place == "Paris");
    CHECK(game->event == "Cup ] 1");
    CHECK(game->date == "1980-10-05");
    CHECK(game->result
          == GameResult{.winner = Color::white, .margin = {}, .ending = Ending::resigned});
    CHECK(to_sgf(*game) == text);
    for (const char* result : {"?", "", "Void", "nonsense"}) {
        CAPTURE(result);
        const Parsed<Game> other = parse_sgf(fmt::format("(;GM[2]RE[{}];B[fe])", result));
        REQUIRE(other);
        CHECK_FALSE(other->result);
    }
}

TEST_CASE("names in SGF are read in the character set that the game tells, and written as UTF-8") {
    struct Case {
        std::string text;
        std::string name;
    };
    const std::vector<Case> cases = {
        {"(;GM[2]CA[UTF-8]PB[\xc3\xa9];B[fe])", "\xc3\xa9"},
        {"(;GM[2]PB[\xc3\xa9];B[fe])", "\xc3\xa9"},
        {"(;GM[2]PB[\xe9];B[fe])", "\xc3\xa9"},
        {"(;GM[2]CA[UTF-8]PB[\xe9];B[fe])", "\xc3\xa9"},
        {"(;GM[2]CA[ISO-8859-1]PB[\xe9];B[fe])", "\xc3\xa9"},
        {"(;GM[2]PB[\xc3\xa9]CA[ latin-1 ];B[fe])", "\xc3\x83\xc2\xa9"},
        // The second byte of a character is a backslash or a bracket.
        {"(;GM[2]CA[Shift_JIS]PB[\x83\x5c];B[fe])", "\xe3\x82\xbd"},
        {"(;GM[2]CA[sjis]PB[\x83\x5d\x83\x49];B[fe])", "\xe3\x82\xbe\xe3\x82\xaa"},
        {"(;GM[2]CA[GB2312]PB[\xc3\xfb];B[fe])", "\xe5\x90\x8d"},
        {"(;GM[2]CA[unknown]PB[\xe9];B[fe])", "\xc3\xa9"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const Parsed<Game> game = parse_sgf(c.text);
        REQUIRE(game);
        CHECK(game->black_name == c.name);
        CHECK(to_sgf(*game).starts_with("(;FF[4]CA[UTF-8]GM[2]SZ[8]PB[" + c.name + "]"));
        CHECK(parse_sgf(to_sgf(*game)) == *game);
    }
}

TEST_CASE("an SGF game from another position has its stones set up") {
    const Position start{{bit(Square::b1), bit(Square::a1) | bit(Square::h8)}, Color::black};
    CHECK(to_sgf(Game(start)) == "(;FF[4]CA[UTF-8]GM[2]SZ[8]AB[ba]AW[aa][hh]PL[B])");
    for (const Position& position :
         {start, Position{}, Position{Board::start(), Color::white}, Position{{0, 0}, Color::black},
          Position{{0, bit(Square::d4)}, Color::white}}) {
        CHECK(parse_sgf(to_sgf(Game(position))) == Game(position));
    }
}

TEST_CASE("random games read back from SGF as they were, with names, passes and any start") {
    Random random(62);
    int passes = 0;
    for (int i = 0; i < 300; ++i) {
        const Game game = testing::random_record(random, i);
        for (const PlayedMove& played : game.moves()) passes += played.move == Square::pass ? 1 : 0;
        const std::string text = to_sgf(game);
        CAPTURE(text);
        REQUIRE(text.find('\n') == std::string::npos);
        REQUIRE(parse_sgf(text) == game);
    }
    CHECK(passes > 30);
}

TEST_CASE("every game of an SGF collection is read, and a broken one takes no other with it") {
    const std::string good = "(;FF[4]GM[2]PB[a (;b];B[fe];W[df](;B[cc])(;B[c5](;W[f6])(;W[a1])))";
    struct Case {
        std::string text;
        std::vector<bool> read;
    };
    const std::vector<Case> cases = {
        {"", {}},
        {"no game", {}},
        {good, {true}},
        {fmt::format("{}\r\n{}\n\n( ;{}", good, good, good.substr(2)), {true, true, true}},
        {fmt::format("(;GM[2];B[fe]\n{}", good), {false, true}},
        {fmt::format("(;GM[2];B[fe](;W[df]\n{}{}", good, good), {false, true, true}},
        {fmt::format("(;GM[2]PB[never closed\n{}", good), {false, true}},
        {fmt::format("(;GM[2];B[fe]?{}", good), {false, true}},
        {fmt::format("(;GM[1]SZ[19];B[pd];W[dd])(;GM[2];B[aa]){}", good), {false, false, true}},
        {fmt::format("{}(;GM[2];B[fe", good), {true, false}},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const auto games = sgf_games(c.text);
        REQUIRE(games.size() == c.read.size());
        for (std::size_t i = 0; i < games.size(); ++i) {
            CAPTURE(i);
            CHECK(games[i].has_value() == c.read[i]);
        }
    }
    const auto second = sgf_games(good + "(;GM[2];B[aa])");
    REQUIRE(second.size() == 2);
    CHECK(second[1].error().offset == good.size() + 10);
}

TEST_CASE("a megabyte of variations is read or refused in no time") {
    std::string open;
    for (int i = 0; i < 300'000; ++i) open += "(;";
    CHECK(sgf_games(open).size() == 1);
    CHECK(sgf_games(open + std::string(300'000, ')')).size() == 1);
}

TEST_CASE("the variations of an SGF game that are left out are counted") {
    CHECK(other_variations("(;GM[2];B[fe];W[df])") == 0);
    CHECK(other_variations("(;GM[2](;B[fe];W[df]))(;B[fe](;W[df])(;W[ff]))") == 0);
    CHECK(other_variations("(;GM[2];B[fe](;W[df])(;W[ff](;B[aa])(;B[bb]))(;W[fd]))") == 4);
    CHECK(other_variations("(;B[fe](;W[df])(;W[ff]") == 1);
    CHECK(other_variations("(;GM[2];B[fe]()(;W[df])( )(;W[ff]))") == 1); // empty ones are none
}

TEST_CASE("an SGF game is read with its variations and what is said of them") {
    const std::string text =
        "(;GM[2]GC[a game]C[the\nstart];B[fe]V[1.5](;W[df]TE[2])(;DO[]C[one \\\n"
        "line]W[ff](;B[dc])(;B[ee]BM[1]V[99]))(;W[fd]IT[];C[more]))";
    const Parsed<Game> game = parse_sgf(text);
    REQUIRE(game);
    const SgfTree read = parse_sgf_tree(text, game->start());
    CHECK(read.left_out == 1);
    CHECK(read.reason == "e5 is not a legal move for black");
    GameTree expected(game->start());
    struct Node {
        std::size_t parent;
        Square move;
        Color color;
        Remarks remarks;
    };
    for (const Node& node : std::vector<Node>{
             {0, Square::f5, Color::black, {.value = 1.5}},
             {1, Square::d6, Color::white, {.mark = Mark::brilliant}},
             {1, Square::f6, Color::white, {.comment = "one line", .mark = Mark::doubtful}},
             {3, Square::d3, Color::black, {}},
             {1, Square::f4, Color::white, {.comment = "more", .mark = Mark::interesting}},
         }) {
        const auto added = expected.add(node.parent, {.move = node.move, .color = node.color});
        if (!added) FAIL(added.error().message);
        expected.remarks(*added) = node.remarks;
    }
    expected.remarks(0).comment = "a game\nthe\nstart";
    CHECK(read.tree == expected);
    CHECK(read.tree.variations() == 2);
}

TEST_CASE("an SGF variation that cannot be read ends before what is wrong, and no other does") {
    struct Case {
        std::string variations;
        std::size_t nodes;
        std::string reason;
    };
    const std::vector<Case> cases = {
        {"(;W[df])(;W[aa];B[cc](;W[dc]))(;W[ff])", 4, "a1 is not a legal move for white"},
        {"(;W[df])(;W[ff];W[dc])(;W[fd])", 5, "it is not white's turn but black's"},
        {"(;W[df])(;W[ff];B[])(;W[fd])", 5, "black cannot pass, it has a move"},
        {"(;W[df])(;W[xx])(;W[fd])", 4, "'xx' is not a square or a pass"},
        {"(;W[df])(;W[ff]", 4, "the text ends before the ')' that closes the game"},
        {"(;W[df])(;W[ff]?)(;W[fd])", 4, "'?' is not the name of a property"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.variations);
        const SgfTree read = parse_sgf_tree("(;GM[2];B[fe]" + c.variations + ")", Position{});
        CHECK(read.left_out == 1);
        CHECK(read.reason == c.reason);
        CHECK(read.tree.nodes().size() == c.nodes);
    }
}

TEST_CASE("random trees read back from SGF as they were, with passes and from any start") {
    Random random(64);
    std::size_t variations = 0;
    int passes = 0;
    for (int i = 0; i < 1'000; ++i) {
        const Game game = testing::random_record(random, i);
        const GameTree tree = testing::random_tree(random, game.start());
        const std::string text = to_sgf(game, tree);
        CAPTURE(text);
        const SgfTree read = parse_sgf_tree(text, game.start());
        REQUIRE(read.tree == tree);
        REQUIRE(read.left_out == 0);
        const auto main_line = parse_sgf(text);
        REQUIRE(main_line);
        REQUIRE(static_cast<const GameHeader&>(*main_line) == static_cast<const GameHeader&>(game));
        variations += tree.variations();
        for (const TreeNode& node : tree.nodes()) passes += node.position.board.must_pass() ? 1 : 0;
    }
    CHECK(variations > 10'000);
    CHECK(passes > 30);
}

TEST_CASE("a megabyte of SGF variations becomes a tree in no time") {
    std::string open = "(;GM[2];B[fe]";
    for (int i = 0; i < 150'000; ++i) open += "(;W[df]";
    CHECK(parse_sgf_tree(open, Position{}).left_out == 1);
    std::string many = "(;GM[2];B[fe]";
    for (int i = 0; i < 100'000; ++i) many += "(;W[df])";
    CHECK(parse_sgf_tree(many + ')', Position{}).tree.variations() == 99'999);
}

TEST_CASE("a comment in SGF is read in the character set of its file") {
    const SgfTree read = parse_sgf_tree("(;GM[2]CA[ISO-8859-1];B[fe]C[\xe9\tb\r\nc])", Position{});
    REQUIRE(read.tree.nodes().size() == 2);
    CHECK(read.tree.nodes()[1].remarks.comment == "\xc3\xa9 b\nc");
}

TEST_CASE("komi is kept in SGF") {
    const Parsed<Game> game = parse_sgf("(;GM[2]KM[-3.133]RE[W+22.87];B[fe])");
    REQUIRE(game);
    CHECK(game->komi == -3.133);
    CHECK(parse_sgf(to_sgf(*game)) == *game);
}
