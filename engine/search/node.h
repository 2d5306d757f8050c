#pragma once

// The inner node that the midgame search, the exact solver and the win/loss/draw solver share, for
// zero windows and open ones. `search_node` has its steps in their order. A pruning device for all
// searches belongs there.
//
// What differs between the searches is in a policy that is derived from NodePolicy.

#include "engine/base/constants.h"
#include "engine/board/board.h"
#include "engine/board/stability.h"
#include "engine/search/ordering.h"
#include "engine/search/probcut.h"
#include "engine/search/search_thread.h"
#include "engine/search/team.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <limits>
#include <optional>

namespace emilia {

/// What the policies of all searches have. Each adds
///   Position                   a Board or a PatternBoard
///   step                       the width of a zero window
///   keeps_variation            whether the table's entries have to give the principal variation
///   hash_move_first            whether a node with an open window tries the hash move before it
///                              orders the others; one with a zero window always does
///   least_selective_plies, least_enhanced_plies, least_shared_plies, least_prefetched_plies and
///   least_reducing_plies()     from how many plies on a step is worth its cost
///   at_horizon(…)              the value of a position where another search takes over
///   reach(plies)               of a node's table entry
///   probably_above(…)          whether the value is probably above alpha, if a shallow search can
///                              say
///   order(…)                   gives the moves their order values
struct NodePolicy {
    static constexpr int never = 100; ///< more plies than a game has

    NodePolicy(SearchThread& its_thread, Confidence its_confidence) noexcept
        : thread(its_thread), confidence(its_confidence) {}

    SearchThread& thread;
    const Confidence confidence;

    /// The window in scores that the table may hold.
    [[nodiscard]] static Window bounds(Window window) noexcept { return window; }
    /// A bound that stable discs prove.
    [[nodiscard]] static std::optional<Score> decided_by_stability(const Board&, Window,
                                                                   int) noexcept {
        return std::nullopt;
    }
    /// What the value of a move means for the window.
    [[nodiscard]] static Score value(Score value, Window) noexcept { return value; }
    /// A node with this number of moves is searched that many plies deeper than usual.
    [[nodiscard]] static int extension(std::size_t /*moves*/) noexcept { return 0; }
};

/// The best move of a node so far. Its score is below all others until a move has been searched.
class BestMove {
public:
    /// Any thread may ask for it at any time.
    [[nodiscard]] Score score() const noexcept { return score_.load(std::memory_order_relaxed); }
    [[nodiscard]] Square square() const noexcept { return square_; }

    void update(Square move, Score value) noexcept {
        if (value <= score()) return;
        score_.store(value, std::memory_order_relaxed);
        square_ = move;
    }

private:
    std::atomic<Score> score_ = min_score - score_step;
    Square square_ = Square::none;
};

/// What the table knows of a node.
struct Probe {
    HashMoves moves;
    std::optional<Score> result; ///< the value or a bound, if it answers for the window
    /// It comes from a search that reached further than the one that asks. The principal variation
    /// ends where the table answers for an open window, so bounds of the same search that happen to
    /// meet should not.
    bool reaches_further = false;
};

[[nodiscard]] inline Probe probe(const TranspositionTable& table, const Board& board,
                                 std::uint64_t key, Window window, Reach wanted) noexcept {
    const auto known = table.probe(board, key);
    if (!known) return {};
    Probe found{.moves = {known->best, known->second},
                .result = std::nullopt,
                .reaches_further = known->reach.goes_beyond(wanted)};
    if (known->reach.serves(wanted)) {
        if (known->lower == known->upper || known->lower >= window.beta) {
            found.result = known->lower;
        } else if (known->upper <= window.alpha) {
            found.result = known->upper;
        }
    }
    return found;
}

/// Stores `best` as the value of a node, or as the bound that it is for the window.
inline void store(TranspositionTable& table, const Board& board, std::uint64_t key, Window window,
                  Reach reach, const BestMove& best) noexcept {
    const Score score = best.score();
    table.store(board, key, reach, score > window.alpha ? score : min_score,
                score < window.beta ? score : max_score, best.square());
}

/// Enhanced transposition cut-off (Plaat, Schaeffer, Pijls and de Bruin, "Exploiting graph
/// properties of game trees", AAAI 1996): probes the table for the position after every move. If
/// one of them proves a value of `beta` or more, returns that lower bound. `wanted` is the reach
/// that the entries must have.
[[nodiscard]] inline std::optional<Score> enhanced_cutoff(OrderedMoves& moves,
                                                          const TranspositionTable& table,
                                                          Score beta, Reach wanted) noexcept {
    std::array<std::uint64_t, square_count> hashes; // not initialised: only the moves' are used
    std::size_t hashed = 0;
    for (const OrderedMove& move : moves.all()) {
        const std::uint64_t key = hash(moves.child(move));
        hashes[hashed++] = key;
        table.prefetch(key); // the fetches overlap, so that all take the time of one
    }
    for (std::size_t i = 0; i < hashed; ++i) {
        const auto known = table.probe(moves.child(moves.all()[i]), hashes[i]);
        if (known && known->reach.serves(wanted) && -known->upper >= beta) return -known->upper;
    }
    return std::nullopt;
}

[[nodiscard]] inline const Board& board_of(const Board& board) noexcept {
    return board;
}
[[nodiscard]] inline const Board& board_of(const PatternBoard& position) noexcept {
    return position.board();
}

template <class Policy>
[[nodiscard]] Score search_node(const Policy& policy, const typename Policy::Position& position,
                                Window window, int plies) noexcept;

/// The moves of a node and how they are searched, as `search_moves` asks for it.
template <class Policy>
struct NodeMoves {
    const Policy& policy;
    const typename Policy::Position& position;
    const Window window;
    const int plies;
    const int child_plies; ///< of a search after a move that is not reduced
    const HashMoves hash_moves;
    const bool zero_window;
    const bool selective; ///< and with a zero window
    OrderedMoves& all;    ///< not a member, because the initialisation here would clear its array
    BestMove best{};
    int best_ordered = std::numeric_limits<int>::min();

