#include "tests/catch.h"
#include "tests/protocol/server/talk.h"

using namespace emilia;
using namespace emilia::ggs;
using namespace emilia::testing;
using namespace std::chrono_literals;

TEST_CASE("a login answers the prompts, keeps the password secret and sets what it needs") {
    Talk talk;
    talk.connect();
    talk.hear("Welcome");
    CHECK(talk.sent().empty());
    talk.hear_prompt(": Enter login (yours, or one you'd like to use).");
    talk.hear("a banner");
    talk.hear_prompt(": Enter your password.");
    CHECK(talk.sent() == Lines{"emilia", "secret"});
    const auto lines = talk.all<Send>();
    CHECK_FALSE(lines[0].line.secret);
    CHECK(lines[1].line.secret);
    talk.forget();
    talk.hear("READY");
    CHECK(talk.sent()
          == Lines{"vt100 -", "bell -t -tc -tg -n", "verbose +ack", "notify + /os",
                   "tell /os vt100 -", "tell /os client -",
                   "tell /os bell -r -p -w -n -ns -nn -nt -ni -nr -nw -ta -to -tp",
                   "tell /os trust +", "tell /os rated +", "tell /os open 1", "tell /os continue"});
    CHECK(talk.sent().size() < Outbox::burst);
}

TEST_CASE("the arrival allows what the rules allow") {
    struct Case {
        const char* rule;
        const char* rated;
        bool continues;
    };
    for (const auto& [rule, rated, continues] :
         {Case{"accept main=1:00", "rated +", true},
          Case{"accept main=1:00 mode=rated", "rated +", false},
          Case{"accept main=1:00 mode=stored", "rated +", true},
          Case{"accept main=1:00 mode=unrated", "rated -", false}}) {
        CAPTURE(rule);
        Talk talk({.user = {}, .password = {}, .rules = *Rules::parse(rule)});
        talk.give_password();
        talk.hear("READY");
        CHECK(talk.has_sent(fmt::format("tell /os {}", rated)));
        CHECK(talk.has_sent("tell /os continue") == continues);
    }
}

TEST_CASE("a refused password is not sent again") {
    for (const char* prompt :
         {": Enter login (yours, or one you'd like to use).", ": Enter your password."}) {
        Talk talk;
        talk.give_password();
        talk.forget();
        talk.hear_prompt(prompt);
        talk.hear_prompt(prompt);
        CHECK(talk.sent().empty());
        talk.finish(); // nothing more to do
        REQUIRE(talk.all<Leave>().size() == 1);
        CHECK(talk.all<Leave>()[0].failure);
    }
}

TEST_CASE("a refusal of the password before the prompt is no welcome") {
    Talk talk;
    talk.give_password();
    talk.forget();
    talk.hear_bytes(": ERR Password is incorrect.\r\n"
                    ": Enter login (yours, or one you'd like to use).\r\n");
    CHECK(talk.sent().empty());
    CHECK(talk.all<Tell>().empty());
    REQUIRE(talk.all<Leave>().size() == 1);
    CHECK(talk.all<Leave>()[0].failure);
}

TEST_CASE("whatever an account wants to hear, the first word after the password lets in") {
    for (const char* word :
         {"READY\r\n", ": help faq\r\n(text)\r\nREADY\r\n", "Welcome\r\nREADY\r\n",
          "\r\n/os: join .9 8 K?\r\n"
          "/os: + .8 1720.0 bob 01:00//02:00 8w U 1650.0 alice\r\nREADY\r\n"}) {
        CAPTURE(word);
        Talk talk;
        talk.give_password();
        talk.hear_bytes(word);
        CHECK(talk.has_sent("tell /os open 1"));
    }
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
    talk.hear("/os: + .11 1720.0 alice 01:00//02:00 8 U 1650.0 Emilia"); // another user
    talk.hear("/os: + .12 1720.0 alice 01:00//02:00 8 U *      *");
    CHECK(talk.sent().empty());
}

TEST_CASE("stored challenges and those with two clocks are answered by the rules") {
    Talk talk;
    talk.log_in();
    talk.hear("/os: +   .5 1428.0 alice    05:00//02:00        8 U 2012.0 emilia   40:00//02:00");
    CHECK(talk.sent() == Lines{"tell /os decline .5"});
    CHECK(talk.all<Tell>()[0].text
          == "challenge by alice: 8 05:00//02:00 against 40:00//02:00, unrated; declined (no rule "
             "accepts it (line 1: the main time 40:00 is not within 1:00-30:00))");
    talk.hear("/os: +   .6 2012.0 bob      05:00//02:00       8b S 1428.0 emilia   .7");
    CHECK(talk.has_sent("tell /os accept .6"));
}

