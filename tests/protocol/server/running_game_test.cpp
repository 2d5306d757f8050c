#include "engine/notation/formats/ggf.h"
#include "engine/notation/move_list.h"
#include "protocol/server/running_game.h"
#include "tests/catch.h"
#include "tests/protocol/server/ggs_messages.h"

using namespace emilia;
using namespace emilia::ggs;
using namespace emilia::testing;

namespace {

BoardMessage board_after(const char* moves, BoardText text = {}) {
    auto message = std::get<BoardMessage>(*parse_message(message_of(board_text(text))));
    const Game game = *parse_moves(moves);
    message.position = game.position();
    message.plies = static_cast<int>(game.moves().size());
    message.last_move.reset();
    if (!game.moves().empty()) message.last_move = game.moves().back();
    return message;
}

std::string record_of(const RunningGame& game) {
    return to_string(moves_of(game.record()));
}

} // namespace

TEST_CASE("a game follows the updates, with values and times") {
    RunningGame game(board_after(""), Color::white, 0, std::nullopt);
    CHECK_FALSE(game.own_turn());
    auto update = board_after("f5");
    update.last_move->evaluation = -1.5;
    update.last_move->seconds = 3.25;
    game.update(update);
    CHECK(game.own_turn());
    CHECK(record_of(game) == "f5");
    CHECK(game.record().moves()[0].evaluation == -1.5);
    CHECK(game.record().moves()[0].seconds == 3.25);
    CHECK(game.record().black_name == "alice");
    CHECK(game.record().white_name == "emilia");
    game.update(update); // again
    CHECK(record_of(game) == "f5");
}

TEST_CASE("an own move whose echo was lost, and the answer, are filled in") {
    RunningGame game(board_after("f5"), Color::white, 0, std::nullopt);
    game.update(board_after("f5d6c3"));
    CHECK(record_of(game) == "d6c3");
}

TEST_CASE("where nothing leads to the position, the record begins there") {
    RunningGame game(board_after(""), Color::white, 0, std::nullopt);
    game.update(board_after("f5d6c3d3c4"));
    CHECK(record_of(game).empty());
    CHECK(game.position() == parse_moves("f5d6c3d3c4")->position());
    CHECK(game.record().black_name == "alice");
}

TEST_CASE("a move that does not lead to the position is not believed") {
    RunningGame game(board_after(""), Color::white, 0, std::nullopt);
    auto update = board_after("f5");
    update.last_move->move = Square::d3;
    game.update(update);
    CHECK(record_of(game) == "f5");
    update = board_after("f5d6");
    update.last_move->move = Square::a1;
    game.update(update);
    CHECK(record_of(game) == "f5d6");
}

TEST_CASE("the extension counts only when the main time is over") {
    const auto left = [](const char* clock) {
        return RunningGame(board_after("", {.white_clock = clock}), Color::white, 0, std::nullopt)
            .seconds_left();
    };
    CHECK(left("01:00//02:00") == 60);
    CHECK(left("00:00//02:00") == 120);
    CHECK(left("-00:05//02:00") == 115);
    CHECK(left("-00:05") == 0);
}

TEST_CASE("after the flag the extension is part of the main time") {
    RunningGame game(board_after("", {.white_clock = "-00:01//02:00"}), Color::white, 0,
                     std::nullopt);
    CHECK(game.seconds_left() == 119);
    game.time_is_over({".5", "alice", false});
    CHECK(game.seconds_left() == 119);
    game.time_is_over({".5", "emilia", false});
    CHECK(game.seconds_left() == 0);
    game.update(board_after("f5", {.white_clock = "01:58,1:0//02:00,1:0"}));
    CHECK(game.seconds_left() == 118);
}

TEST_CASE("whatever the text of a move says, the boards say what was played") {
    RunningGame game(board_after(""), Color::white, 0, std::nullopt);
    auto update = board_after("f5");
    update.last_move = PlayedMove{.move = Square::none, .evaluation = 2, .seconds = 3};
    CHECK(game.update(update));
    CHECK(record_of(game) == "f5");
    CHECK(game.record().moves()[0].evaluation == 2);
    CHECK(game.record().moves()[0].seconds == 3);
}

TEST_CASE("a join with moves gives the whole record, also after an undo") {
    const auto join = [](const char* moves) {
        return std::get<BoardMessage>(
            *parse_message(message_of(join_text(moves, {.type = "8r20"}))));
    };
    RunningGame game(board_after("f5d6"), Color::white, 0, std::nullopt);
    CHECK(record_of(game).empty());
    game.update(join("f5d6c3d3c4"));
    CHECK(record_of(game) == "f5d6c3d3c4");
    CHECK(game.record().time == TimeControl{60, 0, 120});
    game.update(join("f5d6c3"));
    CHECK(record_of(game) == "f5d6c3");
    CHECK(RunningGame(join("f5"), Color::white, 0, std::nullopt).record().type == "8r20");
}

