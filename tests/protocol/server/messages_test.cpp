#include "protocol/server/messages.h"
#include "tests/catch.h"
#include "tests/protocol/server/ggs_messages.h"

#include <algorithm>

using namespace emilia;
using namespace emilia::ggs;
using namespace emilia::testing;

namespace {

template <typename Kind>
Kind read(std::string_view text) {
    const auto message = parse_message(message_of(text));
    REQUIRE(message);
    REQUIRE(std::holds_alternative<Kind>(*message));
    return std::get<Kind>(*message);
}

std::string error_of(std::string_view text) {
    const auto message = parse_message(message_of(text));
    return message ? "no error" : message.error().message;
}

struct Read {
    std::vector<std::string> heads;
    std::vector<std::size_t> body_sizes;
};

/// Feeds `bytes` in pieces of `size`.
Read read(std::string_view bytes, std::size_t size) {
    MessageReader reader;
    Read result;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(size, bytes.size()))) {
        for (const RawMessage& message : reader.take(bytes.substr(0, size))) {
            result.heads.push_back(message.head);
            result.body_sizes.push_back(message.body.size());
        }
    }
    return result;
}

} // namespace

TEST_CASE("a prompt for the name is not answered with the password") {
    read<AsksForLogin>(": Enter login (yours, or one you'd like to use).");
    read<AsksForPassword>(": Enter your password.");
}

TEST_CASE("a challenge is read") {
    const auto challenge =
        read<Challenge>("/os: +   .8 1720.0 alice    01:00//02:00       8b U 1650.0 emilia");
    CHECK(challenge.id == ".8");
    CHECK(challenge.from == "alice");
    CHECK(challenge.from_rating == "1720.0");
    CHECK(challenge.clock == "01:00//02:00");
    CHECK(challenge.type == "8b");
    CHECK(challenge.mode == "U");
    CHECK(challenge.to == "emilia");
    CHECK(read<ChallengeGone>("/os: -   .8 1720.0 alice 01:00//02:00 8b U 1650.0 emilia").id
          == ".8");
}

TEST_CASE("the begin and the end of a match are read") {
    const auto begins = read<MatchBegins>("/os: + match .5 1720 alice 1650 emilia s8r20 U");
    CHECK(begins.id == ".5");
    CHECK(begins.names == std::array<std::string, 2>{"alice", "emilia"});
    CHECK(begins.type == "s8r20");
    struct Ending {
        const char* text;
        std::optional<double> lead{};
        bool stored = false;
    };
    for (const auto& [text, lead, stored] :
         {Ending{"U -64.00", -64}, Ending{"R -12.00  .2", -12}, Ending{"U +0.00", 0},
          Ending{"R aborted"}, Ending{"U alice left"}, Ending{"R alice left .7", {}, true}}) {
        CAPTURE(text);
        const auto ends =
            read<MatchEnds>(fmt::format("/os: - match .5 1720 alice 1650 emilia 8b {}", text));
        CHECK(ends.id == ".5");
        CHECK(ends.names == std::array<std::string, 2>{"alice", "emilia"});
        CHECK(ends.outcome.lead == lead);
        CHECK(ends.outcome.stored == stored);
    }
    for (const auto& [text, lead, stored] :
         {Ending{"-18.00", -18}, Ending{"aborted"}, Ending{"player alice left"}}) {
        CAPTURE(text);
        const auto game = read<GameEnds>(fmt::format("/os: end .5.1 ( alice vs. bob ) {}", text));
        CHECK(game.id == ".5.1");
        CHECK(game.names == std::array<std::string, 2>{"alice", "bob"});
        CHECK(game.outcome.lead == lead);
        CHECK(game.outcome.text == text);
        CHECK_FALSE(game.outcome.stored);
    }
}

TEST_CASE("a stored challenge has its number, and one with two clocks both of them") {
    const auto stored =
        read<Challenge>("/os: +  .26 2012.0 bob      05:00//02:00       8b S 1428.0 alice    .7");
    CHECK(stored.mode == "S");
    CHECK(stored.to == "alice");
    CHECK(stored.stored == ".7");
    CHECK(stored.to_clock.empty());
    const auto two = read<Challenge>(
        "/os: +   .5 1428.0 alice    05:00//02:00        8 U 2012.0 bob      10:00//02:00");
    CHECK(two.clock == "05:00//02:00");
    CHECK(two.to_clock == "10:00//02:00");
    CHECK(two.stored.empty());
    const auto all =
        read<Challenge>("/os: +   .9 1428.0 alice    03:00//02:00        8 U *      *");
    CHECK(all.to == "*");
}

