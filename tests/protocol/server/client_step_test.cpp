// The two games of a synchro match run in step: who has moved in one waits for the other.

#include "tests/catch.h"
#include "tests/protocol/server/talk.h"

#include <algorithm>

using namespace emilia;
using namespace emilia::ggs;
using namespace emilia::testing;
using namespace std::chrono_literals;

namespace {

constexpr const char* tournament = "/os: + match .9 1280 alice 1832 emilia s8 T";
const BoardText white{.game = ".9.0", .type = "s8"};
const BoardText black{.game = ".9.1", .type = "s8", .black = "emilia", .white = "alice"};

/// The update of a game in which `moves` were played.
std::string update_text(const char* moves, BoardText board) {
    const Game game = *parse_moves(moves);
    board.move = fmt::format("{:3}: {}", game.moves().size(), to_string(game.moves().back().move));
    set_position(board, game.position());
    return board_text(board);
}

/// The games that the client was to think about, in this order.
Lines thoughts(const Talk& talk) {
    Lines games;
    for (const Think& think : talk.all<Think>()) games.push_back(think.game);
    return games;
}

} // namespace

TEST_CASE("a player who returns plays the game with fewer moves if both show him to move") {
    const bool announced = GENERATE(false, true);
    const bool longer_first = GENERATE(false, true);
    CAPTURE(announced, longer_first);
    Talk talk;
    talk.log_in();
    if (announced) talk.hear(tournament);
    talk.hear(longer_first ? join_text("f5d6c3", white) : join_text("f5d6", black));
    talk.hear(longer_first ? join_text("f5d6", black) : join_text("f5d6c3", white));
    CHECK(thoughts(talk) == Lines{".9.1"});
    talk.choose(".9.0", parse_moves("f5d6c3")->position().board, Square::d3);
    talk.choose(".9.1", parse_moves("f5d6")->position().board, Square::c3);
    CHECK(talk.sent() == Lines{"tell /os play .9.1 C3/1.25/3.47"});
    talk.hear(update_text("f5d6c3", black)); // now it is his turn in the other one
    CHECK(thoughts(talk) == Lines{".9.1", ".9.0"});
    talk.hear(update_text("f5d6c3", white)); // which the server shows again
    CHECK(thoughts(talk).size() == 2);
}

TEST_CASE("a game that is farther behind has ended without a word and holds up no other") {
    Talk talk;
    talk.log_in();
    talk.hear(join_text("f5", white));
    talk.hear(join_text("f5d6c3d3", black));
    CHECK(thoughts(talk) == Lines{".9.1"});
}

TEST_CASE("a move that comes too early is not sent again; the other game comes first") {
    const Board board = parse_moves("f5")->position().board;
    Talk talk;
    talk.log_in();
    talk.hear(tournament);
    talk.hear(join_text("f5", white));
    talk.hear(join_text("f5d6", black));
    REQUIRE(thoughts(talk) == Lines{".9.0"});
    talk.choose(".9.0", board, Square::d6);
    talk.forget();
    talk.hear("/os: error .9.0 wrong game!");
    CHECK(talk.sent() == Lines{"tell /os moves .9"});
    CHECK(thoughts(talk) == Lines{".9.1"});
    talk.hear(join_text("f5", white));
    talk.hear(join_text("f5d6", black));
    CHECK(thoughts(talk).size() == 1);
    CHECK(talk.sent().size() == 1);
    const bool ended = GENERATE(false, true);
    CAPTURE(ended);
    talk.hear(ended ? "/os: end .9.1 ( alice vs. emilia ) -10.00" : update_text("f5d6c3", black));
    CHECK(thoughts(talk) == Lines(ended ? Lines{".9.1", ".9.0"} : Lines{".9.1"}));
}

TEST_CASE("what is thought about a game that must wait is forgotten") {
    Talk talk;
    talk.log_in();
    talk.hear(tournament);
    talk.hear(join_text("f5", white));
    talk.hear(join_text("f5", black));
    REQUIRE(thoughts(talk) == Lines{".9.0"});
    talk.hear(update_text("f5d6c3", white)); // the update with his own move was lost
    talk.forget();
    talk.hear(join_text("f5d6", black));
    CHECK(thoughts(talk) == Lines{".9.1"});
    REQUIRE(talk.all<Forget>().size() == 1);
    CHECK(talk.all<Forget>()[0].game == ".9.0");
}

TEST_CASE("even a forced pass waits for its turn, but not for a second game that never comes") {
    const std::string squares = "-O*" + std::string(61, '*'); // white must pass
    Talk talk;
    talk.log_in();
    talk.hear(tournament);
    talk.hear(board_text(
        {.game = ".9.0", .type = "s8", .move = "  3: b1", .squares = squares, .side = 'O'}));
    CHECK(talk.sent() == Lines{"tell /os moves .9"});
    Talk alone = talk;
    talk.hear(join_text("f5d6", black));
    CHECK(thoughts(talk) == Lines{".9.1"});
    talk.pass(2s);
    CHECK(talk.sent().size() == 1);
    talk.hear(update_text("f5d6c3", black));
    CHECK(talk.sent().back() == "tell /os play .9.0 PA");
    alone.pass(900ms);
    CHECK(alone.sent().size() == 1);
    alone.pass(100ms);
    CHECK(alone.sent().back() == "tell /os play .9.0 PA");
    alone.pass(100ms);
    CHECK(alone.sent().size() == 2);
}

TEST_CASE("boards are asked for once if the server counts other moves than the record has") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.hear(update_text("f5d6", {}));
    talk.forget();
    BoardText board{.move = "  5: c3"};
    set_position(board, parse_moves("f5d6c3")->position());
    talk.hear(board_text(board));
    CHECK(talk.sent() == Lines{"tell /os moves .5"});
    CHECK(talk.all<Think>().size() == 1);
    talk.pass(11s);
    talk.hear(board_text(board));
    CHECK(talk.sent().size() == 1);
}

TEST_CASE("a match that begins says nothing that could drop the challenge after it") {
    Talk talk;
    talk.log_in();
    talk.begin_game();
    talk.hear("/os: - match .5 1720 alice 1650 emilia 8w U -64.00");
    CHECK(talk.sent() == Lines{"tell /os accept .8"});
}

TEST_CASE("a soft time-out before an interruption is marked in the record") {
    const char* const all_but_one = "e6f4e3f6g5d6e7f5";
    const BoardText early{.game = ".7", .type = "8w"};
    Talk talk;
    talk.log_in();
    talk.hear(begin_rated);
    talk.hear(join_text(all_but_one, {.game = ".5", .type = "8w"}));
    talk.hear("/os: timeout .5 alice (*)");
    const bool lost = GENERATE(false, true); // the connection, or the opponent
    CAPTURE(lost);
    if (lost) {
        talk.disconnect();
        talk.log_in();
    } else {
        talk.hear("/os: - match .5 1720 alice 1650 emilia 8w R alice left .7");
    }
    talk.hear("/os: + match .7 1720 alice 1650 emilia 8w R");
    talk.hear(join_text(all_but_one, early));
    talk.hear(update_text("e6f4e3f6g5d6e7f5c5", early)); // white has no disc left
    talk.hear("/os: - match .7 1720 alice 1650 emilia 8w R -2.00  .7");
    REQUIRE(talk.all<Keep>().size() == 1);
    CHECK(talk.all<Keep>()[0].game.result == result_of_lead(-2, Ending::timeout));
}
