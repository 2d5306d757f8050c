#include "engine/notation/formats/record_text.h"
#include "engine/notation/formats/worded_games.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

#include <vector>

using namespace emilia;

namespace {

struct Read {
    std::vector<Game> games;
    std::vector<std::string> errors; ///< `line 2: …`
};

Read read(const std::string& text) {
    Read result;
    (void)read_worded_games(text, [&result](Parsed<Game> game, std::size_t line) {
        if (game) {
            result.games.push_back(std::move(*game));
        } else {
            CHECK(testing::is_presentable(game.error().message));
            result.errors.push_back(fmt::format("line {}: {}", line, game.error().message));
        }
    });
    return result;
}

std::string diagram(const std::string& rows) {
    std::string text = "    A B C D E F G H   [@=? O=?]\n";
    for (std::size_t row = 0; row < 8; ++row) {
        text += fmt::format("  {}", row + 1);
        for (std::size_t column = 0; column < 8; ++column)
            text += fmt::format(" {}", rows[row * 8 + column]);
        text += '\n';
    }
    return text;
}

const std::string start = "...........................O@......@O...........................";
const std::string after_f5 = "...........................O@......@@@..........................";
const std::string after_d6 = "...........................O@......O@@.....O....................";

} // namespace

TEST_CASE("moves among words are read as programs print them") {
    const std::string cases[] = {
        "1: Black F5\n 2: White D6\n 3: Black C3\n", // a list of cl-reversi
        "@ moves to F5.\nO moves to D6.\n@ moves to C3.\n",
        "Dark plays F5. Light plays D6. Dark plays C3.",
        "Black: F5, White: D6, Black: C3",
        "1 Black f5\n2 White d6\n3 Black c3",
        "B F5; W D6; B C3",
        "1.   f5\n             d6\n2.   c3\nPlayer A wins\n", // a console of Jocly
        "Player 1 plays f5\nPlayer 2 plays d6\nPlayer 1 plays c3",
        "= F5 D6 C3",
        "set_game Othello\nclear_board\nkomi 0\nplay b F5\nplay w D6\nplay b C3\n",
        "1 boardsize 8\n=1\n2 play black f5\n=2\n3 genmove white\n=3 D6\n4 play b c3\n=4\n",
        "> play black F5\n< =\n> genmove white\n< = D6\n> play b c3",
        "name\n= Emilia\nplay b f5\nplay w f6\nundo\nplay w d6\nplay b c3",
        "[\"f5\", \"d6\", \"c3\"]",
        "[\n  'f5', 'd6',\n  'c3'\n]",
        "`f5d6c3`",
        "f5/d6/c3",
        "f5|d6|c3",
        "f5:d6:c3",
        "f5 -> d6 -> c3",
        "f5\xe2\x86\x92"
        "d6\xe2\x86\x92"
        "c3",
        "1) f5 2) d6 3) c3",
        "1 F5 D6\n2 C3",
        "#1 f5 #2 d6 #3 c3",
        "| 1 | f5 | d6 |\n| 2 | c3 |",
        "move,color,square\n1,black,f5\n2,white,d6\n3,black,c3",
        "\xe2\x9a\xab f5\n\xe2\x9a\xaa d6\n\xe2\x9a\xab c3", // discs for the sides
    };
    for (const std::string& text : cases) {
        CAPTURE(text);
        CHECK(text_kind(text) == TextKind::words);
        const Read result = read(text);
        CHECK(result.errors.empty());
        REQUIRE(result.games.size() == 1);
        CHECK(result.games.front().moves() == parse_moves("f5d6c3")->moves());
    }
}

TEST_CASE("boards between the moves are compared with the game") {
    const std::string session = diagram(start) + "\n@ moves to F5.\n\n" + diagram(after_f5)
                                + "\nO to move (D6 F4 F6): d6\n" + diagram(after_d6);
    Read result = read(session);
    CHECK(result.errors.empty());
    REQUIRE(result.games.size() == 1);
    CHECK(result.games.front() == *parse_moves("f5d6"));

    CHECK(read(diagram(start) + "@ moves to F5.\n" + diagram(after_d6)).errors
          == std::vector<std::string>{
              "line 11: the board isn't the one after 1 move; a move is missing or wrong"});
    CHECK(read(session + diagram(start) + "@ moves to E6.\n").games.size() == 2);
}

TEST_CASE("a board before the moves is their start, and the mover says whose turn it is") {
    const Game game = read(diagram(after_f5) + "O moves to D6.\n").games.at(0);
    CHECK(game.start() == parse_moves("f5")->position());
    CHECK(moves_of(game) == std::vector{*parse_square("d6")});
    // Both sides can play c4 here, and nobody is named.
    const std::string open = "...........................O@......@........O...................";
    CHECK(read(diagram(open) + "plays C4\n").errors
          == std::vector{fmt::format("line 10: {}", whose_move)});
    CHECK(read(diagram(open) + "@ plays C4\n").games.at(0).start().to_move == Color::black);
    CHECK(read(diagram(open) + "O to move\nC4\n").games.at(0).start().to_move == Color::white);
}

TEST_CASE("who wins or resigns is the result") {
    CHECK(read("Player A plays f5\nPlayer B wins").games.at(0).result
          == GameResult{.winner = Color::white});
    CHECK(read("black f5, white resigns").games.at(0).result == GameResult{.winner = Color::black});
}

TEST_CASE("words that contradict the moves are errors") {
    struct Case {
        std::string text;
        std::string error;
    };
    const Case cases[] = {
        {"1: Black F5\n2: Black D6", "line 2: move 2: black plays D6, but it is white's turn"},
        {"1: Black F5\n2: White E3", "line 2: move 2: e3 is not a legal move for white"},
        {"4: White D3", "line 1: move 4 follows 0 moves; give all moves in their order"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        CHECK(read(c.text).errors == std::vector{c.error});
        CHECK(read(c.text).games.empty());
    }
    // The games behind a wrong one are read.
    CHECK(read("1: Black F5\n2: White E3\n3: Black D3\n1: Black F5").games.size() == 1);
}

TEST_CASE("other texts are no games in words") {
    for (const char* text :
         {"f5d6c3", "1. f5 d6 2. c3", "Tiger | F5d6c3", "Black White", "undo", "a b c d e f g h",
          "black likes f5", "f5 d6 12", "1980  Open  A  33-31  B  f5d6",
          "---------------------------OX------XO--------------------------- X", "[8 f5", "(f5"}) {
        CAPTURE(text);
        if (text_kind(text) == TextKind::words) CHECK_FALSE(read(text).errors.empty());
    }
    std::string long_text(200'000, ' ');
    long_text += "black f5";
    CHECK_FALSE(holds_worded_games(long_text));
}
