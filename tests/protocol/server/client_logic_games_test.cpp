#include "tests/catch.h"
#include "tests/protocol/server/talk.h"

#include <algorithm>

using namespace emilia;
using namespace emilia::ggs;
using namespace emilia::testing;
using namespace std::chrono_literals;

TEST_CASE("a move is thought about and sent with value and time") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    const auto thoughts = talk.all<Think>();
    REQUIRE(thoughts.size() == 1);
    CHECK(thoughts[0].game == ".5");
    CHECK(thoughts[0].board == after_f5.board);
    CHECK(thoughts[0].seconds == 58.5); // a minute less a second and the lag
    CHECK(talk.all<Prepare>().size() == 1);
    CHECK(talk.all<Await>().size() == 1);
    talk.forget();
    talk.choose(".5", after_f5.board, Square::d6);
    CHECK(talk.sent() == Lines{"tell /os play .5 D6/1.25/3.47"});
    CHECK(talk.all<Send>()[0].line.urgent);
    talk.choose(".5", after_f5.board, Square::d6);
    CHECK(talk.sent().size() == 1);
}

TEST_CASE("a choice for another position, or an illegal one, is not sent") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.forget();
    talk.choose(".5", Board::start(), Square::d3);
    talk.choose(".5", after_f5.board, Square::a1);
    talk.choose(".5", after_f5.board, Square::none);
    talk.choose(".6", after_f5.board, Square::d6);
    CHECK(talk.sent().empty());
}

TEST_CASE("a position that comes again changes nothing") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.hear(board_text({}));
    CHECK(talk.all<Think>().size() == 1);
    talk.choose(".5", after_f5.board, Square::d6);
    talk.forget();
    talk.hear(board_text({}));
    CHECK(talk.all<Think>().empty());
    CHECK(talk.sent().empty());
}

TEST_CASE("a forced pass is sent at once") {
    // White has nothing to flip; black can play a1, because b1 is white.
    const std::string squares = "-O*" + std::string(61, '*');
    Talk talk;
    talk.log_in();
    talk.hear(begin);
    talk.forget();
    talk.hear(board_text({.kind = "join", .move = "", .squares = squares, .side = 'O'}));
    CHECK(talk.sent() == Lines{"tell /os play .5 PA"});
    CHECK(talk.all<Think>().empty());
}

TEST_CASE("games of others are passed over") {
    Talk talk;
    talk.log_in();
    talk.hear("/os: + match .6 1720 bob 1650 carl 8w U");
    talk.hear(board_text({.game = ".6", .black = "bob", .white = "carl"}));
    talk.hear("/os: update .6 8b"); // broken, but nobody's concern
    talk.hear("/os: end .6 -12.00");
    talk.hear("/os: - match .6 1720 bob 1650 carl 8w U -12.00");
    talk.hear("/os: error .6 illegal move");
    CHECK(talk.sent().empty());
    CHECK(talk.all<Think>().empty());
    CHECK(talk.all<Keep>().empty());
    CHECK(talk.all<Reconnect>().empty());
}

TEST_CASE("a refused move is sent once more, and then the position is asked for anew") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.hear("/os: error .5 illegal move"); // nothing was sent yet
    talk.forget();
    talk.choose(".5", after_f5.board, Square::d6);
    talk.hear("/os: error .5 illegal move");
    CHECK(talk.sent() == Lines(2, "tell /os play .5 D6/1.25/3.47"));
    CHECK(talk.all<Reconnect>().empty());
    talk.hear("/os: error .5 illegal move");
    CHECK(talk.sent().size() == 2);
    REQUIRE(talk.all<Reconnect>().size() == 1);
    CHECK(talk.all<Reconnect>()[0].why
          == "the server refuses the move D6/1.25/3.47 in .5 (illegal move)");
}

TEST_CASE("a position that can't be read is asked for anew") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.forget();
    talk.hear("/os: update .5 8w K?\n|  2: d6");
    REQUIRE(talk.all<Reconnect>().size() == 1);
}

TEST_CASE("a stored match of a type that Emilia does not play is left alone") {
    for (const char* type : {"8a", "8k", "10", "8z"}) {
        CAPTURE(type);
        Talk talk;
        talk.log_in();
        talk.hear(fmt::format("/os: + match .5 1720 alice 1650 emilia {} S", type));
        talk.hear(board_text({.kind = "join", .type = type}));
        talk.hear(board_text({.type = type}));
        talk.hear(fmt::format("/os: update .5 {} K?\n|  2: d6", type)); // can't be read
        REQUIRE(talk.all<Tell>().size() == 1);
        CHECK(talk.all<Tell>()[0].text.starts_with("match .5 against alice is not played: "));
        CHECK(talk.sent().empty());
        CHECK(talk.all<Think>().empty());
        CHECK(talk.all<Reconnect>().empty());
        talk.hear(challenge); // there is time for another match
        CHECK(talk.sent() == Lines{"tell /os accept .8"});
        talk.hear(fmt::format("/os: - match .5 1720 alice 1650 emilia {} S -64.00", type));
        talk.hear("/os: + match .5 1720 alice 1650 emilia 8w U"); // the number is used again
        talk.hear(board_text({}));
        CHECK(talk.all<Think>().size() == 1);
    }
}

