#include "engine/notation/game.h"

#include "engine/base/numbers.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace emilia {
namespace {

Parsed<void> check(const Position& position, const PlayedMove& played) {
    const Board& board = position.board;
    if (played.color == position.to_move && board.is_legal(played.move)) return {};
    if (board.is_over()) return parse_failure("the game is over");
    const std::string_view color = to_string(played.color);
    if (played.color != position.to_move) {
        return parse_failure(
            fmt::format("it is not {}'s turn but {}'s", color, to_string(position.to_move)));
    }
    if (played.move == Square::pass)
        return parse_failure(fmt::format("{} cannot pass, it has a move", color));
    return parse_failure(illegal_move(played.move, position));
}

} // namespace

std::optional<double> GameResult::black_lead() const noexcept {
    if (!margin) return std::nullopt;
    return winner == Color::white ? -*margin : *margin;
}

GameResult result_of_lead(double black_lead, Ending ending) {
    GameResult result{.winner = {}, .margin = std::abs(black_lead), .ending = ending};
    if (black_lead != 0) result.winner = black_lead > 0 ? Color::black : Color::white;
    return result;
}

std::optional<GameResult> parse_disc_counts(std::string_view text) {
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos) return std::nullopt;
    const auto black = whole_number<std::uint8_t>(text.substr(0, dash));
    const auto white = whole_number<std::uint8_t>(text.substr(dash + 1));
    if (!black || !white || *black + *white > square_count) return std::nullopt;
    return result_of_lead(*black - *white);
}

std::optional<std::string> to_disc_counts(const GameResult& result) {
    const auto lead = result.black_lead();
    if (!lead || *lead != std::round(*lead) || std::abs(*lead) > square_count) return std::nullopt;
    const int difference = static_cast<int>(*lead);
    const int discs = square_count - std::abs(difference) % 2;
    return fmt::format("{}-{}", (discs + difference) / 2, (discs - difference) / 2);
}

Parsed<void> Game::play(const PlayedMove& move) {
    if (move.move == Square::pass && position_.board.is_over()) return {};
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
    for (const PlayedMove& played : moves_) position_ = position_.after(played.move);
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
