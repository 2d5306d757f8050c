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
    CHECK(talk.all<Send>()[0].line.rank == OutgoingLine::Rank::move);
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
    talk.hear(board_text({.kind = "join", .squares = squares, .side = 'O'}));
    CHECK(talk.sent() == Lines{"tell /os play .5 PA"});
    CHECK(talk.all<Think>().empty());
}

TEST_CASE("games of others are passed over") {
    Talk talk;
    talk.log_in();
    talk.hear("/os: + match .6 1720 bob 1650 carl 8w U");
    talk.hear(board_text({.game = ".6", .black = "bob", .white = "carl"}));
    talk.hear("/os: update .6 8b"); // broken, but nobody's concern
    talk.hear("/os: end .6 ( bob vs. carl ) -12.00");
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
    talk.hear("/os: error .5 illegal move");
    CHECK(talk.sent().back() == "tell /os moves .5");
    REQUIRE(talk.all<Tell>().size() == 1);
    CHECK(talk.all<Tell>()[0].text
          == "the server refuses the move D6/1.25/3.47 in .5 (illegal move)");
    talk.hear(join_text("f5"));
    CHECK(talk.all<Think>().size() == 1);
    // It does not ask for ever.
    talk.forget();
    for (int i = 0; i < 10; ++i) {
        talk.choose(".5", after_f5.board, Square::d6);
        talk.hear("/os: error .5 illegal move");
        if (talk.has_sent("tell /os moves .5") && i == 0) talk.hear(join_text("f5"));
    }
    CHECK(std::count(talk.sent().begin(), talk.sent().end(), "tell /os moves .5") < 3);
    CHECK(talk.all<Reconnect>().empty());
}

TEST_CASE("a position that can't be read is asked for anew, one at a time") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.forget();
    for (int i = 0; i < 3; ++i) talk.hear("/os: update .5 8w K?\n|  2: d6");
    CHECK(talk.sent() == Lines{"tell /os moves .5"});
    talk.pass(9s);
    CHECK(talk.sent().size() == 1);
    talk.pass(2s); // no answer
    CHECK(talk.sent() == Lines(2, "tell /os moves .5"));
    talk.hear(join_text("f5d6c3"));
    CHECK(talk.all<Think>().size() == 1);
    talk.pass(11s);
    CHECK(talk.sent().size() == 2);
    CHECK(talk.all<Reconnect>().empty());
}

TEST_CASE("boards as GGF are asked for as boards that can be read") {
    Talk talk;
    talk.log_in();
    talk.hear("/os: join .27 (;GM[Othello]PC[GGS/os]\n|PB[bob]PW[carl]\n|;)"); // of others
    CHECK(talk.sent().empty());
    talk.hear("/os: join .27 (;GM[Othello]PC[GGS/os]\n|PB[bob]PW[emilia]\n|;)");
    CHECK(talk.sent() == Lines{"tell /os client -", "tell /os moves .27"});
    talk.hear(join_text("f5", {.game = ".27", .black = "bob"}));
    CHECK(talk.all<Think>().size() == 1);
}

TEST_CASE("an opponent can't end a game with an odd text for a move") {
    for (const char* text : {"D03", "D+3", "D 3", " d3/1/2", "D3 /1.00/0.72", "??"}) {
        CAPTURE(text);
        Talk talk;
        talk.log_in();
        talk.hear(begin);
        talk.hear(board_text({.kind = "join", .squares = Talk::start, .side = '*'}));
        talk.forget();
        talk.hear(board_of(Position().after(Square::d3), fmt::format("  1: {}", text).c_str()));
        REQUIRE(talk.all<Think>().size() == 1);
        CHECK(to_string(moves_of(talk.all<KeepUnfinished>().back().game.game)) == "d3");
        CHECK(talk.sent().empty());
    }
}

