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
    message.last_move.reset();
    if (!game.moves().empty()) message.last_move = game.moves().back();
    return message;
}

std::string record_of(const RunningGame& game) {
    return to_string(moves_of(game.record()));
}

} // namespace

TEST_CASE("a game follows the updates, with values and times") {
    RunningGame game(board_after(""), Color::white, std::nullopt);
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
    RunningGame game(board_after("f5"), Color::white, std::nullopt);
    game.update(board_after("f5d6c3"));
    CHECK(record_of(game) == "d6c3");
}

TEST_CASE("where nothing leads to the position, the record begins there") {
    RunningGame game(board_after(""), Color::white, std::nullopt);
    game.update(board_after("f5d6c3d3c4"));
    CHECK(record_of(game).empty());
    CHECK(game.position() == parse_moves("f5d6c3d3c4")->position());
    CHECK(game.record().black_name == "alice");
}

TEST_CASE("a move that does not lead to the position is not believed") {
    RunningGame game(board_after(""), Color::white, std::nullopt);
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
        return RunningGame(board_after("", {.white_clock = clock}), Color::white, std::nullopt)
            .seconds_left();
    };
    CHECK(left("01:00//02:00") == 60);
    CHECK(left("00:00//02:00") == 120);
    CHECK(left("-00:05//02:00") == 115);
    CHECK(left("-00:05") == 0);
}

TEST_CASE("a result comes from the board, or else from the server's words") {
    RunningGame game(board_after("f5d6"), Color::white, std::nullopt);
    const auto result = [&](const char* outcome, const char* first) {
        return game.finished(outcome, first).result;
    };
    CHECK(result("-64.00", "alice")->black_lead() == -64);
    CHECK(result("-64.00", "emilia")->black_lead() == 64);
    CHECK(result("alice ran out of time -64.00", "alice")->ending == Ending::timeout);
    CHECK(result("alice resigned -12", "alice")->ending == Ending::resigned);
    CHECK(result("alice left -2", "alice")->ending == Ending::left);
    CHECK_FALSE(result("aborted", "alice"));
    CHECK_FALSE(result("12 left", "alice"));
    CHECK_FALSE(result("-64.00", ""));
    BoardMessage end = board_after("");
    end.position = {{.player = 1, .opponent = 0}, Color::black}; // no disc left to flip
    game.update(end);
    REQUIRE(game.is_over());
    CHECK(game.finished("-64.00", "alice").result->black_lead() == 64);
}

TEST_CASE("the discs of an outcome are its last word") {
    CHECK(lead_of("-64.00") == -64);
    CHECK(lead_of("bob resigned 12") == 12);
    CHECK_FALSE(lead_of(""));
    CHECK_FALSE(lead_of("aborted"));
    CHECK_FALSE(lead_of("12 left"));
}
