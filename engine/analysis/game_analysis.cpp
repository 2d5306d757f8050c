#include "engine/analysis/game_analysis.h"

#include "engine/base/deadline.h"
#include "engine/board/symmetry.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"

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

/// Returns the end if none of the lines begins with `move`.
template <class Lines>
auto line_of(Lines& lines, Square move) {
    return std::find_if(lines.begin(), lines.end(),
                        [move](const Line& line) { return line.move == move; });
}

bool by_value(const Line& a, const Line& b) {
    return a.value.in_discs() > b.value.in_discs();
}

class Analyst {
public:
    Analyst(Engine& engine, const AnalysisSettings& settings, const std::atomic<bool>* stop)
        : engine_(engine), settings_(settings), stop_(stop) {}

    [[nodiscard]] Judgement analyze(const Position& position, Square move) {
        const Board& board = position.board;
        Judgement judgement{.number = 61 - board.empties(),
                            .before = position,
                            .move = move,
                            .lines = {},
                            .played = {},
                            .loss = {}};
        std::vector<Line> best; // of each iteration
        judgement.lines = best_moves(board, best);
        if (const auto line = line_of(judgement.lines, move); line != judgement.lines.end()) {
            judgement.played = *line;
        } else if (auto twin = mirrored(judgement.best(), board, move)) {
            judgement.played = std::move(*twin);
        } else {
            compare(judgement, best);
        }
        if (settings_.book) consult_book(judgement);
        // The search of the played move alone may score it above the best move.
        if (by_value(judgement.played, judgement.best()))
            put_first(judgement.lines, judgement.played);
        judgement.loss = judgement.best().value.in_discs() - judgement.played.value.in_discs();
        judgement.equivalent = is_equivalent(judgement);
        return judgement;
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

    std::vector<Line> best_moves(const Board& board, std::vector<Line>& best) {
        const auto note = [&best](const SearchResult& sofar) {
            best.push_back(sofar.lines.front());
        };
        return engine_
            .search(board, limits(board, settings_.lines, share_of_the_best), {.iteration = note})
            .lines;
    }

    /// Searches the played move alone, as deeply as the best move. If the time is too short for
    /// that, compares both at the depth that was reached.
    void compare(Judgement& judgement, const std::vector<Line>& best) {
        const Board& board = judgement.before.board;
        SearchLimits limits = this->limits(board, 1, 1 - share_of_the_best);
        go_as_far(limits, judgement.best(), board.empties());
        limits.excluded = board.legal_moves() & ~bit(judgement.move);
        judgement.played = engine_.search(board, limits).lines.front();
        const auto rival = std::find_if(best.rbegin(), best.rend(), [&](const Line& line) {
            return is_alike(line, judgement.played);
        });
        if (rival == best.rend() || is_alike(judgement.played, judgement.best())) return;
        const Score loss = rival->value.in_discs() - judgement.played.value.in_discs();
        judgement.played.value = judgement.best().value.in_discs() - std::max(Score(), loss);
    }

    void consult_book(Judgement& judgement) const {
        const Board& board = judgement.before.board;
        std::vector<Line> lines = judgement.lines;
        if (line_of(lines, judgement.move) == lines.end()) lines.push_back(judgement.played);
        lines = with_book(std::move(lines), board, *settings_.book);
        judgement.played = *line_of(lines, judgement.move);
        lines.resize(std::min(lines.size(), judgement.lines.size()));
        judgement.lines = std::move(lines);
    }

    static bool is_equivalent(const Judgement& judgement) {
        if (mirrored(judgement.best(), judgement.before.board, judgement.move)) return true;
        return judgement.is_exact() && judgement.loss == Score();
    }

    Engine& engine_;
    const AnalysisSettings& settings_;
    const std::atomic<bool>* stop_;
};

} // namespace

double MoveSummary::equivalent_fraction() const noexcept {
    return moves == 0 ? 0 : static_cast<double>(equivalent) / moves;
}

