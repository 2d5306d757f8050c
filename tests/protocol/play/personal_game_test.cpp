#include "engine/notation/formats/ggf.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "engine/play/level.h"
#include "protocol/play/personal_game.h"
#include "tests/catch.h"

using namespace emilia;
using namespace std::chrono_literals;

namespace {

const PersonalGame::Moment start{};

Game with_clock(double seconds, double increment) {
    Game game;
    game.time = TimeControl{.seconds = seconds, .increment = increment};
    return game;
}

Parsed<void> play(PersonalGame& table, const char* move, PersonalGame::Moment now = start) {
    return table.play({.move = *parse_square(move)}, now);
}

} // namespace

TEST_CASE("undo takes back the person's last move and the answer to it") {
    PersonalGame table(Game(), Color::black, start);
    CHECK_FALSE(table.undo(start));
    for (const char* move : {"f5", "d6", "c3", "d3"}) REQUIRE(play(table, move));
    CHECK(table.is_persons_turn());
    REQUIRE(table.undo(start));
    CHECK(table.game().moves().size() == 2);
    CHECK(table.is_persons_turn());
    // While the opponent thinks, only the person's move is behind.
    REQUIRE(play(table, "c4"));
    CHECK(table.is_opponents_turn());
    REQUIRE(table.undo(start));
    CHECK(table.game().moves().size() == 2);
    REQUIRE(table.undo(start));
    CHECK(table.game().moves().empty());
    CHECK_FALSE(table.undo(start));
}

TEST_CASE("redo plays what undo has taken back, until another move is played") {
    PersonalGame table(with_clock(60, 0), Color::black, start);
    CHECK_FALSE(table.redo(start));
    REQUIRE(play(table, "f5", start + 3s));
    for (const char* move : {"d6", "c3", "d3"}) REQUIRE(play(table, move, start + 3s));
    const auto played = table.game().moves();
    REQUIRE(table.undo(start + 5s));
    REQUIRE(table.undo(start + 5s));
    REQUIRE(table.redo(start + 9s));
    CHECK(table.game().moves().size() == 2);
    CHECK(table.seconds_left(Color::black, start + 10s) == 56); // f5 took 3 s, this turn takes 1
    REQUIRE(table.redo(start + 10s));
    CHECK(table.game().moves() == played);
    CHECK_FALSE(table.redo(start + 10s));
    REQUIRE(table.undo(start + 10s));
    REQUIRE(play(table, "c4", start + 11s));
    CHECK_FALSE(table.redo(start + 11s));
}

TEST_CASE("the opponent's first move alone can't be taken back, nor can a pass") {
    PersonalGame table(Game(), Color::white, start);
    REQUIRE(play(table, "f5"));
    CHECK_FALSE(table.undo(start));
    CHECK(table.game().moves().size() == 1);
    // Black's pass was forced, so undo goes on to the decision before it.
    PersonalGame passing(*parse_moves("d3c3e6d2d1e1b2c1pa"), Color::black, start);
    REQUIRE(passing.game().moves().back().move == Square::pass);
    REQUIRE(passing.undo(start));
    CHECK(passing.game().moves().size() == 6);
}

TEST_CASE("an illegal move changes nothing, not even the clock") {
    PersonalGame table(with_clock(60, 0), Color::black, start);
    const auto played = play(table, "a1", start + 5s);
    REQUIRE_FALSE(played);
    CHECK(played.error().message == "a1 is not a legal move for black");
    CHECK_FALSE(play(table, "pass", start + 5s));
    CHECK(table.game().moves().empty());
    CHECK(table.seconds_left(Color::black, start + 7s) == 53);
}

TEST_CASE("each clock runs in the turn of its side, and each move adds its seconds") {
    PersonalGame table(with_clock(60, 2), Color::black, start);
    CHECK(table.seconds_left(Color::black, start + 3s) == 57);
    CHECK(table.seconds_left(Color::white, start + 3s) == 60);
    REQUIRE(play(table, "f5", start + 10s));
    CHECK(table.seconds_left(Color::black, start + 15s) == 52);
    CHECK(table.seconds_left(Color::white, start + 15s) == 55);
    // A comment on the move belongs to nobody's time.
    table.begin_turn(start + 15s);
    REQUIRE(table.play({.move = *parse_square("d6"), .seconds = 4}, start + 20s));
    CHECK(table.seconds_left(Color::white, start + 20s) == 58);
    CHECK(table.seconds_left(Color::black, start + 21s) == 51);
    REQUIRE(table.undo(start + 30s));
    CHECK(table.seconds_left(Color::black, start + 30s) == 60);
    CHECK_FALSE(PersonalGame(Game(), Color::black, start).seconds_left(Color::black, start));
}

TEST_CASE("who has no time left has lost, and undo gives another chance") {
    PersonalGame table(with_clock(60, 0), Color::black, start);
    REQUIRE(play(table, "f5", start + 50s));
    table.begin_turn(start + 50s);
    CHECK_FALSE(table.end_on_time(start + 100s));
    REQUIRE(table.play({.move = *parse_square("d6"), .seconds = 50}, start + 100s));
    CHECK_FALSE(table.end_on_time(start + 109s));
    CHECK(table.result_text().empty());
    CHECK(table.end_on_time(start + 110s));
    CHECK(table.is_over());
    CHECK_FALSE(table.end_on_time(start + 111s));
    CHECK(table.result_text() == "White wins on time.");
    CHECK(parse_ggf(to_ggf(table.record()))->result->ending == Ending::timeout);
    CHECK(parse_ggf(to_ggf(table.record()))->result->winner == Color::white);
    REQUIRE(table.undo(start + 120s));
    CHECK_FALSE(table.is_over());
    CHECK_FALSE(table.record().result);
}

