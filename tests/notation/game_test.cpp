#include "engine/notation/game.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

using namespace emilia;
using testing::Random;

namespace {

/// Black can only pass, white then has c1.
const Position black_must_pass{{bit(Square::b1), bit(Square::a1)}, Color::black};

std::string refusal(Game game, const PlayedMove& move) {
    const Game before = game;
    const Parsed<void> played = game.play(move);
    CHECK(game == before);
    return played ? "" : played.error().message;
}

} // namespace

TEST_CASE("a new game is at the start with black to move") {
    const Game game;
    CHECK(game.start() == Position{});
    CHECK(game.position() == Position{});
    CHECK(game.moves().empty());
    CHECK_FALSE(game.time);
}

TEST_CASE("a legal move is played and noted") {
    Game game;
    const PlayedMove move{Square::f5, Color::black, 0.5, 1.25};
    REQUIRE(game.play(move));
    REQUIRE(game.play(Square::d6));
    CHECK(game.moves()
          == std::vector<PlayedMove>{move, {.move = Square::d6, .color = Color::white}});
    CHECK(game.position() == Position{}.after(Square::f5).after(Square::d6));
    CHECK(game.start() == Position{});
}

TEST_CASE("an illegal move changes nothing and says why") {
    const Game over(Position{{bit(Square::a1), 0}, Color::white});
    struct Case {
        Game game;
        PlayedMove move;
        std::string message;
    };
    const Case cases[] = {
        {Game(), {Square::e1, Color::black}, "e1 is not a legal move for black"},
        {Game(), {Square::e4, Color::black}, "e4 is not a legal move for black"},
        {Game(), {Square::none, Color::black}, "-- is not a legal move for black"},
        {Game(), {Square::pass, Color::black}, "black cannot pass, it has a move"},
        {Game(), {Square::e6, Color::white}, "it is not white's turn but black's"},
        {Game(Position{}.after(Square::f5)),
         {Square::pass, Color::white},
         "white cannot pass, it has a move"},
        {Game(black_must_pass), {Square::c1, Color::black}, "c1 is not a legal move for black"},
        {over, {Square::a2, Color::white}, "the game is over"},
        {over, {Square::none, Color::white}, "the game is over"},
    };
    for (const Case& c : cases) {
        CHECK(refusal(c.game, c.move) == c.message);
    }
}

TEST_CASE("a forced pass is played like a move") {
    Game game(black_must_pass);
    REQUIRE(game.play(Square::pass));
    CHECK(game.position().to_move == Color::white);
    REQUIRE(game.play(Square::c1));
    CHECK(game.moves().size() == 2);
    CHECK(game.position().board.is_over());
}

TEST_CASE("passes after the end of a game are accepted and change nothing") {
    Game game(black_must_pass);
    REQUIRE(game.play_with_pass({Square::c1, Color::white}));
    REQUIRE(game.position().board.is_over());
    const Game over = game;
    for (const Color color : {Color::black, Color::white}) {
        CHECK(game.play({Square::pass, color}));
        CHECK(game.play_with_pass({Square::pass, color}));
        CHECK(game == over);
    }
    CHECK(game.undo());
    CHECK(game.moves().size() == 1);
}

TEST_CASE("a forced pass is put in before the other side's move where asked for") {
    Game game(black_must_pass);
    REQUIRE(game.play_with_pass({Square::c1, Color::white, 64.0, 2.0}));
    CHECK(game.moves()
          == std::vector<PlayedMove>{{Square::pass, Color::black},
                                     {Square::c1, Color::white, 64.0, 2.0}});

    Game explicit_pass(black_must_pass);
    REQUIRE(explicit_pass.play(Square::pass));
    REQUIRE(explicit_pass.play(Square::c1));
    CHECK(game.position() == explicit_pass.position());
}

TEST_CASE("no pass is put in where it is not forced or the move behind it is illegal") {
    struct Case {
        Position start;
        PlayedMove move;
        std::string message;
    };
    const Case cases[] = {
        {black_must_pass, {Square::d1, Color::white}, "d1 is not a legal move for white"},
        {black_must_pass, {Square::pass, Color::white}, "white cannot pass, it has a move"},
        {black_must_pass, {Square::c1, Color::black}, "c1 is not a legal move for black"},
        {Position{}, {Square::f4, Color::white}, "it is not white's turn but black's"},
    };
    for (const Case& c : cases) {
        Game game(c.start);
        const Parsed<void> played = game.play_with_pass(c.move);
        REQUIRE_FALSE(played);
        CHECK(played.error().message == c.message);
        CHECK(game == Game(c.start));
    }
}

TEST_CASE("undo goes back through a whole game, passes included") {
    Random random(31);
    int passes = 0;
    for (int i = 0; i < 50; ++i) {
        Game game;
        std::vector<Position> positions;
        while (!game.position().board.is_over()) {
            positions.push_back(game.position());
            const Square move = testing::random_move(game.position().board, random);
            passes += move == Square::pass ? 1 : 0;
            REQUIRE(game.play(move));
        }
        while (!positions.empty()) {
            REQUIRE(game.undo());
            REQUIRE(game.position() == positions.back());
            positions.pop_back();
        }
        REQUIRE(game.moves().empty());
        REQUIRE_FALSE(game.undo());
    }
    CHECK(passes > 10);
}

TEST_CASE("undo goes back to a start of one's own") {
    const Position start = Position{}.after(Square::f5);
    Game game(start);
    REQUIRE(game.play(Square::d6));
    CHECK(game.undo());
    CHECK(game.position() == start);
    CHECK_FALSE(game.undo());
}

TEST_CASE("the seconds used are the sum of a side's moves, as far as they are known") {
    Game game;
    REQUIRE(game.play({Square::f5, Color::black, {}, 1.5}));
    REQUIRE(game.play({Square::d6, Color::white, {}, 10.0}));
    REQUIRE(game.play({Square::c3, Color::black, 3.0, {}}));
    REQUIRE(game.play({Square::d3, Color::white}));
    REQUIRE(game.play({Square::c4, Color::black, {}, 0.25}));
    CHECK(game.seconds_used(Color::black) == Approx(1.75));
    CHECK(game.seconds_used(Color::white) == Approx(10.0));
}