TEST_CASE("what the service says about times, offers and stored matches is read") {
    CHECK_FALSE(read<TimeOver>("/os: timeout .9 alice (*)").fatal);
    const auto over = read<TimeOver>("/os: fatal-timeout .9.1 alice (*)");
    CHECK(over.fatal);
    CHECK(over.game == ".9.1");
    CHECK(over.name == "alice");
    CHECK(read<ScoreOffered>("/os: score .3 alice is offering").game == ".3");
    const auto stored = read<StoredMatches>(
        "/os: stored 2 alice\n|.7       26 Nov 2026 22:34:48 alice    bob      8b:l\n"
        "|.49      26 Nov 2026 22:40:46 emilia   alice    s8r20:l");
    CHECK(stored.user == "alice");
    using Names = std::array<std::string, 2>;
    CHECK(stored.names == std::vector<Names>{{"alice", "bob"}, {"emilia", "alice"}});
}

TEST_CASE("both kinds of error are read, and that the service comes and goes") {
    const auto challenge = read<NotFound>("/os: ERR request '.8' not found.");
    CHECK(challenge.what == NotFound::What::challenge);
    CHECK(challenge.id == ".8");
    CHECK(read<NotFound>("/os: ERR match '.77' not found.").what == NotFound::What::match);
    CHECK_FALSE(read<ServiceChange>(": ERR user '/os' not found.").is_here);
    CHECK_FALSE(read<ServiceChange>(": - /os 1").is_here);
    CHECK(read<ServiceChange>(": + /os 1").is_here);
    CHECK(read<ServiceChange>(": + /os").is_here);
}

TEST_CASE("a join with moves has the whole record and the time that was agreed on") {
    const auto board = read<BoardMessage>(join_text(
        "f5d6c3", {.black_clock = "00:12,2:0//02:00", .white_clock = "00:30,1:0//02:00"}));
    CHECK(board.position == parse_moves("f5d6c3")->position());
    REQUIRE(board.record);
    CHECK(to_string(moves_of(*board.record)) == "f5d6c3");
    CHECK(board.record->moves()[1].evaluation == 1);
    CHECK(board.record->moves()[1].seconds == 0.36);
    CHECK(board.record->time == TimeControl{60, 0, 120});
    CHECK(board.black.clock == ClockState{12, 0, 120});
    CHECK(board.strange.empty());
    std::string wrong = join_text("f5d6c3");
    wrong.replace(wrong.find("d6"), 2, "f6"); // does not lead to the position
    CHECK_FALSE(read<BoardMessage>(wrong).record);
    const auto begins = read<BoardMessage>(
        board_text({.kind = "join", .black_clock = "01:00,0:0", .white_clock = "00:59,0:0"}));
    REQUIRE(begins.record);
    CHECK(begins.record->moves().empty());
    CHECK(begins.record->time == TimeControl{60, 0}); // White's clock runs already
    const auto two_clocks = read<BoardMessage>(
        board_text({.kind = "join", .black_clock = "05:00,0:0", .white_clock = "09:59,0:0"}));
    CHECK_FALSE(two_clocks.record->time);
    CHECK(two_clocks.record->black_time == TimeControl{300, 0});
    CHECK(two_clocks.record->white_time == TimeControl{599, 0});
}

TEST_CASE("a move is read as its player typed it, and what can't be understood is left out") {
    for (const char* text :
         {" D3/1.00/0.72", "d3/1/0.72", "D03/1.00/0.72", " D+3/1.00/0.72", "D 3 /1.00/0.72"}) {
        CAPTURE(text);
        const PlayedMove move = read_typed_move(text);
        CHECK(move.move == Square::d3);
        CHECK(move.evaluation == 1);
        CHECK(move.seconds == 0.72);
    }
    for (const char* pass : {"PA", "pa", "pass", "PASS//0.04"})
        CHECK(read_typed_move(pass).move == Square::pass);
    CHECK(read_typed_move("B1//0.04").seconds == 0.04);
    CHECK_FALSE(read_typed_move("B1//0.04").evaluation);
    for (const char* text : {"", "D", "D33", "j9", "D+-3", "/", "D3x"}) {
        CAPTURE(text);
        CHECK(read_typed_move(text).move == Square::none);
    }
    CHECK(read_typed_move("D3/nan/soon") == PlayedMove{.move = Square::d3});
}