TEST_CASE("clocks of which one has run out are dropped, unless the game is over") {
    struct Case {
        double increment;
        PersonalGame::Moment played;
        bool dropped;
    };
    const auto given = GENERATE(values<Case>({
        {0, start + 59s, false},
        {0, start + 60s, true},
        {2, start + 61s, false},
        {2, start + 62s, true},
    }));
    PersonalGame table(with_clock(60, given.increment), Color::white, start);
    REQUIRE(play(table, "f5", given.played));
    CHECK(table.drop_spent_clocks() == given.dropped);
    CHECK(table.seconds_left(Color::white, given.played).has_value() != given.dropped);
    CHECK_FALSE(table.end_on_time(given.played));

    PersonalGame over(with_clock(60, 0), Color::black, start);
    for (const char* move : {"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"})
        REQUIRE(play(over, move, start + 600s));
    CHECK(over.is_over());
    CHECK_FALSE(over.drop_spent_clocks());
}

TEST_CASE("the clocks of a game that was lost on time are dropped, whatever its moves took") {
    const auto ending = GENERATE(Ending::timeout, Ending::resigned);
    Game game = with_clock(60, 0);
    game.result = result_of_lead(-64, ending);
    PersonalGame table(game, Color::black, start);
    REQUIRE(play(table, "f5", start + 5s));
    CHECK(table.drop_spent_clocks() == (ending == Ending::timeout));
    CHECK(table.game().time.has_value() == (ending != Ending::timeout));
    CHECK_FALSE(table.drop_spent_clocks());
}

TEST_CASE("the result of a game says who has won and how") {
    PersonalGame won(*parse_moves("e6f4e3f6g5d6e7f5c5"), Color::white, start);
    CHECK(won.is_over());
    CHECK_FALSE(won.is_persons_turn());
    CHECK_FALSE(won.is_opponents_turn());
    CHECK(won.result_text() == "Black wins 64-0.");
    CHECK(won.record().result->winner == Color::black);
    const Position draw{{.player = 1, .opponent = Bitboard{1} << 63}, Color::white};
    CHECK(PersonalGame(Game(draw), Color::white, start).result_text() == "A draw, 32-32.");
}

TEST_CASE("who switches sides plays on with the other discs") {
    PersonalGame table(Game(), Color::black, start);
    REQUIRE(play(table, "f5"));
    table.name_sides("me", "Emilia");
    table.switch_sides();
    table.name_sides("me", "Emilia");
    CHECK(table.is_persons_turn());
    CHECK(table.game().white_name == "me");
    CHECK(table.game().black_name == "Emilia");
}

TEST_CASE("the name of an opponent in a saved game tells who it was") {
    const auto opponent = GENERATE(Opponent{}, Opponent{.level = 1}, Opponent{.level = 60},
                                   Opponent{.player = "iago"}, Opponent{.player = "random"});
    CAPTURE(opponent.name());
    const auto read = parse_opponent(opponent.name());
    REQUIRE(read);
    CHECK(*read == opponent);
}

TEST_CASE("the start of a game says how strong the opponent is, if that is known") {
    CHECK(Opponent{.level = 1}.strength()
          == "It plays like a beginner (Elo " + std::to_string(*level_of(1).elo) + ").");
    CHECK(Opponent{.level = 60}.strength() == "It plays like a superhuman player.");
    CHECK(Opponent{.player = "iago"}.strength().empty());
    CHECK(Opponent{}.strength().empty());
}

TEST_CASE("other names are not Emilia's") {
    const auto name =
        GENERATE("", "Player", "emilia", "Emilia (level 0)", "Emilia (level 61)", "Emilia (level 3",
                 "Emilia (level )", "Emilia as nobody", "Emilia as ", "Emilia (level 3) ");
    CAPTURE(name);
    CHECK_FALSE(parse_opponent(name));
}

TEST_CASE("the time of a game is given in minutes, with or without seconds for each move") {
    struct Case {
        std::string text;
        double seconds;
        double increment;
    };
    const auto given = GENERATE(values<Case>({
        {"5", 300, 0},
        {"4:30", 270, 0},
        {"0:30+1", 30, 1},
        {"5+2.5", 300, 2.5},
        {"1440", 86400, 0},
    }));
    CAPTURE(given.text);
    const auto clock = parse_clock(given.text);
    REQUIRE(clock);
    CHECK(clock->seconds == given.seconds);
    CHECK(clock->increment == given.increment);
}

TEST_CASE("what is no time for a game is refused") {
    const auto text = GENERATE(
        values<std::string>({"", "0", "0+5", "-5", "5:", "5:60", "5:3", "x", "5+", "5+-1", "5+x",
                             "1441", "99999999999", "5m", "5:00:00", "5+4000", " 5"}));
    CAPTURE(text);
    const auto clock = parse_clock(text);
    REQUIRE_FALSE(clock);
    CHECK(clock.error().message.ends_with(
        "is no time for a game: give minutes, such as 5, 4:30 or 5+2"));
}

TEST_CASE("a clock shows minutes and seconds, and tenths at the end") {
    CHECK(clock_text(300) == "5:00");
    CHECK(clock_text(299.9) == "4:59");
    CHECK(clock_text(3661) == "61:01");
    CHECK(clock_text(10) == "0:10");
    CHECK(clock_text(9.99) == "9.9");
    CHECK(clock_text(0.04) == "0.0");
    CHECK(clock_text(-1) == "0.0");
}
