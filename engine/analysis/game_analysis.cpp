#include "engine/analysis/game_analysis.h"

#include "engine/board/symmetry.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace emilia {
namespace {

/// The part of a position's time for the search of all moves. The rest is for the played move.
constexpr double share_of_the_best = 0.6;

/// Whether two lines come from equally deep and selective searches, so that their scores compare.
bool is_alike(const Line& a, const Line& b) noexcept {
    return a.kind == b.kind && a.depth == b.depth && a.confidence == b.confidence;
}

/// Keeps the best line of each iteration, for comparisons at the same depth.
class BestByDepth {
public:
    void note(const SearchResult& sofar) { lines_.push_back(sofar.lines.front()); }

    /// The best line of the last iteration that was as deep and selective as `line`, if any.
    [[nodiscard]] std::optional<Line> like(const Line& line) const {
        const auto found = std::find_if(lines_.rbegin(), lines_.rend(),
                                        [&line](const Line& best) { return is_alike(best, line); });
        return found == lines_.rend() ? std::nullopt : std::optional(*found);
    }

private:
    std::vector<Line> lines_;
};

/// Limits a search to the depth and confidence that `best` was searched with.
void go_as_far(SearchLimits& limits, const Line& best, int empties) {
    limits.probable_at = limits.exact_at = 0;
    if (best.kind == ScoreKind::exact || best.kind == ScoreKind::probable) {
        limits.exact_at = empties;
        limits.end_confidence = best.confidence;
    } else {
        limits.depth = std::max(1, best.depth);
    }
}

std::optional<Line> line_of(const std::vector<Line>& lines, Square move) {
    const auto found = std::find_if(lines.begin(), lines.end(),
                                    [move](const Line& line) { return line.move == move; });
    return found == lines.end() ? std::nullopt : std::optional(*found);
}

bool by_value(const Line& a, const Line& b) {
    return a.value.in_discs() > b.value.in_discs();
}

class Analyst {
public:
    Analyst(Engine& engine, const GameAnalysisSettings& settings, const std::atomic<bool>* stop)
        : engine_(engine), settings_(settings), stop_(stop) {}

    [[nodiscard]] bool stopped() const {
        return stop_ != nullptr && stop_->load(std::memory_order_relaxed);
    }

    [[nodiscard]] AnalyzedMove analyze(const Position& position, Square move) {
        const Board& board = position.board;
        AnalyzedMove analyzed{.number = 61 - board.empties(),
                              .before = position,
                              .move = move,
                              .hints = {},
                              .played = {},
                              .loss = {}};
        BestByDepth best;
        analyzed.hints = best_moves(board, best);
        analyzed.played = line_of(analyzed.hints, move).value_or(Line{});
        if (analyzed.played.move == Square::none) compare(analyzed, best);
        if (settings_.book) consult_book(analyzed);
        // The search of the played move alone may score it above the best move.
        if (by_value(analyzed.played, analyzed.best())) put_first(analyzed.hints, analyzed.played);
        analyzed.loss = analyzed.best().value.in_discs() - analyzed.played.value.in_discs();
        analyzed.equivalent = is_equivalent(analyzed);
        return analyzed;
    }

private:
    /// Puts a line before the others, of which the last one makes room.
    static void put_first(std::vector<Line>& lines, const Line& best) {
        const std::size_t size = lines.size();
        std::erase_if(lines, [&best](const Line& line) { return line.move == best.move; });
        lines.insert(lines.begin(), best);
        lines.resize(std::min(size, lines.size()));
    }

    SearchLimits limits(const Board& board, int lines, double share) const {
        SearchLimits limits = engine_.analysis_limits(board, lines, settings_.seconds, stop_);
        limits.wld_at = 0; // an outcome does not give a loss in discs
        if (limits.deadline) {
            const auto now = Clock::now();
            limits.deadline =
                now + std::chrono::duration_cast<Clock::duration>((*limits.deadline - now) * share);
        }
        return limits;
    }

    std::vector<Line> best_moves(const Board& board, BestByDepth& best) {
        const auto note = [&best](const SearchResult& sofar) { best.note(sofar); };
        return engine_
            .search(board, limits(board, settings_.hints, share_of_the_best), {.iteration = note})
            .lines;
    }