TEST_CASE("one match at a time") {
    Talk talk;
    talk.log_in();
    talk.hear(challenge);
    talk.forget();
    talk.hear("/os: + .9 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.sent() == Lines{"tell /os decline .9"});
    talk.hear(begin);
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
    talk.hear("/os: + .10 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.has_sent("tell /os accept .10"));
    talk.hear("/os: - .10 1720.0 bob 01:00//02:00 8 U 1650.0 emilia"); // taken back
    talk.hear("/os: + .11 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.has_sent("tell /os accept .11"));
}

TEST_CASE("an accept that comes too late delays no other challenge") {
    Talk talk;
    talk.log_in();
    talk.hear(challenge);
    talk.hear("/os: ERR request '.8' not found.");
    talk.hear("/os: + .12 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.has_sent("tell /os accept .12"));
    talk.hear("/os: ERR request '.8' not found."); // of another command
    talk.hear("/os: + .13 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.has_sent("tell /os decline .13"));
}

TEST_CASE("the service restarts: its matches are set aside, and all of the arrival is said again") {
    for (const char* word :
         {": - /os 1", ": ERR user '/os' not found.", "/os: ERR match '.5' not found."}) {
        for (const bool rated : {false, true}) {
            CAPTURE(word, rated);
            const bool away = std::string_view(word).front() == ':';
            Talk talk;
            talk.log_in();
            talk.begin_game(rated ? begin_rated : begin);
            talk.forget();
            talk.hear(word);
            CHECK(talk.all<Forget>().size() == 1);
            CHECK(talk.all<Keep>().size() == (rated ? 0 : 1)); // an unrated one is over
            CHECK(talk.all<KeepUnfinished>().size() == (rated ? 1 : 0));
            Talk stopped = talk;
            stopped.finish(); // no match keeps it here
            CHECK(stopped.all<Leave>().size() == 1);
            talk.forget();
            talk.hear(word);
            CHECK(talk.sent().empty());
            if (away) {
                talk.hear(": + /os 1");
                CHECK(talk.has_sent("tell /os client -"));
                CHECK(talk.has_sent("tell /os open 1"));
                talk.forget();
                talk.hear(": + /os");
                CHECK(talk.sent().empty());
            }
            talk.hear(challenge);
            CHECK(talk.has_sent("tell /os accept .8"));
        }
    }
}

TEST_CASE("a client that arrives before the service waits for it") {
    Talk talk;
    talk.give_password();
    talk.hear("READY");
    for (int command = 0; command < 7; ++command) talk.hear(": ERR user '/os' not found.");
    talk.forget();
    talk.pass(51s);
    CHECK(talk.sent() == Lines{"notify + /os"});
    talk.hear(": + /os");
    CHECK(talk.has_sent("tell /os open 1"));
    Talk silent;
    silent.log_in();
    silent.hear(": - /os 1");
    silent.forget();
    silent.hear(challenge); // its return was not announced
    CHECK(silent.has_sent("tell /os client -"));
    CHECK(silent.has_sent("tell /os accept .8"));
}

TEST_CASE("READY alone shows that the server lives") {
    Talk talk;
    talk.log_in();
    for (int minute = 0; minute < 10; ++minute) {
        talk.pass(1min);
        talk.hear("READY");
    }
    CHECK(talk.all<Reconnect>().empty());
}

TEST_CASE("a thousand announced matches don't delay a move") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.forget();
    for (int match = 10; match < 2010; ++match)
        talk.hear(fmt::format("/os: + match .{} 1720 bob 1650 emilia 8w U", match));
    talk.choose(".5", after_f5.board, Square::d6);
    Outbox outbox;
    for (const Send& send : talk.all<Send>()) outbox.add(send.line);
    CHECK(outbox.take(talk.now)->text == "tell /os play .5 D6/1.25/3.47");
    CHECK(talk.sent().size() < 10);
    for (int game = 0; game < 4000; ++game)
        talk.hear(
            board_text({.kind = "join", .game = fmt::format(".5.{}", game), .white = "emilia"}));
    CHECK(talk.all<KeepUnfinished>().size() < ClientLogic::most_games);
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
