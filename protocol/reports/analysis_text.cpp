#include "protocol/reports/analysis_text.h"

#include "book/openings.h"
#include "engine/analysis/reachable.h"
#include "engine/base/numbers.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/reports/result_text.h"

#include <fmt/format.h>

namespace emilia {
namespace {

std::string name_or(const std::string& name, std::string_view otherwise) {
    return name.empty() ? std::string(otherwise) : name;
}

std::string standing_text(const Line& line) {
    const Score score = line.value.in_discs();
    const char* const side = score > Score() ? "ahead" : "behind";
    if (line.kind == ScoreKind::exact) {
        if (score == Score()) return "a draw";
        return fmt::format("{} {}", std::abs(score.whole_discs()), side);
    }
    if (expected_outcome(line) == Outcome::draw) return "about even";
    return fmt::format("about {:.1f} {}", std::abs(score.discs()), side);
}

std::string move_text(const AnalyzedMove& move) {
    const bool best = move.move == move.best().move;
    const std::string loss = move.loss == Score() ? "" : fmt::format("{:.2f}", move.loss.discs());
    return fmt::format("{:3}  {}  {:4}  {:>7}  {:>7}  {:4}  {:21}  {}\n", move.number,
                       move.before.to_move == Color::black ? 'X' : 'O', to_string(move.move),
                       score_text(move.played), loss,
                       best              ? "="
                       : move.equivalent ? fmt::format("~{}", to_string(move.best().move))
                                         : to_string(move.best().move),
                       certainty_text(move.best()), to_string(move.best().principal_variation));
}

std::string turning_point_text(const AnalyzedMove& move) {
    return fmt::format("move {}, {} by {}: {} instead of {} with {}\n", move.number,
                       to_string(move.move), to_string(move.before.to_move),
                       standing_text(move.played), standing_text(move.best()),
                       to_string(move.best().move));
}

} // namespace

std::string title_of(const Game& game) {
    return fmt::format("{} – {}", name_or(game.black_name, "Black"),
                       name_or(game.white_name, "White"));
}

std::string result_of(const Game& game) {
    const Position& end = game.position();
    if (end.board.is_over()) {
        const int score = end.board.final_score();
        return to_disc_counts(result_of_lead(end.to_move == Color::black ? score : -score))
            .value_or("");
    }
    return game.result ? to_disc_counts(*game.result).value_or("") : "";
}

std::string note_on(const Game& game, const GameAnalysis& analysis) {
    std::string note;
    const auto add = [&note](const std::string& sentence) {
        note += note.empty() ? sentence : " " + sentence;
    };
    if (!game.position().board.is_over()) {
        const int empties = game.position().board.empties();
        add(fmt::format("Unfinished: {} {} left.",
                        counted(static_cast<std::uint64_t>(empties), "empty square"),
                        empties == 1 ? "is" : "are"));
    }
    if (!analysis.complete) add("Stopped: only the last moves are analyzed.");
    if (const auto from = analysis.exact_from()) add(fmt::format("Exact from move {} on.", *from));
    return note;
}

std::string note_on(const Position& position) {
    const auto why = why_unreachable(position.board);
    return why ? fmt::format("No game reaches this board: {}.", *why) : "";
}

std::string heading_text(const Game& game) {
    std::string text = title_of(game);
    const std::string opening(opening_name(game));
    for (const std::string& part : {result_of(game), game.event, game.date, opening}) {
        if (!part.empty()) text += fmt::format(", {}", part);
    }
    return text + '\n';
}

std::string moves_text(const GameAnalysis& analysis) {
    std::string text = fmt::format("{:>3}     {:4}  {:>7}  {:>7}  {:4}  {:21}  {}\n", "#", "move",
                                   "score", "lost", "best", "search", "best line");
    for (const AnalyzedMove& move : analysis.moves) text += move_text(move);
    text += "best: = the played move, ~ a move equal to it\n";
    const auto points = analysis.turning_points();
    if (!points.empty()) text += "\nTurning points\n";
    for (const std::size_t point : points) text += turning_point_text(analysis.moves[point]);
    return text;
}

} // namespace emilia
