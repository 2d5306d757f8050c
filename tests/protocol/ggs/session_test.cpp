#include "engine/notation/move_list.h"
#include "protocol/ggs/session.h"
#include "tests/catch.h"
#include "tests/protocol/ggs/ggs_messages.h"

#include <algorithm>

using namespace emilia;
using namespace emilia::ggs;
using namespace emilia::testing;
using namespace std::chrono_literals;

namespace {

constexpr const char* challenge = "/os: +   .8 1720.0 alice 01:00//02:00 8w U 1650.0 emilia";
constexpr const char* begin = "/os: + match .5 1720 alice 1650 emilia 8w U";

/// A session that talks with a test instead of a server. The test sees what is to be done.
class Talk {
public:
    explicit Talk(SessionSetup setup = {}, std::vector<Game> unfinished = {})
        : session_(with_names(std::move(setup)), std::move(unfinished)) {}

    void connect() { take(session_.connected(now)); }
    void disconnect() { take(session_.disconnected(now)); }
    void hear(std::string_view text) { take(session_.received(message_of(text), now)); }
    void pass(std::chrono::milliseconds time) {
        now += time;
        take(session_.passed(now));
    }
    void finish() { take(session_.finish(now)); }
    void choose(const std::string& game, const Board& board, Square move) {
        take(session_.chosen({game, board, move, 1.25, 3.468}, now));
    }

    void log_in() {
        connect();
        hear(": Enter login (yours, or one you'd like to use).");
        hear(": Enter your password.");
        hear(": Hello");
        forget();
    }
    /// Until it is white's turn, which is the session's.
    void begin_game() {
        hear(challenge);
        hear(begin);
        hear(board_text({.kind = "join", .move = "", .squares = start, .side = '*'}));
        hear(board_text({}));
    }

    [[nodiscard]] bool progressed() const { return session_.progressed(); }
    [[nodiscard]] const std::vector<std::string>& sent() const { return sent_; }
    [[nodiscard]] bool has_sent(std::string_view line) const {
        return std::find(sent_.begin(), sent_.end(), line) != sent_.end();
    }
    template <typename Kind>
    [[nodiscard]] std::vector<Kind> all() const {
        std::vector<Kind> found;
        for (const Action& action : actions_) {
            if (const auto* const kind = std::get_if<Kind>(&action)) found.push_back(*kind);
        }
        return found;
    }
    void forget() {
        actions_.clear();
        sent_.clear();
    }

    static inline const std::string start =
        "---------------------------O*------*O---------------------------";
    Time now{1000s};

private:
    static SessionSetup with_names(SessionSetup setup) {
        setup.user = "emilia";
        setup.password = "secret";
        return setup;
    }
    void take(const Actions& actions) {
        for (const Action& action : actions) {
            actions_.push_back(action);
            if (const auto* const send = std::get_if<Send>(&action))
                sent_.push_back(send->line.text);
        }
    }

    Session session_;
    Actions actions_;
    std::vector<std::string> sent_;
};

using Lines = std::vector<std::string>;

const Position after_f5 = Position().after(Square::f5);

/// The update after `move`, which has led to `position`.
std::string board_of(const Position& position, const char* move) {
    std::string squares(64, '-');
    for (int i = 0; i < square_count; ++i) {
        const Square square = square_at(i);
        char& mark = squares[static_cast<std::size_t>(i)];
        if (contains(position.discs(Color::black), square)) mark = '*';
        if (contains(position.discs(Color::white), square)) mark = 'O';
    }
    return board_text(
        {.move = move, .squares = squares, .side = position.to_move == Color::black ? '*' : 'O'});
}

} // namespace

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