TEST_CASE("bells, colours and boards of another client are seen through") {
    const std::string plain = "/os: +  .47 1808.4 bob 02:00//00:10 8b U 1631.6 alice";
    CHECK(read<Challenge>("/os: \a" + plain.substr(5)).from == "bob");
    CHECK(read<Challenge>("\x1b[2K\r" + plain).from == "bob");
    CHECK(message_of("\x1b[46m\x1b[7m: +ack: \x1b[0m tell /os abort").head
          == ": +ack:  tell /os abort");
    CHECK(message_of("/os: \x1b[101m\x1b[7mERR\x1b[0m request '.8' not found.").head
          == "/os: ERR request '.8' not found.");
    const auto join = read<GgfBoard>("/os: join .27 (;GM[Othello]PC[GGS/os]DT[2026.11.26]\n"
                                     "|PB[bob]PW[alice]\n|RB[1808.42]RW[1631.58]\n|;)");
    CHECK(join.game == ".27");
    CHECK(join.names == std::array<std::string, 2>{"bob", "alice"});
    CHECK(read<GgfBoard>("/os: update .27 D3/1.00/0.36").game == ".27");
}

TEST_CASE("what is harmless is named by its kind") {
    const auto kind = [](std::string_view text) { return read<Harmless>(text).kind; };
    using Kind = Harmless::Kind;
    CHECK(kind(": +ack:  tell /os open 1 => tell /os open 1") == Kind::acknowledgement);
    CHECK(kind(": ERR command 'nonsense' not recognized.") == Kind::complaint);
    CHECK(kind("/os: ERR Player is not accepting new matches.") == Kind::complaint);
    CHECK(kind("/os: decline ERR not found: .6") == Kind::complaint);
    CHECK(kind("/os: abort .3 alice is asking") == Kind::request);
    CHECK(kind("/os: undo .3 alice is asking") == Kind::request);
    CHECK(kind("/os: .29 A 1808 bob: hi all") == Kind::talk);
    CHECK(kind("bob: hello") == Kind::talk);
    CHECK(kind("/os:  + carol watch .29") == Kind::watching);
    CHECK(kind("/os: rating_update .2\n|alice 1 @ 2 -3 -> 4 @ 5") == Kind::rating);
    CHECK(kind("/os: trust-violation .28 alice (*) delta= 4 + 1.5 secs") == Kind::trust);
    CHECK(kind("/os: look\n|1 (;GM[Othello];)") == Kind::information);
    CHECK(kind(": + bob") == Kind::notification);
}

TEST_CASE("a refusal is read") {
    const auto refusal = read<Refusal>("/os: error .5.0 not your turn");
    CHECK(refusal.game == ".5.0");
    CHECK(refusal.reason == "not your turn");
}

TEST_CASE("a position is read") {
    for (const char* kind : {"join", "update"}) {
        const auto board = read<BoardMessage>(board_text({.kind = kind}));
        CHECK(board.game == ".5");
        CHECK(board.type == "8b");
        CHECK(board.last_move.has_value() == (board.record == std::nullopt));
        if (board.last_move) {
            CHECK(board.last_move->move == Square::f5);
            CHECK(board.last_move->color == Color::black);
            CHECK_FALSE(board.last_move->evaluation);
            CHECK(board.last_move->seconds == 3.47);
        }
        CHECK(board.black.name == "alice");
        CHECK(board.black.clock == ClockState{56, 0, 120});
        CHECK(board.white.name == "emilia");
        CHECK(board.white.rating == "1650.5");
        CHECK(board.position == Position().after(Square::f5));
    }
}

TEST_CASE("the mark tells the colours, not the order of the names") {
    std::string text = board_text({});
    const std::size_t first = text.find("|alice");
    const std::size_t second = text.find("|emilia");
    const std::string line = text.substr(first, second - first);
    text.erase(first, line.size());
    text.insert(text.find("|\n", first), line);
    const auto board = read<BoardMessage>(text);
    CHECK(board.black.name == "alice");
    CHECK(board.white.name == "emilia");
}

