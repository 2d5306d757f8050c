#include "protocol/commands/conversion_summary.h"

#include "engine/base/numbers.h"

#include <cmath>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::size_t most_named = 5;

/// Black's discs minus white's at the end of a game; empty squares count for the winner.
int final_lead(const Position& end) noexcept {
    const int score = end.board.final_score();
    return end.to_move == Color::black ? score : -score;
}

/// Some files count the empty squares for the winner, others for neither player. With komi they
/// round.
bool ends_with(const Position& end, double lead) noexcept {
    constexpr double rounding = 0.01;
    const int on_board = count(end.discs(Color::black)) - count(end.discs(Color::white));
    return std::abs(lead - final_lead(end)) <= rounding || std::abs(lead - on_board) <= rounding;
}

bool tells_score(const Game& game) noexcept {
    return game.result && game.result->margin
           && (game.result->ending == Ending::played_out || game.result->ending == Ending::agreed);
}

std::string players(const Game& game) {
    if (game.black_name.empty() && game.white_name.empty()) return "";
    return fmt::format(" ({} - {})", game.black_name, game.white_name);
}

} // namespace

void ConversionSummary::count_written(std::size_t index, const Game& game) {
    ++written_;
    const Position& end = game.position();
    if (!end.board.is_over()) return;
    ++finished_;
    if (!tells_score(game)) return;
    ++with_score_;
    const double recorded = game.result->black_lead().value_or(0);
    if (ends_with(end, recorded + game.komi.value_or(0))) {
        ++right_;
    } else if (wrong_.size() < most_named) {
        wrong_.push_back(fmt::format("game {}{} ends with {:+} for black, but the record says {:+}",
                                     index, players(game), final_lead(end), recorded));
    }
}

std::string ConversionSummary::text() const {
    std::string text =
        fmt::format("{} read, {} written", counted(read_, "game"), with_commas(written_));
    if (unreadable_ > 0) text += fmt::format(", {} unreadable", with_commas(unreadable_));
    text += '\n';
    if (finished_ == 0) return text;
    text += fmt::format("finished: {} of the written; ending with the recorded score: {}",
                        with_commas(finished_), with_commas(right_));
    if (with_score_ > right_)
        text += fmt::format(", with another one: {}", with_commas(with_score_ - right_));
    if (finished_ > with_score_)
        text += fmt::format(", without a recorded score: {}", with_commas(finished_ - with_score_));
    text += '\n';
    for (const std::string& wrong : wrong_) text += fmt::format("  {}\n", wrong);
    if (with_score_ - right_ > wrong_.size()) text += "  and more\n";
    return text;
}

} // namespace emilia