    /// Searches the played move alone, as deeply as the best move. If the time is too short for
    /// that, compares both at the depth that was reached.
    void compare(AnalyzedMove& analyzed, const BestByDepth& best) {
        const Board& board = analyzed.before.board;
        SearchLimits limits = this->limits(board, 1, 1 - share_of_the_best);
        go_as_far(limits, analyzed.best(), board.empties());
        limits.excluded = board.legal_moves() & ~bit(analyzed.move);
        analyzed.played = engine_.search(board, limits).lines.front();
        const auto rival = best.like(analyzed.played);
        if (!rival || is_alike(analyzed.played, analyzed.best())) return;
        const Score loss = rival->value.in_discs() - analyzed.played.value.in_discs();
        analyzed.played.value = analyzed.best().value.in_discs() - std::max(Score(), loss);
    }

    void consult_book(AnalyzedMove& analyzed) const {
        const Board& board = analyzed.before.board;
        std::vector<Line> lines = analyzed.hints;
        if (!line_of(lines, analyzed.move)) lines.push_back(analyzed.played);
        lines = with_book(std::move(lines), board, *settings_.book);
        analyzed.played = *line_of(lines, analyzed.move);
        lines.resize(std::min(lines.size(), analyzed.hints.size()));
        analyzed.hints = std::move(lines);
    }

    static bool is_equivalent(const AnalyzedMove& analyzed) {
        const Square best = analyzed.best().move;
        if (analyzed.move == best) return true;
        const Board& board = analyzed.before.board;
        if (canonical(board.after(best)) == canonical(board.after(analyzed.move))) return true;
        return analyzed.is_exact() && analyzed.loss == Score();
    }

    Engine& engine_;
    const GameAnalysisSettings& settings_;
    const std::atomic<bool>* stop_;
};

} // namespace

double MoveSummary::equivalent_fraction() const noexcept {
    return moves == 0 ? 0 : static_cast<double>(equivalent) / moves;
}

double MoveSummary::mean_loss() const noexcept {
    return moves == 0 ? 0 : loss.discs() / moves;
}

MoveSummary GameAnalysis::summary(Color player, int first, int last) const noexcept {
    MoveSummary summary;
    for (const AnalyzedMove& move : moves) {
        if (move.before.to_move != player || move.number < first || move.number > last) continue;
        ++summary.moves;
        summary.equivalent += move.equivalent ? 1 : 0;
        summary.loss = summary.loss + move.loss;
    }
    return summary;
}

std::optional<int> GameAnalysis::exact_from() const noexcept {
    std::optional<int> from;
    for (auto move = moves.rbegin(); move != moves.rend() && move->is_exact(); ++move)
        from = move->number;
    return from;
}

std::vector<std::size_t> GameAnalysis::turning_points() const {
    std::vector<std::size_t> points;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (is_turning_point(moves[i])) points.push_back(i);
    }
    return points;
}

bool is_turning_point(const AnalyzedMove& move) noexcept {
    constexpr Score great = Score::from_discs(4);
    constexpr Score small = Score::from_discs(1);
    const bool worse = expected_outcome(move.played) < expected_outcome(move.best());
    return move.loss >= great || (worse && move.loss >= small);
}

Outcome expected_outcome(const Line& line) noexcept {
    constexpr Score near = Score::from_hundredths(50);
    const Score score = line.value.in_discs();
    const bool close = line.kind < ScoreKind::wld && score <= near && score >= -near;
    return close ? Outcome::draw : outcome_of(score);
}

std::vector<Line> with_book(std::vector<Line> lines, const Board& board, const OpeningBook& book) {
    for (const BookLine& known : book.lines(board)) {
        const auto line = std::find_if(lines.begin(), lines.end(), [&known](const Line& other) {
            return other.move == known.line.move;
        });
        if (line == lines.end() || line->kind == ScoreKind::exact || line->kind == ScoreKind::wld
            || line->depth >= known.line.depth) {
            continue;
        }
        *line = known.line;
    }
    std::stable_sort(lines.begin(), lines.end(), by_value);
    return lines;
}

GameAnalysis analyze_game(const Game& game, Engine& engine, const GameAnalysisSettings& settings,
                          const std::atomic<bool>* stop, const GameAnalysisProgress& progress) {
    std::vector<std::pair<Position, Square>> played;
    Position position = game.start();
    for (const PlayedMove& move : game.moves()) {
        if (move.move != Square::pass) played.emplace_back(position, move.move);
        position = position.after(move.move);
    }
    GameAnalysis analysis;
    Analyst analyst(engine, settings, stop);
    for (auto move = played.rbegin(); move != played.rend(); ++move) {
        AnalyzedMove analyzed = analyst.analyze(move->first, move->second);
        if (analyst.stopped()) { // this move is not finished
            analysis.complete = false;
            break;
        }
        analysis.moves.push_back(std::move(analyzed));
        if (progress) progress(analysis.moves.size(), played.size());
    }
    std::reverse(analysis.moves.begin(), analysis.moves.end());
    return analysis;
}

} // namespace emilia