TEST_CASE("a stored match of a type that Emilia does not play is left alone") {
    for (const char* type : {"8a", "8k", "10", "8z"}) {
        CAPTURE(type);
        Talk talk;
        talk.log_in();
        talk.hear(fmt::format("/os: + match .5 1720 alice 1650 emilia {} R", type));
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
        talk.hear(fmt::format("/os: - match .5 1720 alice 1650 emilia {} R -64.00  .7", type));
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
    CHECK(kept[0].key == 0);
    CHECK(talk.all<Forget>().size() == 1);
    talk.hear("/os: + .9 1720.0 bob 01:00//02:00 8 U 1650.0 emilia");
    CHECK(talk.has_sent("tell /os accept .9"));
}

TEST_CASE("the two games of a synchro match are played beside each other") {
    Talk talk;
    talk.log_in();
    talk.hear("/os: + match .5 1720 alice 1650 emilia s8r20 U");
    talk.hear(board_text({.game = ".5.0", .type = "s8r20"}));
    talk.hear(board_text({.game = ".5.1", .type = "s8r20", .black = "emilia", .white = "alice"}));
    REQUIRE(talk.all<Think>().size() == 1);
    CHECK(talk.all<Think>()[0].game == ".5.0");
    REQUIRE(talk.all<Await>().size() == 1);
    CHECK(talk.all<Await>()[0].game == ".5.1");
    talk.hear("/os: end .5.1 ( alice vs. emilia ) -10.00");
    CHECK(talk.all<Keep>().empty()); // until the match is over
    CHECK(talk.all<KeepUnfinished>().back().game.game.result->black_lead() == 10);
    talk.hear("/os: end .5.0 ( alice vs. emilia ) -14.00");
    CHECK(talk.all<Keep>().empty());
    talk.hear("/os: - match .5 1720 alice 1650 emilia s8r20 U -12.00");
    REQUIRE(talk.all<Keep>().size() == 2);
    CHECK(talk.all<Keep>()[0].game.result->black_lead() == -14);
    CHECK(talk.all<Keep>()[1].game.result->black_lead() == 10);
    CHECK(talk.all<Keep>()[0].game.type == "s8r20");
    CHECK(talk.all<Tell>().back().text == "match .5 against alice has ended: +12");
}

TEST_CASE("an aborted synchro match ends both games, without a result") {
    Talk talk;
    talk.log_in();
    talk.hear("/os: + match .9 1280 alice 1832 emilia s8r20 T");
    talk.hear(board_text({.game = ".9.0"}));
    talk.hear(board_text({.game = ".9.1", .black = "emilia", .white = "alice"}));
    talk.forget();
    for (const char* game : {".9.0", ".9.1"})
        talk.hear(fmt::format("/os: end {} ( alice vs. emilia ) aborted", game));
    CHECK(talk.all<Forget>().size() == 2);
    talk.hear("/os: - match .9 1280 alice 1832 emilia s8r20 T aborted");
    REQUIRE(talk.all<Keep>().size() == 2);
    for (const Keep& kept : talk.all<Keep>()) CHECK_FALSE(kept.game.result);
}

TEST_CASE("a stored synchro match continues where it was, and each game is recorded once") {
    const BoardText white{.game = ".5.0", .type = "s8"};
    const BoardText black{.game = ".5.1", .type = "s8", .black = "emilia", .white = "alice"};
    Talk talk;
    talk.log_in();
    talk.hear("/os: + match .5 1720 alice 1650 emilia s8 R");
    talk.hear(join_text("f5d6", white));
    talk.hear(join_text("f5d6c3", black));
    talk.hear("/os: end .5.0 ( alice vs. emilia ) -20.00");
    talk.hear("/os: end .5.0 ( alice vs. emilia ) player alice left");
    talk.hear("/os: end .5.1 ( alice vs. emilia ) player alice left");
    talk.hear("/os: - match .5 1720 alice 1650 emilia s8 R alice left .84");
    CHECK(talk.all<Keep>().empty());
    const bool over = GENERATE(true, false);
    CAPTURE(over); // whether the server lets the first game stand
    talk.hear("/os: + match .24 1720 alice 1650 emilia s8 R");
    BoardText first = white;
    BoardText second = black;
    first.game = ".24.0";
    second.game = ".24.1";
    talk.hear(join_text(over ? "f5d6" : "f5", first));
    talk.hear(join_text("f5d6", second)); // the last move is taken back
    talk.hear("/os: end .24.1 ( alice vs. emilia ) -10.00");
    talk.hear("/os: - match .24 1720 alice 1650 emilia s8 R -15.00  .84");
    REQUIRE(talk.all<Keep>().size() == 2);
    const Game kept = talk.all<Keep>()[0].game;
    CHECK(kept.result.has_value() == over);
    CHECK(to_string(moves_of(kept)) == (over ? "f5d6" : "f5"));
    CHECK(to_string(moves_of(talk.all<Keep>()[1].game)) == "f5d6");
    CHECK(talk.all<Keep>()[0].key == 0);
    CHECK(talk.all<Keep>()[1].key == 1);
}

TEST_CASE("a stored game is kept apart and continues where it was") {
    Talk talk;
    talk.log_in();
    talk.begin_game(begin_rated);
    talk.forget();
    talk.hear("/os: - match .5 1720 alice 1650 emilia 8w R alice left .7");
    CHECK(talk.all<Keep>().empty());
    REQUIRE(talk.all<KeepUnfinished>().size() == 1);
    CHECK(talk.all<KeepUnfinished>()[0].game.continues);
    talk.hear("/os: + match .7 1720 alice 1650 emilia 8w R");
    talk.hear(join_text("f5", {.game = ".7"}));
    talk.hear("/os: - match .7 1720 alice 1650 emilia 8w R -64.00  .7");
    REQUIRE(talk.all<Keep>().size() == 1);
    CHECK(to_string(moves_of(talk.all<Keep>()[0].game)) == "f5");
    CHECK(talk.all<Keep>()[0].key == 0);
}

TEST_CASE("an unrated game whose player has left, or whose connection is gone, is over") {
    for (const bool left : {true, false}) {
        CAPTURE(left);
        Talk talk;
        talk.log_in();
        talk.begin_game();
        talk.forget();
        if (left) {
            talk.hear("/os: - match .5 1720 alice 1650 emilia 8w U alice left");
        } else {
            talk.disconnect();
        }
        REQUIRE(talk.all<Keep>().size() == 1);
        CHECK_FALSE(talk.all<Keep>()[0].game.result);
        CHECK(to_string(moves_of(talk.all<Keep>()[0].game)) == "f5");
        talk.finish();
        CHECK(talk.all<Leave>().size() == 1);
    }
}

TEST_CASE("interrupted games that the server has not stored count as broken") {
    Game lost = *parse_moves("f5");
    lost.black_name = "emilia";
    lost.white_name = "bob";
    Game known = lost;
    known.white_name = "alice";
    Talk talk({}, {{3, lost, true}, {4, known, true}});
    talk.log_in();
    talk.pass(29s);
    CHECK_FALSE(talk.has_sent("tell /os stored"));
    talk.pass(1s);
    CHECK(talk.has_sent("tell /os stored"));
    talk.hear("/os: stored 0 bob"); // somebody else's
    CHECK(talk.all<Keep>().empty());
    talk.hear("/os: stored 1 emilia\n|.7       26 Nov 2026 22:34:48 alice    emilia   8b:l");
    REQUIRE(talk.all<Keep>().size() == 1);
    CHECK(talk.all<Keep>()[0].key == 3);
    CHECK_FALSE(talk.all<Keep>()[0].game.result);
}

TEST_CASE("a match of a tournament begins without a challenge, and continues without a word") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.hear("/os: + match .69 1361 alice 2143 emilia 8 T"); // beside another match
    talk.forget();
    talk.hear(join_text("f5", {.game = ".69", .type = "8"}));
    CHECK(talk.all<Think>().size() == 1);
    talk.disconnect();
    CHECK(talk.all<Keep>().size() == 1); // of the unrated one
    talk.log_in();
    talk.hear(join_text("f5d6c3", {.game = ".69", .type = "8"}));
    CHECK(talk.all<Think>().size() == 1);
    talk.hear("/os: - match .69 1361 alice 2143 emilia 8 T -64.00  .72");
    REQUIRE(talk.all<Keep>().size() == 1);
    CHECK(to_string(moves_of(talk.all<Keep>()[0].game)) == "f5d6c3");
    CHECK(talk.all<Keep>()[0].game.result->black_lead() == -64);
}