TEST_CASE("the names of the players may hold brackets") {
    for (const char* name : {"a(b", "a)b", "(1720", ")(", "(*)", "a[b]", "longn(me"}) {
        CAPTURE(name);
        const auto board = read<BoardMessage>(board_text({.black = name, .white = "e(m)"}));
        CHECK(board.black.name == name);
        CHECK(board.black.rating == "1720.0");
        CHECK(board.black.clock == ClockState{56, 0, 120});
        CHECK(board.white.name == "e(m)");
    }
}

TEST_CASE("a position before the first move, and after a pass, is read") {
    CHECK_FALSE(read<BoardMessage>(board_text({.kind = "join"})).last_move);
    const auto passed = read<BoardMessage>(board_text({.move = " 31: PA"}));
    CHECK(passed.last_move->move == Square::pass);
    CHECK(read<BoardMessage>(board_text({.move = " 1: j9"})).last_move->move == Square::none);
    const auto strange = read<BoardMessage>(board_text({.move = "of a kind that nobody knows"}));
    CHECK_FALSE(strange.last_move);
    CHECK(strange.strange == std::vector<std::string>{"of a kind that nobody knows"});
}

TEST_CASE("a finished game needs nobody to move") {
    BoardText end;
    end.squares.assign(64, '*');
    std::string text = board_text(end);
    text.erase(text.find("|O to move"));
    CHECK(read<BoardMessage>(text).position.board.is_over());
}

TEST_CASE("a position that is not whole is an error that says what is wrong") {
    const auto without = [](std::string_view part) {
        std::string text = board_text({});
        const std::size_t at = text.find(part);
        REQUIRE(at != std::string::npos);
        return text.erase(at, text.find('\n', at) - at);
    };
    CHECK(error_of(without("|alice")) == "the position does not name both players");
    CHECK(error_of(without("|emilia")) == "the position does not name both players");
    CHECK(error_of(without("|O to move")) == "the position does not say who is to move");
    CHECK(error_of(without("| 8 ")) == "the position has no 8 rows of 8 squares");
    CHECK(error_of(without("| 3 ")).find("is not the next row of a board of 8x8") < 60);
    CHECK(error_of(board_text({.side = 'x'})) == "the position does not say who is to move");
    CHECK(error_of(board_text({.squares = std::string(64, '?')})).find("is not the next row") < 60);
    CHECK(error_of(board_text({.black_clock = "soon"})) == "'soon' is not a time, as in 5:00");
    std::string one_color = board_text({});
    one_color.replace(one_color.find(" O)"), 3, " *)");
    CHECK(error_of(one_color).find("two players have the colour") == 0);
    CHECK(error_of("/os: update .5 8b K?") == "the position does not name both players");
    CHECK(error_of(join_text("f5") + '\n' + position_text({}))
          == "there are more than two positions");
}

TEST_CASE("a larger board is an error") {
    std::string text = board_text({});
    text.insert(text.find("1 \n"), "- - ");
    CHECK(error_of(text).find("is not the next row of a board of 8x8") < 60);
}

TEST_CASE("challenges and matches with words missing or too many are errors") {
    for (const char* text : {
             "/os: + .8",
             "/os: + .8 1720.0 alice 01:00//02:00 8b U 1650.0",
             "/os: + match .5",
             "/os: + match 5 1720 alice 1650 emilia 8b U",
             "/os: + match .5 1720 alice 1650 emilia 8b",
             "/os: + match .5 1720 alice 1650 emilia 8b U -64.00",
             "/os: - match .5 1720 alice 1650 emilia 8b U",
             "/os: end",
             "/os: end .5.1 alice -12.00",
         }) {
        CAPTURE(text);
        CHECK(error_of(text).find("'/os: ") == 0);
    }
}

TEST_CASE("what nobody knows is strange") {
    for (const char* text : {
             "/os:",
             "/os: something new",
             "/os: join alice",
             "/os: update x 8b",
             "/os: timeout alice",
             ": something new",
             "something new",
             "\x01\xff",
         }) {
        CAPTURE(text);
        read<Strange>(text);
    }
}

TEST_CASE("ids are dots and numbers") {
    for (const char* id : {".5", ".5.0", ".12345.1"}) CHECK(is_id(id));
    for (const char* id : {"", ".", "5", ".5.", "..5", ".x", ".5.0.1", ".5 ", "5.0", "alice",
                           ".123456789012345678901"}) {
        CAPTURE(id);
        CHECK_FALSE(is_id(id));
    }
    CHECK(match_of(".5.1") == ".5");
    CHECK(match_of(".5") == ".5");
}