TEST_CASE("a match of a type that Emilia does not play is recognised by its first position") {
    Talk talk;
    talk.log_in();
    for (int i = 0; i < 2; ++i) talk.hear(board_text({.kind = "join", .type = "8a"}));
    REQUIRE(talk.all<Tell>().size() == 1);
    CHECK(talk.all<Tell>()[0].text
          == "match .5 against alice is not played: Emilia does not play anti games");
    CHECK(talk.all<Think>().empty());
}

TEST_CASE("a finished match is kept with its result, and the next challenge is welcome") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.forget();
    talk.hear("/os: - match .5 1720 alice 1650 emilia 8w U -64.00");
    const auto kept = talk.all<Keep>();
    REQUIRE(kept.size() == 1);
    CHECK(to_string(moves_of(kept[0].game)) == "f5");
    CHECK(kept[0].game.result->black_lead() == -64);
    CHECK(talk.all<KeepUnfinished>().back().games.empty());
    CHECK(talk.all<Forget>().size() == 1);
    CHECK(talk.has_sent("tell /os open 1"));
    talk.hear("/os: + .9 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.has_sent("tell /os accept .9"));
}

TEST_CASE("the two games of a synchro match are played beside each other") {
    Talk talk;
    talk.log_in();
    talk.hear("/os: + match .5 1720 alice 1650 emilia s8r20 U");
    talk.hear(board_text({.game = ".5.0"}));
    talk.hear(board_text({.game = ".5.1", .black = "emilia", .white = "alice"}));
    REQUIRE(talk.all<Think>().size() == 1);
    CHECK(talk.all<Think>()[0].game == ".5.0");
    REQUIRE(talk.all<Await>().size() == 1);
    CHECK(talk.all<Await>()[0].game == ".5.1");
    talk.hear("/os: end .5.1 -10.00");
    CHECK(talk.all<Keep>().size() == 1);
    CHECK(talk.all<Keep>()[0].game.result->black_lead() == 10);
    CHECK_FALSE(talk.has_sent("tell /os open 1"));
    talk.hear("/os: - match .5 1720 alice 1650 emilia s8r20 U -12.00");
    CHECK(talk.all<Keep>().size() == 2);
    CHECK(talk.has_sent("tell /os open 1"));
}

TEST_CASE("a game without a result is kept apart and goes on where it was") {
    for (const char* outcome : {"adjourned", "alice left"}) {
        CAPTURE(outcome);
        Talk talk;
        talk.log_in();
        talk.begin_game();
        talk.forget();
        talk.hear(fmt::format("/os: - match .5 1720 alice 1650 emilia 8w U {}", outcome));
        CHECK(talk.all<Keep>().empty());
        REQUIRE(talk.all<KeepUnfinished>().back().games.size() == 1);
        talk.hear("/os: + match .7 1720 alice 1650 emilia 8w S");
        talk.hear(board_text({.kind = "join", .game = ".7"}));
        talk.hear("/os: - match .7 1720 alice 1650 emilia 8w U -64.00");
        REQUIRE(talk.all<Keep>().size() == 1);
        CHECK(to_string(moves_of(talk.all<Keep>()[0].game)) == "f5");
        CHECK(talk.all<KeepUnfinished>().back().games.empty());
    }
}

TEST_CASE("an aborted game is kept without a result") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.hear("/os: - match .5 1720 alice 1650 emilia 8w U aborted");
    REQUIRE(talk.all<Keep>().size() == 1);
    CHECK_FALSE(talk.all<Keep>()[0].game.result);
}

TEST_CASE("after a lost connection a game goes on, under another number") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.choose(".5", after_f5.board, Square::d6);
    talk.forget();
    talk.disconnect();
    CHECK(talk.all<Forget>().size() == 1);
    CHECK(talk.all<KeepUnfinished>().back().games.size() == 1);
    talk.choose(".5", after_f5.board, Square::d6); // too late
    CHECK(talk.sent().empty());
    talk.log_in();
    talk.hear(board_text({.kind = "join", .game = ".9"})); // the move has not arrived
    REQUIRE(talk.all<Think>().size() == 1);
    talk.choose(".9", after_f5.board, Square::d6);
    CHECK(talk.has_sent("tell /os play .9 D6/1.25/3.47"));
    talk.hear("/os: - match .9 1720 alice 1650 emilia 8w U -64.00");
    REQUIRE(talk.all<Keep>().size() == 1);
    CHECK(to_string(moves_of(talk.all<Keep>()[0].game)) == "f5");
}

TEST_CASE("the games that an earlier client left unfinished go on") {
    Game before = *parse_moves("");
    before.black_name = "alice";
    before.white_name = "emilia";
    Talk talk({}, {before});
    talk.log_in();
    talk.hear(board_text({.kind = "join", .game = ".9"}));
    talk.hear("/os: - match .9 1720 alice 1650 emilia 8w U -64.00");
    CHECK(to_string(moves_of(talk.all<Keep>().at(0).game)) == "f5");
}
