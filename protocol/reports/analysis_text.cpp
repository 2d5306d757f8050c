#include "protocol/reports/analysis_text.h"

#include "book/opening_names.h"
#include "engine/analysis/reachable.h"
#include "engine/base/numbers.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/reports/result_text.h"

#include <algorithm>

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

std::string move_text(const Judgement& move) {
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

std::string turning_point_text(const Judgement& move) {
    return fmt::format("move {}, {} by {}: {} instead of {} with {}\n", move.number,
                       to_string(move.move), to_string(move.before.to_move),
                       standing_text(move.played), standing_text(move.best()),
                       to_string(move.best().move));
}

/// The share of equivalent moves and the discs lost per move; dashes if there are no moves.
std::string summary_text(const MoveSummary& summary) {
    if (summary.moves == 0) return fmt::format("{:>5}  {:>5}", "-", "-");
    return fmt::format("{:5.2f}  {:5.2f}", summary.equivalent_fraction(), summary.mean_loss());
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

std::string note_on(const AnalyzedGame& game) {
    std::string note;
    const auto add = [&note](const std::string& sentence) {
        note += note.empty() ? sentence : " " + sentence;
    };
    if (const Position& end = game.record.position(); !end.board.is_over()) {
        const int empties = end.board.empties();
        add(fmt::format("Unfinished: {} {} left.",
                        counted(static_cast<std::uint64_t>(empties), "empty square"),
                        empties == 1 ? "is" : "are"));
    }
    if (!game.complete) add("Stopped: only the last moves are analyzed.");
    if (const auto from = game.exact_from()) add(fmt::format("Exact from move {} on.", *from));
    return note;
}

std::string note_on(const Position& position) {
    const auto why = why_unreachable(position.board);
    return why ? fmt::format("No game reaches this board: {}.", *why) : "";
}

std::string analysis_text(const AnalyzedGame& game) {
    std::string text = title_of(game.record);
    const std::string opening(opening_name(game.record));
    for (const std::string& part :
         {result_of(game.record), game.record.event, game.record.date, opening}) {
        if (!part.empty()) text += fmt::format(", {}", part);
    }
    text += fmt::format("\n{:>3}     {:4}  {:>7}  {:>7}  {:4}  {:21}  {}\n", "#", "move", "score",
                        "lost", "best", "search", "best line");
    std::string turns;
    for (const Judgement& move : game.judgements) {
        text += move_text(move);
        if (is_turning_point(move)) turns += turning_point_text(move);
    }
    text += "best: = the played move, ~ a move equal to it\n";
    if (!turns.empty()) text += "\nTurning points\n" + turns;
    if (const std::string note = note_on(game); !note.empty()) text += note + '\n';
    return text;
}

void PlayerTable::add(const GameTotals& game) {
    add(game.black, name_or(game.black.name, "Black"));
    add(game.white, name_or(game.white.name, "White"));
}

void PlayerTable::add(const PlayerTotals& player, std::string_view name) {
    auto row = std::find_if(rows_.begin(), rows_.end(),
                            [name](const Row& other) { return other.player.name == name; });
    if (row == rows_.end()) {
        rows_.emplace_back();
        row = std::prev(rows_.end());
        row->player.name = name;
    }
    ++row->games;
    row->player.all += player.all;
    for (std::size_t i = 0; i < game_parts.size(); ++i) row->player.parts[i] += player.parts[i];
}

std::string PlayerTable::text() const {
    if (rows_.empty()) return "";
    std::string text = fmt::format("{:24}  {:>5}", "player", "games");
    for (const GamePart& part : game_parts) text += fmt::format("   moves {:>6}", part.name);
    text += "      all moves\n";
    text += fmt::format("{:24}  {:>5}", "", "");
    for (std::size_t i = 0; i <= game_parts.size(); ++i) text += "   equal   lost";
    text += '\n';
    for (const Row& row : rows_) {
        text += fmt::format("{:24}  {:5}", row.player.name, row.games);
        for (const MoveSummary& part : row.player.parts) text += "   " + summary_text(part);
        text += fmt::format("   {}\n", summary_text(row.player.all));
    }
    return text
           + "equal: share of moves that are best, the mirror image of the best or, where\n"
             "solved, equally good; lost: discs per move\n";
}

} // namespace emilia
