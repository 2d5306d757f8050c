#include "engine/search/root_search.h"

#include "engine/eval/evaluation.h"
#include "engine/search/multi_probcut.h"
#include "engine/search/principal_variation.h"

#include <algorithm>

namespace emilia {
namespace {

constexpr Score outcome_score(Outcome outcome) noexcept {
    return Score::from_discs(static_cast<int>(outcome));
}

Outcome expected_outcome(Score score) noexcept {
    if (score == Score()) return Outcome::draw;
    return score > Score() ? Outcome::win : Outcome::loss;
}

} // namespace

RootSearch::RootSearch(SearchThread& thread, const Board& board, const SearchLimits& limits)
    : thread_(thread), window_(limits.window), zero_windows_(limits.zero_windows) {
    const Bitboard legal = board.legal_moves();
    const auto add = [&](Square square) {
        const Board child = board.after(square);
        moves_.push_back({square, child, Line{}});
        Line& line = moves_.back().line;
        line.move = square;
        line.principal_variation = {square};
        line.score = line.estimate = child.is_over()
                                         ? -Score::from_discs(child.final_score())
                                         : -evaluate(thread.weights, PatternBoard(child));
    };
    for (const Square square : squares_of(legal & ~limits.excluded)) add(square);
    if (legal == 0) add(Square::pass);
    wanted_ = std::min(static_cast<std::size_t>(std::max(limits.lines, 1)), moves_.size());
    std::stable_sort(moves_.begin(), moves_.end(), [](const RootMove& a, const RootMove& b) {
        return a.line.score > b.line.score;
    });
    publish();
}

bool RootSearch::run(const Stage& stage) {
    const bool rehearsal = stage.kind == ScoreKind::wld && stage.confidence != Confidence::certain;
    const std::vector<RootMove> before = moves_;
    const bool finished = search_moves(stage);
    if (rehearsal) {
        if (!finished) moves_ = before;
        for (RootMove& move : moves_) {
            const auto same = [&move](const RootMove& old) { return old.square == move.square; };
            move.line = std::find_if(before.begin(), before.end(), same)->line;
        }
    }
    const Line& best = moves_.front().line;
    if (wanted_ == 1 && best.kind == ScoreKind::wld && best.score >= Score()) proven_ = best;
    publish();
    return finished;
}

bool RootSearch::search_moves(const Stage& stage) {
    thread_.enter();
    const std::vector<RootMove> before = moves_;
    std::size_t searched = 0;
    bool cut_off = false;
    for (; searched < moves_.size() && !cut_off && !thread_.interrupted(); ++searched) {
        // The best `wanted_` of the moves searched so far stand at the front, best first.
        const bool full = searched < wanted_;
        const Score floor =
            full ? min_score : std::max(moves_[wanted_ - 1].line.score, window_.alpha);
        const Score score =
            full ? aspirate(moves_[searched], stage) : value(moves_[searched], floor, stage);
        if (thread_.interrupted()) break;
        if (!full && score <= floor) continue;
        settle(moves_[searched], score, stage);
        const auto from = moves_.begin() + static_cast<std::ptrdiff_t>(searched);
        const auto place = std::upper_bound(
            moves_.begin(),
            moves_.begin() + static_cast<std::ptrdiff_t>(std::min(searched, wanted_)), score,
            [](Score value, const RootMove& move) { return value > move.line.score; });
        std::rotate(place, from, from + 1);
        cut_off = wanted_ == 1 && score >= window_.beta;
    }
    const bool finished = cut_off || searched == moves_.size();
    if (!finished) merge_unfinished(before, searched, stage);
    return finished;
}

void RootSearch::merge_unfinished(const std::vector<RootMove>& before, std::size_t searched,
                                  const Stage& stage) {
    const auto at = [this](std::size_t place) {
        return moves_.begin() + static_cast<std::ptrdiff_t>(place);
    };
    if (searched == 0 || (wanted_ > 1 && stage.kind != ScoreKind::exact)) {
        // Values of different depths, or outcomes and discs, can't be ranked against each other.
        moves_ = before;
    } else if (stage.kind == ScoreKind::wld && moves_.front().line.score < Score()) {
        // All that was searched is lost; the best of the others need not be.
        std::rotate(at(0), at(searched), at(searched + 1));
    } else {
        std::stable_sort(at(0), at(wanted_), [](const RootMove& a, const RootMove& b) {
            return a.line.score > b.line.score;
        });
    }
}

bool RootSearch::is_bound(Score score) const noexcept {
    return (score <= window_.alpha && window_.alpha > min_score)
           || (score >= window_.beta && window_.beta < max_score);
}

void RootSearch::settle(RootMove& move, Score score, const Stage& stage) {
    move.line.score = score;
    if (stage.kind != ScoreKind::wld) move.line.estimate = score;
    move.line.depth = stage.depth;
    const bool certain = stage.confidence == Confidence::certain;
    const bool midgame = stage.kind == ScoreKind::midgame;
    const bool too_shallow_for_trust = midgame && stage.depth <= least_probcut_depth;
    move.line.kind = certain || midgame ? stage.kind : ScoreKind::probable;
    move.line.confidence = too_shallow_for_trust ? Confidence::certain : stage.confidence;
    move.line.principal_variation = {move.square};
    const std::vector<Square> rest =
        stage.kind == ScoreKind::exact && certain && !is_bound(score)
            ? exact_variation(thread_, move.child, (-score).whole_discs())
            : stored_variation(thread_.table, move.child, stage.depth - 1);
    move.line.principal_variation.insert(move.line.principal_variation.end(), rest.begin(),
                                         rest.end());
}

void RootSearch::publish() {
    lines_.clear();
    for (std::size_t i = 0; i < wanted_; ++i) lines_.push_back(moves_[i].line);
    if (!proven_) return;
    const Line& best = lines_.front();
    if (best.kind < ScoreKind::wld
        || expected_outcome(best.score) < expected_outcome(proven_->score)) {
        lines_.front() = *proven_;
    }
}

Score RootSearch::value(const RootMove& move, Score floor, const Stage& stage) {
    if (stage.kind == ScoreKind::wld) return outcome_value(move, floor, stage.confidence);
    if (!zero_windows_ && stage.kind == ScoreKind::midgame)
        return window_value(move.child, floor, window_.beta, stage);
    const Score score = window_value(move.child, floor, floor + score_step, stage);
    if (score <= floor || score >= window_.beta || thread_.interrupted()) return score;
    return window_value(move.child, floor, window_.beta, stage);
}

Score RootSearch::aspirate(const RootMove& move, const Stage& stage) {
    if (stage.kind == ScoreKind::wld) return outcome_value(move, min_score, stage.confidence);
    const Score guess = std::clamp(move.line.estimate, window_.alpha, window_.beta);
    int half_width = stage.kind == ScoreKind::exact ? 200 : 150;
    Score alpha = guess - Score::from_hundredths(half_width);
    Score beta = guess + Score::from_hundredths(half_width);
    bool was_low = false;
    bool was_high = false;
    for (;;) {
        // Searches that trust estimates may contradict each other; then the limits mean nothing.
        alpha = was_low && was_high ? window_.alpha : std::max(alpha, window_.alpha);
        beta = was_low && was_high ? window_.beta : std::min(beta, window_.beta);
        const Score score = window_value(move.child, alpha, beta, stage);
        if (thread_.interrupted() || score <= window_.alpha || score >= window_.beta) return score;
        half_width *= 2;
        // What a search outside its window proved is a limit of the next one.
        if (score <= alpha) {
            was_low = true;
            alpha = score - Score::from_hundredths(half_width);
            beta = score + score_step;
        } else if (score >= beta) {
            was_high = true;
            alpha = score - score_step;
            beta = score + Score::from_hundredths(half_width);
        } else {
            return score;
        }
    }
}

Score RootSearch::window_value(const Board& child, Score alpha, Score beta, const Stage& stage) {
    if (stage.kind == ScoreKind::midgame) {
        MidgameSearch search(thread_, stage.confidence, zero_windows_);
        return -search.search(PatternBoard(child), -beta, -alpha, stage.depth - 1);
    }
    // Outwards to whole discs: a zero window stays one.
    ExactSolver solver(thread_, stage.confidence);
    return -Score::from_discs(solver.solve(child, -beta.ceil_discs(), -alpha.floor_discs()));
}

Score RootSearch::outcome_value(const RootMove& move, Score floor, Confidence confidence) {
    WldSolver solver(thread_, confidence);
    if (floor >= outcome_score(Outcome::win)) return floor;
    if (floor == min_score) {
        return -outcome_score(solver.solve(move.child, expected_outcome(-move.line.estimate)));
    }
    // The questions are the child's: what it cannot reach is what this move is worth.
    if (floor < outcome_score(Outcome::draw) && solver.reaches(move.child, Outcome::win)) {
        return outcome_score(Outcome::loss);
    }
    if (thread_.interrupted()) return floor;
    return outcome_score(solver.reaches(move.child, Outcome::draw) ? Outcome::draw : Outcome::win);
}

} // namespace emilia