double MoveSummary::mean_loss() const noexcept {
    return moves == 0 ? 0 : loss.discs() / moves;
}

MoveSummary& MoveSummary::operator+=(const MoveSummary& other) noexcept {
    moves += other.moves;
    equivalent += other.equivalent;
    loss = loss + other.loss;
    return *this;
}

MoveSummary AnalyzedGame::summary(Color player, int first, int last) const noexcept {
    MoveSummary summary;
    for (const Judgement& move : judgements) {
        if (move.before.to_move != player || move.number < first || move.number > last) continue;
        summary += {.moves = 1, .equivalent = move.equivalent ? 1 : 0, .loss = move.loss};
    }
    return summary;
}

GameTotals AnalyzedGame::totals() const {
    const auto of = [this](Color color, const std::string& name) {
        PlayerTotals totals{name, summary(color), {}};
        for (std::size_t i = 0; i < game_parts.size(); ++i)
            totals.parts[i] = summary(color, game_parts[i].first, game_parts[i].last);
        return totals;
    };
    return {of(Color::black, record.black_name), of(Color::white, record.white_name)};
}

GameKey key_of(const Game& game) {
    return {game.black_name, game.white_name,         game.event,
            game.date,       to_string(game.start()), to_string(moves_of(game))};
}

std::optional<int> AnalyzedGame::exact_from() const noexcept {
    std::optional<int> from;
    for (auto last = judgements.rbegin(); last != judgements.rend() && last->is_exact(); ++last)
        from = last->number;
    return from;
}

bool is_turning_point(const Judgement& move) noexcept {
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

Score score_with_book(const Line& searched, const Board& board, const Board* before, Square move,
                      const OpeningBook& book) {
    const Score score = searched.value.in_discs();
    const auto sees_farther = [&searched](Depth depth) {
        return searched.kind < ScoreKind::wld && depth > searched.depth;
    };
    const std::vector<BookLine> known = book.lines(board);
    if (!known.empty()) {
        const Line& best = known.front().line;
        return sees_farther(best.depth) ? best.value.score() : score;
    }
    if (before == nullptr) return score;
    for (const auto& [line, doubt, games] : book.lines(*before)) {
        if (line.move == move && sees_farther(line.depth - 1)) return -line.value.score();
    }
    return score;
}

std::vector<Line> with_book(std::vector<Line> lines, const Board& board, const OpeningBook& book) {
    for (const BookLine& known : book.lines(board)) {
        const auto line = line_of(lines, known.line.move);
        if (line == lines.end() || line->kind == ScoreKind::exact || line->kind == ScoreKind::wld
            || line->depth >= known.line.depth) {
            continue;
        }
        *line = known.line;
    }
    std::stable_sort(lines.begin(), lines.end(), by_value);
    return lines;
}

AnalyzedGame analyze_game(const Game& game, Engine& engine, const AnalysisSettings& settings,
                          const std::atomic<bool>* stop, const AnalysisProgress& progress) {
    std::vector<std::pair<Position, Square>> played;
    Position position = game.start();
    for (const PlayedMove& move : game.moves()) {
        if (move.move != Square::pass) played.emplace_back(position, move.move);
        position = position.after(move.move);
    }
    AnalyzedGame analyzed{.record = game, .settings = settings.recorded};
    Analyst analyst(engine, settings, stop);
    for (auto move = played.rbegin(); move != played.rend(); ++move) {
        Judgement judgement = analyst.analyze(move->first, move->second);
        if (is_stopped(stop)) { // this move is not finished
            analyzed.complete = false;
            break;
        }
        analyzed.judgements.push_back(std::move(judgement));
        if (progress) progress(analyzed.judgements.size(), played.size());
    }
    std::reverse(analyzed.judgements.begin(), analyzed.judgements.end());
    return analyzed;
}

} // namespace emilia
