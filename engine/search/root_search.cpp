#include "engine/search/root_search.h"

#include "engine/base/constants.h"
#include "engine/eval/evaluation.h"
#include "engine/search/midgame_search.h"
#include "engine/search/ordering.h"
#include "engine/search/probcut.h"
#include "engine/search/solvers.h"
#include "engine/search/team.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace emilia {
namespace {

constexpr Score outcome_score(Outcome outcome) noexcept {
    return Score::from_discs(sign(outcome));
}

ScoreKind score_kind(const Iteration& iteration) noexcept {
    if (iteration.method == SearchMethod::midgame) return ScoreKind::midgame;
    if (iteration.confidence != Confidence::certain) return ScoreKind::probable;
    return iteration.method == SearchMethod::wld ? ScoreKind::wld : ScoreKind::exact;
}

/// The confidence of the iteration's scores: a midgame search of few plies prunes nothing.
Confidence score_confidence(const Iteration& iteration) noexcept {
    const bool too_shallow_to_prune =
        iteration.method == SearchMethod::midgame && iteration.depth <= least_probcut_depth;
    return too_shallow_to_prune ? Confidence::certain : iteration.confidence;
}

void take_score(Line& line, Score score, const Iteration& iteration) {
    line.value = iteration.method == SearchMethod::wld
                     ? LineValue(outcome_of(score), line.value.estimate())
                     : LineValue(score);
    line.depth = iteration.depth;
    line.kind = score_kind(iteration);
    line.confidence = score_confidence(iteration);
}

/// How far from the expected score the first window of an iteration ends.
Score half_window(const Iteration& iteration) noexcept {
    return iteration.method == SearchMethod::exact
               ? Score::from_discs(2)
               : in_steps(Score::from_hundredths(constants::half_window));
}

Score bonus_in(const Iteration& iteration, Score bonus) noexcept {
    return iteration.method == SearchMethod::wld ? Score() : bonus;
}

} // namespace

RootSearch::RootSearch(SearchThread& thread, const Board& board, const SearchLimits& limits)
    : thread_(thread),
      board_(board),
      wanted_(static_cast<std::size_t>(std::max(limits.lines, 1))),
      with_bonus_(limits.bonus != nullptr),
      window_{floor_in_steps(limits.window.alpha), -floor_in_steps(-limits.window.beta)} {
    assert(!with_bonus_ || wanted_ == 1);
    const Bitboard legal = board.legal_moves();
    const auto add = [&](Square square) {
        const Board child = board.after(square);
        const auto leads_there = [key = canonical(child)](const RootMove& move) {
            return canonical(move.child) == key;
        };
        const auto twin = std::find_if(moves_.begin(), moves_.end(), leads_there);
        if (twin != moves_.end()) {
            twin->twins.push_back(square);
            // The one that an earlier search knows is searched.
            if (thread.table.probe(child, hash(child))
                && !thread.table.probe(twin->child, hash(twin->child))) {
                twin->line = mirrored(twin->line, board, square).value();
                std::swap(twin->square, twin->twins.back());
                twin->child = child;
            }
            return;
        }
        moves_.push_back({square, child, Line{}});
        if (with_bonus_) moves_.back().bonus = limits.bonus(child);
        Line& line = moves_.back().line;
        line.move = square;
        line.principal_variation = {square};
        line.value = child.is_over() ? -Score::from_discs(child.final_score())
                                     : -evaluate(thread.weights, PatternBoard(child));
    };
    for (const Square square : squares_of(legal & ~limits.excluded)) add(square);
    if (legal == 0) add(Square::pass);
    count_ = std::min(wanted_, moves_.size());
    std::stable_sort(moves_.begin(), moves_.end(), [](const RootMove& a, const RootMove& b) {
        return a.line.value.score() + a.bonus > b.line.value.score() + b.bonus;
    });
    update_lines();
}

bool RootSearch::run(const Iteration& iteration) {
    const std::vector<RootMove> before = moves_;
    const std::optional<std::size_t> interrupted_at = search_moves(iteration);
    const bool orders_only =
        iteration.method == SearchMethod::wld && iteration.confidence != Confidence::certain;
    if (orders_only && (interrupted_at || count_ > 1)) {
        moves_ = before;
    } else if (orders_only) {
        keep_lines(before);
    } else if (interrupted_at) {
        keep_comparable(before, *interrupted_at, iteration);
    }
    const Line& best = moves_.front().line;
    if (count_ == 1 && best.kind == ScoreKind::wld && best.value.outcome() >= Outcome::draw)
        proven_ = best;
    update_lines();
    return !interrupted_at;
}

