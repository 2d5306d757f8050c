#include "protocol/server/running_game.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace emilia::ggs {
namespace {

constexpr int most_plies = 2; // an own move whose echo was lost, and the answer to it

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

/// Plays the move that leads to `position`, with its value and time, whatever its text says.
bool play_to(Game& game, PlayedMove move, const Position& position) {
    move.color = game.position().to_move;
    std::vector<Square> moves = moves_on(game.position().board);
    std::stable_partition(moves.begin(), moves.end(),
                          [&move](Square other) { return other == move.move; });
    for (const Square other : moves) {
        move.move = other;
        if (!game.play(move)) continue;
        if (is_same(game.position(), position)) return true;
        game.undo();
    }
    return false;
}

double black_lead(const Position& end) {
    const int lead = end.board.final_score();
    return end.to_move == Color::black ? lead : -lead;
}

/// Whether the server's number is worse than the board for a player who has used up the time before
/// the extension: such a player gets -2 at most.
bool is_cut_by_time(double lead, double on_board) noexcept {
    constexpr double most = -2;
    return (lead == most && on_board > most) || (-lead == most && -on_board > most);
}

} // namespace

bool catch_up(Game& game, const Position& position) {
    return catch_up_within(game, position, most_plies);
}

std::optional<std::size_t> distance(const Game& record, const BoardMessage& message) {
    if (record.black_name != to_utf8(message.black.name)
        || record.white_name != to_utf8(message.white.name))
        return std::nullopt;
    if (!message.record) {
        Game game = record;
        if (!catch_up(game, message.position)) return std::nullopt;
        return game.moves().size() - record.moves().size();
    }
    const auto& one = record.moves();
    const auto& other = message.record->moves();
    const std::size_t common = std::min(one.size(), other.size());
    const std::size_t more = std::max(one.size(), other.size()) - common;
    const bool same =
        record.start() == message.record->start() && more <= most_plies
        && std::equal(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(common), other.begin(),
                      [](const auto& a, const auto& b) { return a.move == b.move; });
    if (!same) return std::nullopt;
    return more;
}

RunningGame::RunningGame(const BoardMessage& message, Color own, int key,
                         const std::optional<Game>& before)
    : id_(message.game), key_(key), own_(own), record_(before.value_or(Game(message.position))) {
    take_header(message);
    update(message);
}

void RunningGame::take_header(const BoardMessage& message) {
    record_.black_name = to_utf8(message.black.name);
    record_.white_name = to_utf8(message.white.name);
    record_.black_rating = to_utf8(message.black.rating);
    record_.white_rating = to_utf8(message.white.rating);
    record_.place = "GGS/os";
    record_.type = message.type == "8" ? "" : message.type;
}

bool RunningGame::update(const BoardMessage& message) {
    clock_ = own_ == Color::black ? message.black.clock : message.white.clock;
    const bool same = is_same(record_.position(), message.position);
    if (!same) {
        sent.reset();
        refusals = 0;
        out_of_turn = false;
        thinking = false;
    }
    plies_ = message.plies;
    if (message.record) {
        Game whole(message.record->start(), GameHeader(record_));
        whole.time = message.record->time;
        whole.black_time = message.record->black_time;
        whole.white_time = message.record->white_time;
        for (const PlayedMove& move : message.record->moves()) (void)whole.play(move);
        // A result stands only for the game as it was.
        if (!same) whole.result.reset();
        record_ = std::move(whole);
        missing_ = 0;
        return true;
    }
    if (!same) record_.result.reset();
    const bool follows =
        same || (message.last_move && play_to(record_, *message.last_move, message.position))
        || catch_up(record_, message.position);
    if (!follows) record_ = Game(message.position, GameHeader(record_));
    const int missing = plies_ - static_cast<int>(record_.moves().size());
    const bool is_new = std::exchange(missing_, missing) != missing;
    return follows && (missing == 0 || !is_new);
}

double RunningGame::seconds_left() const noexcept {
    if (clock_.main > 0 || own_time_over_) return std::max(0.0, clock_.main);
    return std::max(0.0, clock_.main + clock_.extension);
}

void RunningGame::time_is_over(const TimeOver& event) noexcept {
    fatal_ |= event.fatal;
    own_time_over_ |=
        event.name == (own_ == Color::black ? record_.black_name : record_.white_name);
}

void RunningGame::end(const Outcome& outcome, std::string_view first_name) {
    ended_ = true;
    if (record_.result || !outcome.lead || std::abs(*outcome.lead) > square_count) return;
    const bool black = record_.black_name == first_name;
    const double lead = black ? *outcome.lead : -*outcome.lead;
    const bool whole = position().board.is_over();
    Ending ending = Ending::played_out;
    if (fatal_ || (whole && is_cut_by_time(lead, black_lead(position())))) {
        ending = Ending::timeout;
    } else if (!whole && std::abs(lead) == square_count && !score_offered_) {
        ending = Ending::resigned;
    } else if (!whole && std::abs(lead) != square_count && score_offered_) {
        ending = Ending::agreed;
    }
    record_.result = result_of_lead(lead, ending);
}

Game RunningGame::finished() const {
    Game game = record_;
    if (!game.result && position().board.is_over())
        game.result = result_of_lead(black_lead(position()));
    return game;
}

} // namespace emilia::ggs