TEST_CASE("an update that does not follow says so") {
    RunningGame game(board_after(""), Color::white, 0, std::nullopt);
    CHECK(game.update(board_after("f5")));
    CHECK_FALSE(game.update(board_after("f5d6c3d3c4")));
}

TEST_CASE("an update whose number is not that of the record says so once") {
    RunningGame game(board_after(""), Color::white, 0, std::nullopt);
    CHECK(game.update(board_after("f5")));
    CHECK(game.plies() == 1);
    auto update = board_after("f5d6");
    update.plies = 4;
    CHECK_FALSE(game.update(update));
    CHECK(game.plies() == 4);
    CHECK(game.update(update));
    update = board_after("f5d6c3");
    update.plies = 5;
    CHECK(game.update(update));
    CHECK(record_of(game) == "f5d6c3");
}

TEST_CASE("the number of the server is the result, with a mark where only one reason fits") {
    struct Case {
        const char* outcome;
        bool time = false;
        bool fatal = false;
        bool offered = false;
        const char* result = "";
    };
    for (const auto& [outcome, time, fatal, offered, result] : {
             Case{.outcome = "-64.00", .result = "-64.00:r"},
             Case{.outcome = "+64.00  .7", .result = "+64.00:r"},
             Case{.outcome = "-64.00", .offered = true, .result = "-64.00"},
             Case{.outcome = "+4.00", .offered = true, .result = "+4.00:s"},
             Case{.outcome = "+4.00", .result = "+4.00"},
             Case{.outcome = "-64.00", .time = true, .fatal = true, .result = "-64.00:t"},
             Case{.outcome = "aborted"},
             Case{.outcome = "alice left"},
             Case{.outcome = "bob left .7"},
             Case{.outcome = "-1e9"},
         }) {
        CAPTURE(outcome);
        RunningGame game(board_after("f5d6"), Color::white, 0, std::nullopt);
        if (time) game.time_is_over({".5", "emilia", fatal});
        if (offered) game.score_is_offered();
        game.end(parse_outcome(outcome), "alice");
        const auto kept = game.finished().result;
        CHECK((kept ? to_ggf_result(*kept) : "") == result);
    }
    RunningGame other(board_after("f5d6"), Color::white, 0, std::nullopt);
    other.end(parse_outcome("-64.00"), "emilia"); // who is named first
    other.end(parse_outcome("player alice left"), "emilia");
    CHECK(other.finished().result->black_lead() == 64);
}

TEST_CASE("at the end of the board the server's number counts, and a soft time-out is marked") {
    BoardMessage end = board_after("");
    const auto result = [&end](int black_discs, const char* outcome) {
        const Bitboard black = black_discs == 0 ? 0 : ~Bitboard{0} >> (square_count - black_discs);
        end.position = {{.player = black, .opponent = ~black}, Color::black};
        RunningGame game(board_after("f5d6"), Color::white, 0, std::nullopt);
        game.update(end);
        REQUIRE(game.is_over());
        game.end(parse_outcome(outcome), "alice");
        return to_ggf_result(*game.finished().result);
    };
    CHECK(result(64, "+64.00") == "+64.00");
    CHECK(result(64, "-2.00") == "-2.00:t");
    CHECK(result(32, "-2.00") == "-2.00:t");
    CHECK(result(32, "+2.00") == "+2.00:t");
    CHECK(result(31, "-2.00") == "-2.00");
    CHECK(result(33, "+2.00") == "+2.00");
    CHECK(result(0, "-2.00") == "-2.00"); // no rule leads to this
    CHECK(result(64, "-4.00") == "-4.00");
    CHECK(result(64, "aborted") == "+64.00"); // the board decides
}

TEST_CASE("a record is that of a game that differs by two moves at most") {
    Game record = *parse_moves("f5d6c3");
    record.black_name = "alice";
    record.white_name = "emilia";
    const auto to = [&record](const std::string& text) {
        return distance(record, std::get<BoardMessage>(*parse_message(message_of(text))));
    };
    CHECK(to(join_text("f5d6c3")) == 0);
    CHECK(to(join_text("f5d6")) == 1); // a move taken back
    CHECK(to(join_text("f5d6c3d3c4")) == 2);
    CHECK_FALSE(to(join_text("f5d6c3d3c4f4")));
    CHECK_FALSE(to(join_text("f5f6")));
    CHECK_FALSE(to(join_text("f5d6c3", {.black = "bob"})));
    CHECK_FALSE(to(join_text("f5d6c3", {.black = "emilia", .white = "alice"})));
}
