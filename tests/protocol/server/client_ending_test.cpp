#include "tests/catch.h"
#include "tests/protocol/server/talk.h"

#include <algorithm>

using namespace emilia;
using namespace emilia::ggs;
using namespace emilia::testing;
using namespace std::chrono_literals;

TEST_CASE("finishing plays the running game to its end and then leaves") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.forget();
    talk.finish();
    talk.finish();
    CHECK(talk.sent() == Lines{"tell /os open 0"});
    CHECK(talk.all<Leave>().empty());
    talk.hear("/os: + .9 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.has_sent("tell /os decline .9"));
    talk.choose(".5", after_f5.board, Square::d6);
    CHECK(talk.has_sent("tell /os play .5 D6/1.25/3.47"));
    talk.hear("/os: - match .5 1720 alice 1650 emilia 8w U -64.00");
    CHECK(talk.sent().back() == "quit");
    REQUIRE(talk.all<Leave>().size() == 1);
    CHECK_FALSE(talk.all<Leave>()[0].failure);
}

TEST_CASE("finishing without a game leaves at once, logged in or not") {
    Talk talk;
    talk.log_in();
    talk.finish();
    CHECK(talk.sent() == Lines{"tell /os open 0", "quit"});
    CHECK(talk.all<Leave>().size() == 1);
    Talk offline;
    offline.finish();
    CHECK(offline.sent().empty());
    CHECK(offline.all<Leave>().size() == 1);
}

TEST_CASE("a connection lost while finishing a rated game is made again for it, otherwise not") {
    Talk unrated;
    unrated.log_in();
    unrated.begin_game();
    unrated.finish();
    unrated.disconnect();
    CHECK(unrated.all<Leave>().size() == 1);
    Talk talk;
    talk.log_in();
    talk.begin_game(begin_rated);
    talk.finish();
    talk.disconnect();
    CHECK(talk.all<Leave>().empty());
    talk.log_in();
    talk.pass(29s);
    CHECK(talk.all<Leave>().empty());
    talk.pass(2s); // the game does not go on
    CHECK(talk.all<Leave>().size() == 1);
}

TEST_CASE("finishing a game outlasts failed attempts to connect, but not for ever") {
    for (const bool late : {false, true}) {
        CAPTURE(late); // Ctrl-C before the connection is lost, or after
        Talk talk;
        talk.log_in();
        talk.begin_game(begin_rated);
        if (!late) talk.finish();
        talk.disconnect();
        if (late) talk.finish();
        const auto told = talk.all<Tell>();
        CHECK(std::any_of(told.begin(), told.end(), [](const Tell& tell) {
            return tell.text.ends_with("; a second Ctrl-C leaves at once");
        }));
        for (int attempt = 0; attempt < 9; ++attempt) {
            talk.pass(1min);
            talk.disconnect();
        }
        CHECK(talk.all<Leave>().empty());
        Talk back = talk;
        back.log_in();
        back.hear(join_text("f5", {.game = ".9"}));
        back.pass(40s);
        CHECK(back.all<Leave>().empty());
        back.hear("/os: - match .9 1720 alice 1650 emilia 8w U -64.00");
        CHECK(back.sent().back() == "quit");
        CHECK(back.all<Leave>().size() == 1);
        talk.forget();
        talk.pass(1min);
        CHECK(talk.sent().empty());
        REQUIRE(talk.all<Leave>().size() == 1);
        CHECK_FALSE(talk.all<Leave>()[0].failure);
    }
}

TEST_CASE("a connection that is lost again before the game goes on is made again, too") {
    Talk talk;
    talk.log_in();
    talk.begin_game(begin_rated);
    talk.finish();
    talk.disconnect();
    talk.log_in();
    talk.disconnect();
    talk.pass(5min);
    talk.disconnect();
    CHECK(talk.all<Leave>().empty());
    talk.log_in();
    talk.hear(join_text("f5", {.game = ".9"}));
    CHECK(talk.all<Think>().size() == 1);
}

TEST_CASE("the ten minutes for a return are not made longer by connections that are lost again") {
    Talk talk;
    talk.log_in();
    talk.begin_game(begin_rated);
    talk.finish();
    talk.disconnect();
    const Time end = talk.now + 10min;
    while (talk.now + 1min < end) {
        talk.log_in();
        talk.pass(20s);
        talk.disconnect();
        talk.pass(39s);
        REQUIRE(talk.all<Leave>().empty());
    }
    talk.log_in(); // the last time, and the game may still go on
    talk.now = end;
    talk.pass(0s);
    CHECK(talk.all<Leave>().empty());
    talk.disconnect();
    CHECK(talk.all<Leave>().size() == 1);
}

TEST_CASE("no connection is made again for a challenge, nor for the games of an earlier client") {
    Talk challenged;
    challenged.log_in();
    challenged.hear(challenge);
    challenged.finish();
    CHECK(challenged.all<Leave>().empty());
    challenged.disconnect();
    CHECK(challenged.all<Leave>().size() == 1);
    Talk left_over({}, {{0, *parse_moves("f5"), true}});
    left_over.log_in();
    left_over.finish();
    CHECK(left_over.all<Leave>().size() == 1);
}

TEST_CASE("a game that went on and has ended is not waited for") {
    Talk talk;
    talk.log_in();
    talk.begin_game(begin_rated);
    talk.disconnect();
    talk.log_in();
    talk.hear(join_text("f5", {.game = ".9"}));
    talk.hear("/os: - match .9 1720 alice 1650 emilia 8w U -64.00");
    talk.finish();
    CHECK(talk.all<Leave>().size() == 1);
}

TEST_CASE("a number of matches ends the session; interrupted ones don't count") {
    Talk talk({.user = {}, .password = {}, .matches = 1});
    talk.log_in();
    talk.begin_game();
    talk.hear("/os: - match .5 1720 alice 1650 emilia 8w R alice left .7");
    CHECK(talk.all<Leave>().empty());
    talk.hear(begin);
    talk.hear(join_text("f5"));
    talk.hear("/os: - match .5 1720 alice 1650 emilia 8w U -64.00");
    CHECK(talk.all<Leave>().size() == 1);
}

TEST_CASE("a long way to the server is allowed for") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.choose(".5", after_f5.board, Square::d6);
    talk.now += 3s;
    talk.forget();
    const Position answered = after_f5.after(Square::d6);
    talk.hear(board_of(answered, " 2: d6"));
    talk.hear(board_of(answered.after(Square::c3), " 3: c3"));
    REQUIRE(talk.all<Think>().size() == 1);
    CHECK(talk.all<Think>()[0].seconds == 56); // a minute less a second and three
}