TEST_CASE("the game of a broken position can still be told") {
    CHECK(game_of_board_message(message_of("/os: update .5.1 8b")) == ".5.1");
    CHECK(game_of_board_message(message_of("/os: join .5")) == ".5");
    CHECK_FALSE(game_of_board_message(message_of("/os: update")));
    CHECK_FALSE(game_of_board_message(message_of("/os: end .5")));
    CHECK_FALSE(game_of_board_message(message_of("bob: update .5")));
}

TEST_CASE("messages are the same however the network cuts them") {
    const std::string bytes = ": Enter login (yours, or one you'd like to use).\r\n\r\nREADY\r\n"
                              "\n/os: update .5 8 K?\n|  1: f5\n|\nREADY\n/os: - .8 x\nREADY\n"
                              "READY\n\n: +ack:  tell /os open 1 => x\nREADY\n";
    const std::vector<std::string> heads{": Enter login (yours, or one you'd like to use).",
                                         "",
                                         "/os: update .5 8 K?",
                                         "/os: - .8 x",
                                         "",
                                         ": +ack:  tell /os open 1 => x"};
    for (std::size_t size = 1; size <= bytes.size(); ++size) {
        CAPTURE(size);
        const Read found = read(bytes, size);
        CHECK(found.heads == heads);
        CHECK(found.body_sizes == std::vector<std::size_t>{0, 0, 2, 0, 0, 0});
    }
}

TEST_CASE("a prompt is complete without a line end") {
    MessageReader reader;
    CHECK(reader.take(": Enter your passwo").empty());
    const auto messages = reader.take("rd.");
    REQUIRE(messages.size() == 1);
    CHECK(asks_for_password(messages[0].head));
    CHECK_FALSE(messages[0].ready);
    CHECK(reader.take("\n").empty());
}

TEST_CASE("READY alone is a message, too") {
    MessageReader reader;
    const auto messages = reader.take("\r\nREADY\r\n");
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].ready);
    CHECK(std::holds_alternative<Ready>(*parse_message(messages[0])));
}

TEST_CASE("lines without a bar belong to the message before them") {
    const Read found = read(": help faq\nHow to play:\n\n  (text)\nREADY\n: Enter login.\n", 1000);
    CHECK(found.heads == std::vector<std::string>{": help faq", ": Enter login."});
    CHECK(found.body_sizes == std::vector<std::size_t>{2, 0});
}

TEST_CASE("only the server's own sentences are prompts") {
    CHECK(asks_for_login(": Enter login (yours, or one you'd like to use)."));
    CHECK(asks_for_password(": Enter your password."));
    for (const char* line :
         {"", ":", "Enter your password.", "bob: Enter your password.",
          "/os: .5 A 1720 bob: Enter login.", ": Enter your password", ": Enter login"}) {
        CAPTURE(line);
        CHECK_FALSE(asks_for_login(line));
        CHECK_FALSE(asks_for_password(line));
    }
}

TEST_CASE("a message without its last line ends where the next one begins") {
    const Read found = read("/os: update .5 8\n|  1: f5\n/os: - .8\nREADY\n", 1000);
    CHECK(found.heads == std::vector<std::string>{"/os: update .5 8", "/os: - .8"});
    CHECK(found.body_sizes == std::vector<std::size_t>{1, 0});
}

TEST_CASE("a bar without a message before it is nothing") {
    CHECK(read("| 1 - - -\nREADY\n", 1000).heads == std::vector<std::string>{""});
}

TEST_CASE("an endless line or message costs no memory") {
    MessageReader reader;
    for (int i = 0; i < 100; ++i) CHECK(reader.take(std::string(10'000, 'x')).empty());
    const auto line = reader.take("\nREADY\n");
    REQUIRE(line.size() == 1);
    CHECK(line[0].head.size() == MessageReader::longest_line);
    CHECK(reader.take("/os: x\n").empty());
    for (int i = 0; i < 10'000; ++i) CHECK(reader.take("| more\n").empty());
    const auto message = reader.take("READY\n");
    REQUIRE(message.size() == 1);
    CHECK(message[0].body.size() == MessageReader::most_lines);
}