std::optional<std::size_t> RootSearch::search_moves(const Iteration& iteration) {
    thread_.enter();
    for (RootMove& move : moves_) {
        move.refuted = false;
        move.at_least.reset();
    }
    for (std::size_t searched = 0; searched < moves_.size(); ++searched) {
        if (thread_.interrupted()) return searched;
        const bool is_line = searched < count_;
        if (!is_line && thread_.team != nullptr && thread_.team->has_others()) {
            refute_moves(searched, iteration);
            if (thread_.interrupted()) return searched;
        }
        RootMove& move = moves_[searched];
        if (move.refuted) continue;
        const Score floor = is_line ? min_score : floor_of(move, iteration);
        const Nodes before = thread_.nodes_of_all();
        const Score score =
            is_line ? aspirate(move, iteration) : score_above(move, floor, iteration);
        if (thread_.interrupted()) return searched;
        move.effort = thread_.nodes_of_all() - before;
        move.at_most = score;
        if (!is_line && score <= floor) continue;
        record(move, score, iteration);
        // The best of the moves searched so far stand at the front, best first.
        const auto place = std::upper_bound(
            at(0), at(std::min(searched, count_)), score + bonus_in(iteration, move.bonus),
            [&iteration](Score sum, const RootMove& other) {
                return sum > other.found + bonus_in(iteration, other.bonus);
            });
        std::rotate(place, at(searched), at(searched + 1));
        if (count_ == 1 && score >= window_.beta && !with_bonus_) break;
    }
    return std::nullopt;
}

Score RootSearch::floor_of(const RootMove& move, const Iteration& iteration) const noexcept {
    const RootMove& worst = moves_[count_ - 1];
    const Score sum = worst.found + bonus_in(iteration, worst.bonus);
    const Score floor = floor_in_steps(sum - bonus_in(iteration, move.bonus));
    return with_bonus_ ? floor : std::max(floor, window_.alpha);
}

/// Has all threads look among the moves from place `first` on for one that is above its floor. Puts
/// it into that place, and marks those that are not above.
void RootSearch::refute_moves(std::size_t first, const Iteration& iteration) {
    const auto begin = at(first);
    Bitboard open = 0;
    for (auto move = begin; move != moves_.end(); ++move) {
        if (!move->refuted) open |= bit(move->square);
    }
    const auto with = [&](Square square) {
        return std::find_if(begin, moves_.end(),
                            [square](const RootMove& move) { return move.square == square; });
    };
    /// The open moves, as `search_moves` asks for them.
    struct Open {
        const RootSearch& root;
        const Iteration& iteration;
        const decltype(with)& root_move;
        const decltype(moves_.end()) end;
        const int plies;
        OrderedMoves all;
        Square better = Square::none;

        static Square first() noexcept { return Square::none; }
        static bool is_shareable() noexcept { return true; }
        void order() {
            for (OrderedMove& move : all.all())
                move.value = static_cast<int>(end - root_move(move.square));
        }
        Score floor_of(const OrderedMove& move) const {
            return root.floor_of(*root_move(move.square), iteration);
        }
        Score value_of(SearchThread& worker, const OrderedMove& move) const {
            return test(worker, all.child(move), floor_of(move), iteration);
        }
        bool take(const OrderedMove& move, Score score) {
            RootMove& taken = *root_move(move.square);
            if (score > floor_of(move)) {
                better = move.square;
                taken.at_least = score;
                return true;
            }
            taken.refuted = true;
            taken.at_most = score;
            return false;
        }
    };
    Open moves{*this, iteration, with, moves_.end(), iteration.depth, {board_, open}};
    static_cast<void>(emilia::search_moves(thread_, moves));
    if (moves.better != Square::none)
        std::rotate(begin, with(moves.better), with(moves.better) + 1);
}