TEST_CASE("boards of matches that don't exist begin none") {
    Talk talk;
    talk.log_in();
    for (int match = 1000; match < 2000; ++match)
        talk.hear(board_text({.game = fmt::format(".{}", match), .black = "bob"}));
    CHECK(talk.sent() == Lines{"tell /os moves .1000"});
    for (int match = 1000; match < 1050; ++match)
        talk.hear(fmt::format("/os: ERR match '.{}' not found.", match));
    CHECK(talk.sent().size() < 10);
    CHECK(talk.all<KeepUnfinished>().empty());
    talk.hear(challenge);
    CHECK(talk.has_sent("tell /os accept .8"));
}

TEST_CASE("what ends a game is marked in its record") {
    struct Case {
        Lines words;
        const char* end;
        Ending ending;
    };
    for (const auto& [words, end, ending] :
         {Case{{"/os: timeout .5 emilia (O)", "/os: fatal-timeout .5 emilia (O)"},
               "+64.00",
               Ending::timeout},
          Case{{}, "+64.00", Ending::resigned},
          Case{{"/os: score .5 alice is offering"}, "+4.00", Ending::agreed}}) {
        Talk talk;
        talk.log_in();
        talk.begin_game();
        for (const std::string& word : words) talk.hear(word);
        talk.hear(fmt::format("/os: - match .5 1720 alice 1650 emilia 8w U {}", end));
        CHECK(talk.all<Keep>().at(0).game.result->ending == ending);
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

TEST_CASE("after a lost connection a rated game continues under another number") {
    Talk talk;
    talk.log_in();
    talk.begin_game(begin_rated);
    talk.choose(".5", after_f5.board, Square::d6);
    talk.forget();
    talk.disconnect();
    CHECK(talk.all<Forget>().size() == 1);
    CHECK(talk.all<KeepUnfinished>().size() == 1);
    CHECK(talk.all<Keep>().empty());
    talk.choose(".5", after_f5.board, Square::d6); // too late
    CHECK(talk.sent().empty());
    talk.log_in();
    talk.hear("/os: + match .9 1720 alice 1650 emilia 8w R");
    talk.hear(join_text("f5", {.game = ".9"})); // the move has not arrived
    REQUIRE(talk.all<Think>().size() == 1);
    talk.choose(".9", after_f5.board, Square::d6);
    CHECK(talk.has_sent("tell /os play .9 D6/1.25/3.47"));
    talk.hear("/os: - match .9 1720 alice 1650 emilia 8w R -64.00  .7");
    REQUIRE(talk.all<Keep>().size() == 1);
    CHECK(to_string(moves_of(talk.all<Keep>()[0].game)) == "f5");
    CHECK(talk.all<Keep>()[0].key == 0);
}

TEST_CASE("the games that an earlier client left unfinished continue") {
    Game before = *parse_moves("");
    before.black_name = "alice";
    before.white_name = "emilia";
    Talk talk({}, {{7, before, true}});
    talk.log_in();
    talk.hear("/os: + match .9 1720 alice 1650 emilia 8w R");
    talk.hear(join_text("f5", {.game = ".9"}));
    talk.hear("/os: - match .9 1720 alice 1650 emilia 8w R -64.00  .7");
    CHECK(to_string(moves_of(talk.all<Keep>().at(0).game)) == "f5");
    CHECK(talk.all<Keep>()[0].key == 7);
}

TEST_CASE("of many interrupted games the oldest one counts as broken") {
    Talk talk;
    talk.log_in();
    for (std::size_t i = 0; i <= ClientLogic::most_unfinished; ++i) {
        talk.hear(begin_rated);
        talk.hear(board_text({.kind = "join", .black = fmt::format("bob{}", i)}));
        talk.hear("/os: - match .5 1720 alice 1650 emilia 8w R alice left .7");
    }
    REQUIRE(talk.all<Keep>().size() == 1);
    CHECK(talk.all<Keep>()[0].game.black_name == "bob0");
}
