#include "tests/catch.h"
#include "tests/protocol/server/talk.h"

#include <algorithm>

using namespace emilia;
using namespace emilia::ggs;
using namespace emilia::testing;
using namespace std::chrono_literals;

TEST_CASE("a login answers the prompts, keeps the password secret and asks for stored games") {
    Talk talk;
    talk.connect();
    talk.hear("Welcome");
    CHECK(talk.sent().empty());
    talk.hear(": Enter login (yours, or one you'd like to use).");
    talk.hear("a banner");
    talk.hear(": Enter your password.");
    CHECK(talk.sent() == Lines{"emilia", "secret"});
    const auto lines = talk.all<Send>();
    CHECK_FALSE(lines[0].line.secret);
    CHECK(lines[1].line.secret);
    talk.forget();
    talk.hear(": Hello");
    talk.pass(499ms);
    CHECK(talk.sent().empty());
    talk.pass(1ms);
    CHECK(talk.sent()
          == Lines{"tell /os client -", "tell /os trust +", "tell /os rated -", "tell /os open 1",
                   "tell /os continue"});
}

TEST_CASE("rated games are wanted if a rule accepts them") {
    Talk talk({.user = {}, .password = {}, .rules = *Rules::parse("accept main=1:00")});
    talk.connect();
    talk.hear(": Enter login (yours, or one you'd like to use).");
    talk.hear(": Enter your password.");
    talk.hear(": Hello");
    talk.pass(500ms);
    CHECK(talk.has_sent("tell /os rated +"));
}

TEST_CASE("a refused password is not sent again") {
    for (const char* prompt :
         {": Enter login (yours, or one you'd like to use).", ": Enter your password."}) {
        Talk talk;
        talk.connect();
        talk.hear(": Enter login (yours, or one you'd like to use).");
        talk.hear(": Enter your password.");
        talk.forget();
        talk.hear(prompt);
        talk.hear(prompt);
        CHECK(talk.sent().empty());
        talk.finish(); // nothing more to do
        REQUIRE(talk.all<Leave>().size() == 1);
        CHECK(talk.all<Leave>()[0].failure);
    }
}

TEST_CASE("a refusal of the password before the prompt is no welcome") {
    Talk talk;
    talk.connect();
    talk.hear(": Enter login (yours, or one you'd like to use).");
    talk.hear(": Enter your password.");
    talk.forget();
    talk.hear(": wrong password");
    talk.pass(400ms);
    talk.hear(": Enter login (yours, or one you'd like to use).");
    talk.pass(1s);
    CHECK(talk.sent().empty());
    CHECK(talk.all<Tell>().empty());
    REQUIRE(talk.all<Leave>().size() == 1);
    CHECK(talk.all<Leave>()[0].failure);
}

TEST_CASE("a word of the service shows at once that the password is right") {
    Talk talk;
    talk.connect();
    talk.hear(": Enter login (yours, or one you'd like to use).");
    talk.hear(": Enter your password.");
    talk.hear(challenge);
    CHECK(talk.has_sent("tell /os continue"));
    CHECK(talk.has_sent("tell /os accept .8"));
}

TEST_CASE("nothing before the login is believed") {
    Talk talk;
    talk.connect();
    talk.hear(challenge);
    talk.hear(board_text({}));
    CHECK(talk.sent().empty());
    CHECK(talk.all<Think>().empty());
}

TEST_CASE("a challenge is answered as the rules say, once") {
    Talk talk;
    talk.log_in();
    talk.hear(challenge);
    talk.hear(challenge);
    CHECK(talk.sent() == Lines{"tell /os accept .8"});
    Talk other;
    other.log_in();
    other.hear("/os: +   .8 1720.0 alice 01:00//02:00 10 U 1650.0 emilia");
    CHECK(other.sent() == Lines{"tell /os decline .8"});
    other.hear("/os: -   .8 1720.0 alice 01:00//02:00 10 U 1650.0 emilia");
    other.hear(challenge); // the number is used again
    CHECK(other.sent() == Lines{"tell /os decline .8", "tell /os accept .8"});
}