void RootSearch::put_easiest_first(const Iteration& iteration) {
    // Measured: with other numbers of empties, or after a surer search, this costs more nodes than
    // it saves.
    constexpr int from_empties = 21;
    constexpr int to_empties = 25;
    if (iteration.method != SearchMethod::exact || iteration.confidence != Confidence::low
        || iteration.depth < from_empties || iteration.depth > to_empties || count_ > 1
        || with_bonus_) {
        return;
    }
    const Score score = moves_.front().found;
    if (is_bound(score)) return;
    auto easiest = moves_.begin();
    // Measured: a smaller difference between selective searches says nothing about the next one.
    Nodes least = easiest->effort / 2;
    for (auto move = moves_.begin() + 1; move != moves_.end(); ++move) {
        if (move->at_most < score) continue;
        const Nodes before = thread_.nodes_of_all();
        const Score found = test(thread_, move->child, score - Score::from_discs(1), iteration);
        if (thread_.interrupted()) return;
        const Nodes effort = thread_.nodes_of_all() - before;
        if (found < score || effort >= least) continue;
        easiest = move;
        least = effort;
    }
    if (easiest == moves_.begin()) return;
    record(*easiest, score, iteration);
    std::rotate(moves_.begin(), easiest, easiest + 1);
    update_lines();
}

/// After an interruption: keeps what the iteration found as far as it can be ranked against the
/// moves that were not searched. `before` are the moves as they stood before the iteration.
void RootSearch::keep_comparable(const std::vector<RootMove>& before, std::size_t searched,
                                 const Iteration& iteration) {
    if (searched == 0 || (count_ > 1 && iteration.method != SearchMethod::exact)) {
        // Scores of different depths don't compare, nor do outcomes and discs.
        moves_ = before;
    } else if (count_ == 1 && at(searched)->at_least) {
        record_at_least(*at(searched), iteration);
        std::rotate(at(0), at(searched), at(searched + 1));
    } else if (iteration.method == SearchMethod::wld && moves_.front().found < Score()) {
        // All moves searched lose. The best of the others may not; other threads may have found
        // that some of them do.
        const auto open = std::find_if(at(searched), moves_.end(),
                                       [](const RootMove& move) { return !move.refuted; });
        if (open != moves_.end()) std::rotate(moves_.begin(), open, open + 1);
    } else {
        // Some may have discs, and others still the outcome that the solver before found.
        std::stable_sort(at(0), at(count_), [](const RootMove& a, const RootMove& b) {
            return a.line.value.in_discs() > b.line.value.in_discs();
        });
    }
}

/// Keeps the order of the iteration, but the lines of `before`. A new best move is taken to be
/// worth as much as the one before.
void RootSearch::keep_lines(const std::vector<RootMove>& before) {
    std::vector<Square> variation = std::move(moves_.front().line.principal_variation);
    for (RootMove& move : moves_) {
        const auto same = [&move](const RootMove& old) { return old.square == move.square; };
        move.line = std::find_if(before.begin(), before.end(), same)->line;
    }
    RootMove& best = moves_.front();
    if (best.square == before.front().square) return;
    best.line = before.front().line;
    best.line.move = best.square;
    best.line.principal_variation = std::move(variation);
}

bool RootSearch::is_bound(Score score) const noexcept {
    return (score <= window_.alpha && window_.alpha > min_score)
           || (score >= window_.beta && window_.beta < max_score);
}

void RootSearch::record(RootMove& move, Score score, const Iteration& iteration) {
    move.found = score;
    take_score(move.line, score, iteration);
    move.line.principal_variation = variation(move, score, iteration);
}

/// A bound is no exact score, but may prove a win.
void RootSearch::record_at_least(RootMove& move, const Iteration& iteration) {
    Line& line = move.line;
    take_score(line, *move.at_least, iteration);
    if (line.kind == ScoreKind::exact && outcome_of(*move.at_least) == Outcome::win) {
        line.kind = ScoreKind::wld;
        line.value = LineValue(Outcome::win, *move.at_least);
    } else if (line.kind == ScoreKind::exact) {
        line.kind = ScoreKind::probable;
        line.confidence = Confidence::very_high;
    }
    line.principal_variation =
        stored_variation(thread_.table, thread_.weights, move.child, iteration.depth - 1);
    line.principal_variation.insert(line.principal_variation.begin(), move.square);
}

