#include "protocol/play/coach.h"

#include "engine/notation/position.h"
#include "protocol/reports/result_text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr double seconds_a_position = 0.5;

EngineSettings full_strength(const EngineSettings& settings) {
    constexpr std::size_t enough_for_short_searches = 32;
    EngineSettings result;
    result.threads = settings.threads;
    result.hash_megabytes = std::min(settings.hash_megabytes, enough_for_short_searches);
    result.instruction_set = settings.instruction_set;
    result.weights = settings.weights;
    return result;
}

} // namespace

Coach::Coach(const EngineSettings& settings)
    : book_(settings.book), engine_(full_strength(settings)) {}

std::vector<Line> Coach::best_moves(const Position& position, int number,
                                    const std::atomic<bool>& stop) {
    SearchResult result =
        engine_.analyze(position.board, number, seconds_a_position * number, &stop);
    if (!book_) return std::move(result.lines);
    // The book may know better moves than those that the search has chosen.
    std::vector<Line> lines = std::move(result.lines);
    for (BookLine& known : book_->lines(position.board)) {
        const auto same = [&known](const Line& line) { return line.move == known.line.move; };
        if (std::none_of(lines.begin(), lines.end(), same)) lines.push_back(std::move(known.line));
    }
    lines = with_book(std::move(lines), position.board, *book_);
    lines.resize(std::min(lines.size(), static_cast<std::size_t>(number)));
    return lines;
}

std::string Coach::comment_on(const Position& position, Square move,
                              const std::atomic<bool>& stop) {
    constexpr Score worth_a_word = Score::from_discs(2);
    Game game(position);
    if (!game.play(move)) return {};
    const GameAnalysis analysis = analyze(game, stop, {});
    if (stop || analysis.moves.empty()) return {};
    const AnalyzedMove& judged = analysis.moves.front();
    if (judged.equivalent || judged.loss < worth_a_word) return {};
    return fmt::format("{} would have kept {:.1f} discs more.", to_string(judged.best().move),
                       judged.loss.discs());
}

GameAnalysis Coach::analyze(const Game& game, const std::atomic<bool>& stop,
                            const GameAnalysisProgress& progress) {
    return analyze_game(game, engine_, {.seconds = seconds_a_position, .hints = 1, .book = book_},
                        &stop, progress);
}

std::string evaluation_text(const Line& line, Color to_move) {
    const Score score = line.value.in_discs();
    const std::string_view ahead = to_string(score > Score() ? to_move : opposite(to_move));
    const std::string how = certainty_text(line);
    if (line.kind == ScoreKind::exact || line.kind == ScoreKind::wld) {
        if (score == Score()) return fmt::format("a draw ({})", how);
        if (line.kind == ScoreKind::wld) return fmt::format("{} wins ({})", ahead, how);
        return fmt::format("{} wins by {} ({})", ahead, std::abs(score.whole_discs()), how);
    }
    const double discs = std::abs(score.discs());
    if (discs < 0.05) return fmt::format("even ({})", how);
    return fmt::format("{} is ahead by {:.1f} ({})", ahead, discs, how);
}

std::string hint_text(const std::vector<Line>& lines) {
    std::string text;
    for (const Line& line : lines) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", to_string(line.move),
                            score_text(line));
    }
    return text;
}

} // namespace emilia
