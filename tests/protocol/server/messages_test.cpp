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
    for (const char* outcome : {"-64.00", "aborted", "adjourned", "alice left"}) {
        CAPTURE(outcome);
        const auto ends =
            read<MatchEnds>(fmt::format("/os: - match .5 1720 alice 1650 emilia 8b U {}", outcome));
        CHECK(ends.id == ".5");
        CHECK(ends.outcome == outcome);
    }
    const auto game = read<GameEnds>("/os: end .5.1 alice resigned -12.00");
    CHECK(game.id == ".5.1");
    CHECK(game.outcome == "alice resigned -12.00");
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
        REQUIRE(board.last_move);
        CHECK(board.last_move->move == Square::f5);
        CHECK(board.last_move->color == Color::black);
        CHECK_FALSE(board.last_move->evaluation);
        CHECK(board.last_move->seconds == 3.47);
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
    CHECK_FALSE(read<BoardMessage>(board_text({.kind = "join", .move = ""})).last_move);
    const auto passed = read<BoardMessage>(board_text({.move = " 31: PA"}));
    CHECK(passed.last_move->move == Square::pass);
    // A kind of line that nobody knows yet.
    CHECK_FALSE(read<BoardMessage>(board_text({.move = "31 move(s)"})).last_move);
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
    CHECK(error_of(board_text({.move = " 1: j9"})) != "no error");
    CHECK(error_of(board_text({.move = " 1: f5\n|  2: d6"})) == "the position has two last moves");
    std::string one_color = board_text({});
    one_color.replace(one_color.find(" O)"), 3, " *)");
    CHECK(error_of(one_color).find("two players have the colour") == 0);
    CHECK(error_of("/os: update .5 8b K?") == "the position does not name both players");
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
             "/os: + .8 1720.0 alice 01:00//02:00 8b U 1650.0 emilia more",
             "/os: + match .5",
             "/os: + match 5 1720 alice 1650 emilia 8b U",
             "/os: + match .5 1720 alice 1650 emilia 8b",
             "/os: + match .5 1720 alice 1650 emilia 8b U -64.00",
             "/os: - match .5 1720 alice 1650 emilia 8b U",
         }) {
        CAPTURE(text);
        CHECK(error_of(text).find("'/os: ") == 0);
    }
}

TEST_CASE("what is unknown or not for a player is passed over") {
    for (const char* text : {
             "/os:",
             "/os: who",
             "/os: + alice",
             "/os: join alice",
             "/os: update x 8b",
             "/os: end",
             "/os: error no such command",
             "/os: .5 A 1720 bob: good game",
             ": +ack:  tell /os open 1 => tell /os open 1",
             "bob: /os: + .8 1720.0 alice 01:00//02:00 8b U 1650.0 emilia",
             "\x01\xff",
         }) {
        CAPTURE(text);
        read<Other>(text);
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
                                         "/os: update .5 8 K?", "/os: - .8 x",
                                         ": +ack:  tell /os open 1 => x"};
    for (std::size_t size = 1; size <= bytes.size(); ++size) {
        CAPTURE(size);
        const Read found = read(bytes, size);
        CHECK(found.heads == heads);
        CHECK(found.body_sizes == std::vector<std::size_t>{0, 2, 0, 0});
    }
}

TEST_CASE("a prompt is complete without a line end") {
    MessageReader reader;
    CHECK(reader.take(": Enter your passwo").empty());
    const auto messages = reader.take("rd.");
    REQUIRE(messages.size() == 1);
    CHECK(asks_for_password(messages[0].head));
    CHECK(reader.take("\nREADY\n").empty());
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
    CHECK(read("| 1 - - -\nREADY\n", 1000).heads.empty());
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
