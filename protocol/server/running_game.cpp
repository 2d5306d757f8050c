#include "protocol/server/running_game.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace emilia::ggs {
namespace {

std::vector<Square> moves_on(const Board& board) {
    if (board.must_pass()) return {Square::pass};
    std::vector<Square> moves;
    for (int i = 0; i < square_count; ++i) {
        if (board.is_legal(square_at(i))) moves.push_back(square_at(i));
    }
    return moves;
}

bool is_same(const Position& one, const Position& other) noexcept {
    // Nobody is to move when the game is over, so the side does not matter.
    return one == other
           || (one.board.is_over() && one.discs(Color::black) == other.discs(Color::black)
               && one.discs(Color::white) == other.discs(Color::white));
}

bool catch_up_within(Game& game, const Position& position, int plies) {
    if (is_same(game.position(), position)) return true;
    if (plies == 0) return false;
    for (const Square move : moves_on(game.position().board)) {
        if (!game.play(move)) continue;
        if (catch_up_within(game, position, plies - 1)) return true;
        game.undo();
    }
    return false;
}

GameHeader header_of(const BoardMessage& message) {
    GameHeader header;
    header.black_name = to_utf8(message.black.name);
    header.white_name = to_utf8(message.white.name);
    header.black_rating = to_utf8(message.black.rating);
    header.white_rating = to_utf8(message.white.rating);
    header.place = "GGS/os";
    header.time = TimeControl{message.black.clock.main, message.black.clock.increment};
    return header;
}

} // namespace

bool catch_up(Game& game, const Position& position) {
    constexpr int most_plies = 2; // an own move whose echo was lost, and the answer to it
    return catch_up_within(game, position, most_plies);
}

std::optional<double> lead_of(std::string_view outcome) noexcept {
    const std::size_t blank = outcome.find_last_of(' '); // npos + 1 is 0
    return parse_decimal(outcome.substr(blank + 1));
}

RunningGame::RunningGame(const BoardMessage& message, Color own, std::optional<Game> record)
    : id_(message.game),
      own_(own),
      record_(record ? std::move(*record) : Game(message.position, header_of(message))) {
    update(message);
}

void RunningGame::update(const BoardMessage& message) {
    clock_ = own_ == Color::black ? message.black.clock : message.white.clock;
    const Position before = record_.position();
    if (is_same(before, message.position)) return;
    sent.reset();
    thinking = false;
    if (message.last_move) {
        PlayedMove move = *message.last_move;
        move.color = before.to_move;
        if (record_.play(move)) {
            if (catch_up_within(record_, message.position, 1)) return; // perhaps with a pass
            record_.undo();
        }
    }
    if (!catch_up(record_, message.position)) record_ = Game(message.position, GameHeader(record_));
}

double RunningGame::seconds_left() const noexcept {
    if (clock_.main > 0) return clock_.main;
    return std::max(0.0, clock_.main + clock_.extension);
}

Game RunningGame::finished(std::string_view outcome, std::string_view first_name) const {
    Game game = record_;
    if (is_over()) {
        const Position& end = position();
        const int lead = end.board.final_score();
        game.result = result_of_lead(end.to_move == Color::black ? lead : -lead);
        return game;
    }
    const auto has = [outcome](std::string_view word) {
        return outcome.find(word) != std::string_view::npos;
    };
    const auto lead = lead_of(outcome);
    if (!lead || first_name.empty()) return game;
    const Ending ending = has("time")     ? Ending::timeout
                          : has("resign") ? Ending::resigned
                          : has("left")   ? Ending::left
                                          : Ending::played_out;
    game.result = result_of_lead(game.black_name == first_name ? *lead : -*lead, ending);
    return game;
}

} // namespace emilia::ggs
