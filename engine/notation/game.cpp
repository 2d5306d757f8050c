#include "engine/notation/game.h"

#include "engine/notation/square_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace emilia {
namespace {

Parsed<void> check(const Position& position, const PlayedMove& played) {
    const Board& board = position.board;
    if (board.is_over()) return parse_failure("the game is over");
    const std::string_view color = to_string(played.color);
    if (played.color != position.to_move) {
        return parse_failure(
            fmt::format("it is not {}'s turn but {}'s", color, to_string(position.to_move)));
    }
    if (board.is_legal(played.move)) return {};
    if (played.move == Square::pass)
        return parse_failure(fmt::format("{} cannot pass, it has a move", color));
    return parse_failure(
        fmt::format("{} is not a legal move for {}", to_string(played.move), color));
}

} // namespace

Parsed<void> Game::play(const PlayedMove& move) {
    Parsed<void> legal = check(position_, move);
    if (legal) {
        position_ = position_.after(move.move);
        moves_.push_back(move);
    }
    return legal;
}

Parsed<void> Game::play_with_pass(const PlayedMove& move) {
    if (move.color == position_.to_move || !position_.board.must_pass()) return play(move);
    const Position passed = position_.after(Square::pass);
    Parsed<void> legal = check(passed, move);
    if (legal) {
        moves_.push_back({.move = Square::pass, .color = position_.to_move});
        moves_.push_back(move);
        position_ = passed.after(move.move);
    }
    return legal;
}

bool Game::undo() {
    if (moves_.empty()) return false;
    moves_.pop_back();
    position_ = start_;
    for (const PlayedMove& played : moves_) {
        position_ = position_.after(played.move);
    }
    return true;
}

double Game::seconds_used(Color color) const noexcept {
    double seconds = 0;
    for (const PlayedMove& played : moves_) {
        // Files may contain negative times; these must not add to the remaining time.
        if (played.color == color) seconds += std::max(0.0, played.seconds.value_or(0));
    }
    return seconds;
}

} // namespace emilia