TEST_CASE("challenges among others and own ones get no answer") {
    Talk talk;
    talk.log_in();
    talk.hear("/os: + .8 1720.0 alice 01:00//02:00 8 U 1650.0 bob");
    talk.hear("/os: + .9 1720.0 emilia 01:00//02:00 8 U 1650.0 bob");
    talk.hear("/os: + .10 1720.0 emilia 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.sent().empty());
}

TEST_CASE("one match at a time") {
    Talk talk;
    talk.log_in();
    talk.hear(challenge);
    talk.forget();
    talk.hear("/os: + .9 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.sent() == Lines{"tell /os decline .9"});
    talk.hear(begin);
    CHECK(talk.has_sent("tell /os open 0"));
    talk.forget();
    talk.hear("/os: + .10 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.sent() == Lines{"tell /os decline .10"});
}

TEST_CASE("a match that does not begin is waited for only a while") {
    Talk talk;
    talk.log_in();
    talk.hear(challenge);
    talk.pass(20s);
    talk.hear("/os: + .9 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.has_sent("tell /os decline .9"));
    talk.pass(11s);
    CHECK(talk.has_sent("tell /os open 1"));
    talk.hear("/os: + .10 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.has_sent("tell /os accept .10"));
    talk.hear("/os: - .10 1720.0 bob 01:00//02:00 8 U 1650.0 emilia"); // taken back
    talk.pass(6s);
    talk.hear("/os: + .11 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.has_sent("tell /os accept .11"));
    talk.hear("/os: error .11 challenge not found");
    talk.hear("/os: + .12 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.has_sent("tell /os accept .12"));
}

TEST_CASE("a connection makes progress when a move of ours is confirmed") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.choose(".5", after_f5.board, Square::d6);
    CHECK_FALSE(talk.progressed());
    talk.hear(board_text({}));
    CHECK_FALSE(talk.progressed());
    talk.hear(board_of(after_f5.after(Square::d6), " 2: d6"));
    CHECK(talk.progressed());
    talk.disconnect();
    CHECK(talk.progressed());
    talk.connect();
    CHECK_FALSE(talk.progressed());
}

TEST_CASE("a silent server is left, a quiet one is kept awake") {
    Talk talk;
    talk.log_in();
    talk.pass(49s);
    CHECK(talk.sent().empty());
    talk.pass(2s);
    CHECK(talk.sent() == Lines{"tell /os open 1"});
    talk.hear(": +ack: tell /os open 1 => open 1");
    talk.pass(149s);
    CHECK(talk.all<Reconnect>().empty());
    talk.pass(2s);
    REQUIRE(talk.all<Reconnect>().size() == 1);
    CHECK(talk.all<Reconnect>()[0].why == "the server has said nothing for 2:30");
}

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

TEST_CASE("a connection lost while finishing a game is made again for it, otherwise not") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
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
        talk.begin_game();
        if (!late) talk.finish();
        talk.disconnect();
        if (late) talk.finish();
        REQUIRE_FALSE(talk.all<Tell>().empty());
        CHECK(talk.all<Tell>().back().text.ends_with("; a second Ctrl-C leaves at once"));
        for (int attempt = 0; attempt < 9; ++attempt) {
            talk.pass(1min);
            talk.disconnect();
        }
        CHECK(talk.all<Leave>().empty());
        Talk back = talk;
        back.log_in();
        back.hear(board_text({.kind = "join", .game = ".9"}));
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
    talk.begin_game();
    talk.finish();
    talk.disconnect();
    talk.log_in();
    talk.disconnect();
    talk.pass(5min);
    talk.disconnect();
    CHECK(talk.all<Leave>().empty());
    talk.log_in();
    talk.hear(board_text({.kind = "join", .game = ".9"}));
    CHECK(talk.all<Think>().size() == 1);
}

TEST_CASE("the ten minutes for a return are not made longer by connections that are lost again") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
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
    Talk left_over({}, {*parse_moves("f5")});
    left_over.log_in();
    left_over.finish(); // the game may go on at once
    CHECK(left_over.all<Leave>().empty());
    Talk lost = left_over;
    left_over.pass(31s);
    CHECK(left_over.all<Leave>().size() == 1);
    lost.disconnect();
    CHECK(lost.all<Leave>().size() == 1);
}

TEST_CASE("a game that went on and has ended is not waited for") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.disconnect();
    talk.log_in();
    talk.hear(board_text({.kind = "join", .game = ".9"}));
    talk.hear("/os: - match .9 1720 alice 1650 emilia 8w U -64.00");
    talk.finish();
    CHECK(talk.all<Leave>().size() == 1);
}

TEST_CASE("a number of matches ends the session; interrupted ones don't count") {
    Talk talk({.user = {}, .password = {}, .matches = 1});
    talk.log_in();
    talk.begin_game();
    talk.hear("/os: - match .5 1720 alice 1650 emilia 8w U adjourned");
    CHECK(talk.all<Leave>().empty());
    talk.hear(begin);
    talk.hear(board_text({.kind = "join"}));
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