    [[nodiscard]] bool is_shareable() const noexcept { return plies >= Policy::least_shared_plies; }
    [[nodiscard]] Square first() const noexcept {
        return zero_window || Policy::hash_move_first ? hash_moves.best : Square::none;
    }

    void order() noexcept {
        policy.order(all, position, plies, hash_moves);
        if (selective && plies >= policy.least_reducing_plies())
            best_ordered = all.best_ordered_value();
    }

    /// The value of a move, or an upper bound that is not above the score of `best`.
    [[nodiscard]] Score value_of(SearchThread& worker, const OrderedMove& move) noexcept {
        const Policy worker_policy(worker, policy.confidence);
        if (plies >= Policy::least_prefetched_plies) worker.table.prefetch(hash(all.child(move)));
        const auto child = position.after(move.square, move.flips);
        const auto within = [&](Score low, Score high, Depth reduction = 0) {
            const Score value =
                -search_node(worker_policy, child, {-high, -low}, child_plies - reduction);
            return Policy::value(value, {low, high});
        };
        if (zero_window) {
            // Late move reductions: in a selective search a late move is first searched less deep,
            // and again if it turns out to be better. The order charges `mobility_worth` for each
            // of the opponent's replies, so that one reply more can make a move late.
            const bool is_late = move.value + constants::late_move_gap < best_ordered;
            if (is_late) {
                const Score value =
                    within(window.alpha, window.beta, constants::late_move_reduction);
                if (value <= window.alpha || worker.interrupted()) return value;
            }
            return within(window.alpha, window.beta);
        }
        // Principal variation search: only the first move needs the open window; each other one has
        // to show first that it is better.
        const bool is_first = best.score() < min_score;
        if (is_first) return within(window.alpha, window.beta);
        const Score tested = std::max(window.alpha, best.score());
        const Score value = within(tested, tested + Policy::step);
        if (value <= tested || value >= window.beta || worker.interrupted()) return value;
        // In the meantime another thread may have found a better move, or a cut-off.
        const Score low = std::max(window.alpha, best.score());
        return low < window.beta ? within(low, window.beta) : value;
    }

    /// Takes the value of a move; true if it cuts the node off.
    [[nodiscard]] bool take(const OrderedMove& move, Score value) noexcept {
        best.update(move.square, value);
        return best.score() >= window.beta;
    }
};

/// The value of `position` by a search of `plies` plies if it lies within the window; otherwise a
/// fail-soft bound: an upper bound if it is at most alpha, a lower one if it is at least beta.
/// After an interruption the value means nothing, and nothing of it has been stored.
template <class Policy>
Score search_node(const Policy& policy, const typename Policy::Position& position, Window window,
                  int plies) noexcept {
    SearchThread& thread = policy.thread;
    const Board& board = board_of(position);
    const bool zero_window = window.beta - window.alpha == Policy::step;
    const bool selective = zero_window && policy.confidence != Confidence::certain;

    // 1. At the horizon another search takes over.
    if (const auto value = policy.at_horizon(position, window, plies)) return *value;

    // 2. Without a legal move the player passes, or the game is over.
    const Bitboard legal = board.legal_moves();
    if (legal == 0) {
        if (board.passed().legal_moves() != 0)
            return -search_node(policy, position.passed(), {-window.beta, -window.alpha}, plies);
        thread.enter();
        return Score::from_discs(board.final_score());
    }

    // 3. Count the node, and notice a stop.
    thread.enter();
    if (thread.interrupted()) return window.alpha;

    // 4. Stable discs may decide the question.
    if (zero_window) {
        if (const auto bound = policy.decided_by_stability(board, window, plies)) return *bound;
    }

    // 5. The table may know the answer, or at least good moves.
    const Window bounds = policy.bounds(window);
    const Reach reach = policy.reach(plies);
    const std::uint64_t key = hash(board);
    const Probe known = probe(thread.table, board, key, bounds, reach);
    if (known.result && (zero_window || known.reaches_further || !Policy::keeps_variation))
        return *known.result;

    // 6. ProbCut: a shallower search may make the answer probable enough.
    if (selective && plies >= Policy::least_selective_plies) {
        const std::optional<bool> above = policy.probably_above(position, window, plies);
        if (thread.interrupted()) return window.alpha;
        if (above) return *above ? bounds.beta : bounds.alpha;
    }

    // 7. Enhanced transposition cut-off: the table may know that a move is good enough.
    OrderedMoves all(board, legal);
    const int child_plies = plies - 1 + policy.extension(all.size());
    if (zero_window && plies >= Policy::least_enhanced_plies) {
        const auto bound =
            enhanced_cutoff(all, thread.table, bounds.beta, policy.reach(child_plies));
        if (bound) return *bound;
    }

    // 8. Search the moves, with other threads if they are idle.
    NodeMoves<Policy> moves{policy,      position,    window,    plies, child_plies,
                            known.moves, zero_window, selective, all};
    if (!search_moves(thread, moves)) return window.alpha;

    // 9. Keep the result.
    store(thread.table, board, key, bounds, reach, moves.best);
    return moves.best.score();
}

} // namespace emilia