std::vector<Square> RootSearch::variation(const RootMove& move, Score score,
                                          const Iteration& iteration) {
    std::vector<Square> line;
    if (move.line.kind == ScoreKind::wld) {
        line = outcome_variation(thread_, move.child, opposite(outcome_of(score)));
    } else if (move.line.kind == ScoreKind::exact && !is_bound(score)) {
        line = exact_variation(thread_, move.child, -score);
    } else {
        line = stored_variation(thread_.table, thread_.weights, move.child, iteration.depth - 1);
    }
    line.insert(line.begin(), move.square);
    return line;
}

void RootSearch::update_lines() {
    lines_.clear();
    for (std::size_t i = 0; i < count_; ++i) {
        const Line& line = i == 0 && keeps_proven() ? *proven_ : moves_[i].line;
        lines_.push_back(line);
        for (const Square twin : moves_[i].twins) {
            if (auto same = mirrored(line, board_, twin)) lines_.push_back(std::move(*same));
        }
    }
    lines_.resize(std::min(lines_.size(), wanted_));
}

bool RootSearch::keeps_proven() const noexcept {
    if (!proven_) return false;
    const Line& best = moves_.front().line;
    return best.kind < ScoreKind::wld
           || best.value.outcome().value_or(outcome_of(best.value.estimate()))
                  < proven_->value.outcome();
}

Score RootSearch::score_above(RootMove& move, Score floor, const Iteration& iteration) {
    const Score score = test(thread_, move.child, floor, iteration);
    if (iteration.method == SearchMethod::wld || score <= floor || score >= window_.beta
        || thread_.interrupted()) {
        return score;
    }
    move.at_least = score;
    const Score half = half_window(iteration);
    return widen(move, {floor, score + half + half}, true, iteration);
}

Score RootSearch::test(SearchThread& worker, const Board& child, Score floor,
                       const Iteration& iteration) {
    if (iteration.method == SearchMethod::wld)
        return outcome_above(worker, child, floor, iteration.confidence);
    const Score alpha = std::clamp(floor, min_score, max_score - score_step);
    return score_within(worker, child, alpha, alpha + score_step, iteration);
}

Score RootSearch::aspirate(const RootMove& move, const Iteration& iteration) {
    if (iteration.method == SearchMethod::wld) {
        const Outcome expected = outcome_of(-move.line.value.estimate());
        return -outcome_score(solve_outcome(thread_, move.child, expected, iteration.confidence));
    }
    const Score guess =
        std::clamp(in_steps(move.line.value.estimate()), window_.alpha, window_.beta);
    const Score half = half_window(iteration);
    return widen(move, {guess - half, guess + half}, false, iteration);
}

Score RootSearch::widen(const RootMove& move, Window window, bool is_above,
                        const Iteration& iteration) {
    bool is_below = false;
    Score half = half_window(iteration);
    for (;;) {
        const Score alpha = std::max(window.alpha, window_.alpha);
        const Score beta = std::min(window.beta, window_.beta);
        const Score score = score_within(thread_, move.child, alpha, beta, iteration);
        if (thread_.interrupted() || score <= window_.alpha || score >= window_.beta) return score;
        if (score > alpha && score < beta) return score;
        (score <= alpha ? is_below : is_above) = true;
        if (is_below && is_above) {
            window = {score - half, score + half};
            half = half + half;
            is_below = is_above = false;
        } else { // the bound that this search proved limits the next window
            half = half + half;
            window = is_below ? Window{score - half, score + score_step}
                              : Window{score - score_step, score + half};
        }
    }
}

Score RootSearch::score_within(SearchThread& worker, const Board& child, Score alpha, Score beta,
                               const Iteration& iteration) {
    if (iteration.method == SearchMethod::midgame) {
        return -search_midgame(worker, PatternBoard(child), {-beta, -alpha}, iteration.depth - 1,
                               iteration.confidence);
    }
    return -solve_score(worker, child, {-beta, -alpha}, iteration.confidence);
}

Score RootSearch::outcome_above(SearchThread& worker, const Board& child, Score floor,
                                Confidence confidence) {
    if (floor >= outcome_score(Outcome::win)) return floor;
    // The solver answers for the opponent: if he can win, this move loses.
    if (floor < outcome_score(Outcome::draw) && reaches(worker, child, Outcome::win, confidence)) {
        return outcome_score(Outcome::loss);
    }
    if (worker.interrupted()) return floor;
    const bool is_draw = reaches(worker, child, Outcome::draw, confidence);
    return outcome_score(is_draw ? Outcome::draw : Outcome::win);
}

} // namespace emilia
