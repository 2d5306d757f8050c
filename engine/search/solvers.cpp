#include "engine/search/solvers.h"

#include "engine/eval/evaluation.h"
#include "engine/search/endgame_leaf.h"
#include "engine/search/node.h"

namespace emilia {
namespace {

/// What the nodes of both solvers have in common (node.h). The plies are the empty squares. A zero
/// window is `width` discs wide.
template <int width>
struct Solver : NodePolicy {
    using NodePolicy::NodePolicy;
    using Position = Board;
    static constexpr Score step = Score::from_discs(width);
    /// Hardly any node with an open window is cut off by its first move, so all moves are ordered
    /// at once.
    static constexpr bool keeps_variation = false; ///< `exact_variation` searches for it
    static constexpr bool hash_move_first = false;
    static constexpr int least_selective_plies = 0; // `end_probably_above` has a limit of its own
    // Measured: with fewer empties each costs more than it saves.
    static constexpr int least_enhanced_plies = 12;
    static constexpr int least_shared_plies = 13;
    static constexpr int least_prefetched_plies = never;
    static constexpr int least_reducing_plies() noexcept { return never; }

    [[nodiscard]] std::optional<Score> at_horizon(const Board& board, Window window,
                                                  int empties) const noexcept {
        if (empties > leaf_empties || window.beta - window.alpha > step) return std::nullopt;
        return Score::from_discs(solve_leaf(thread, board, window.alpha.whole_discs()));
    }
    [[nodiscard]] std::optional<bool> probably_above(const Board& board, Window window,
                                                     int empties) const noexcept {
        const int middle = window.alpha.whole_discs() + width / 2;
        return end_probably_above(thread, board, middle, empties, confidence);
    }
    [[nodiscard]] Reach reach(int empties) const noexcept {
        return Reach::to_the_end(empties, confidence);
    }
    void order(OrderedMoves& moves, const Board&, int empties,
               HashMoves hash_moves) const noexcept {
        order_endgame_moves(moves, thread, empties, hash_moves);
    }
};

/// The nodes of the exact solver. Windows are in whole discs.
struct Exact : Solver<1> {
    using Solver::Solver;

    /// Scores are even. With even bounds what is only probable is a possible score, too.
    [[nodiscard]] static Window bounds(Window window) noexcept {
        const int alpha = window.alpha.whole_discs();
        const int beta = window.beta.whole_discs();
        return {Score::from_discs(alpha - (alpha & 1)), Score::from_discs(beta + (beta & 1))};
    }
    [[nodiscard]] static std::optional<Score>
    decided_by_stability(const Board& board, Window window, int empties) noexcept {
        const int alpha = window.alpha.whole_discs();
        const int bound = upper_bound_by_stability(board, alpha, empties);
        return bound <= alpha ? std::optional(Score::from_discs(bound)) : std::nullopt;
    }
};

/// The nodes of the win/loss/draw solver. A final score is even, so that a win is at least +2, and
/// the best score below a draw is −2. A window is two discs wide, from 0 to 2 or from −2 to 0, and
/// a value is one of its ends: beta if the player reaches his goal, otherwise alpha.
struct WinLossDraw : Solver<2> {
    using Solver::Solver;

    [[nodiscard]] static std::optional<Score> decided_by_stability(const Board& board,
                                                                   Window window, int) noexcept {
        const auto reached = emilia::decided_by_stability(board, window.beta.whole_discs());
        if (!reached) return std::nullopt;
        return *reached ? window.beta : window.alpha;
    }
    [[nodiscard]] static Score value(Score value, Window window) noexcept {
        return value > window.alpha ? window.beta : window.alpha;
    }
};

} // namespace

Score solve_score(SearchThread& thread, const Board& board, Window window,
                  Confidence confidence) noexcept {
    // Rounds the window outwards to whole discs. This loses no answer, and a zero window stays a
    // zero window.
    const Window discs{Score::from_discs(window.alpha.floor_discs()),
                       Score::from_discs(window.beta.ceil_discs())};
    return search_node(Exact(thread, confidence), board, discs, board.empties());
}

Outcome solve_outcome(SearchThread& thread, const Board& board, Outcome expected,
                      Confidence confidence) noexcept {
    const auto reached = [&](Outcome goal) { return reaches(thread, board, goal, confidence); };
    if (expected == Outcome::loss) {
        if (!reached(Outcome::draw)) return Outcome::loss;
        return reached(Outcome::win) ? Outcome::win : Outcome::draw;
    }
    if (reached(Outcome::win)) return Outcome::win;
    return reached(Outcome::draw) ? Outcome::draw : Outcome::loss;
}

bool reaches(SearchThread& thread, const Board& board, Outcome goal,
             Confidence confidence) noexcept {
    const Score minimum = goal == Outcome::win ? WinLossDraw::step : Score();
    const Window window{minimum - WinLossDraw::step, minimum};
    return search_node(WinLossDraw(thread, confidence), board, window, board.empties()) >= minimum;
}

namespace {

/// The first move of `board`, in the order of the solvers, for whose child `keeps` holds; `none` if
/// interrupted.
template <typename Keeps>
Square first_keeping_move(SearchThread& thread, const Board& board, Keeps keeps) {
    HashMoves hash_moves;
    if (const auto known = thread.table.probe(board, hash(board)))
        hash_moves = {known->best, known->second};
    OrderedMoves moves(board, board.legal_moves());
    order_endgame_moves(moves, thread, board.empties(), hash_moves);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const OrderedMove& move = moves.pick(i);
        const bool kept = keeps(moves.child(move));
        if (thread.interrupted()) break;
        if (kept) return move.square;
    }
    return Square::none;
}

/// The moves from `board`, worth `score`, to the end of the game. `keeping_move(board, score)` must
/// return a move that keeps the score. If the table has lost a position, it is searched again. The
/// line is shorter if that is interrupted.
template <typename KeepingMove>
std::vector<Square> variation_to_the_end(Board board, int score, KeepingMove keeping_move) {
    std::vector<Square> line;
    while (!board.is_over()) {
        const Square move = board.must_pass() ? Square::pass : keeping_move(board, score);
        if (move == Square::none) break;
        line.push_back(move);
        board = board.after(move);
        score = -score;
    }
    return line;
}

/// The player has a move.
Square best_by_evaluation(const Weights& weights, const Board& board) noexcept {
    Square best = Square::none;
    Score least = max_score;
    for (const Square move : squares_of(board.legal_moves())) {
        const Board child = board.after(move);
        const Score value = child.is_over() ? Score::from_discs(child.final_score())
                                            : evaluate(weights, PatternBoard(child));
        if (best != Square::none && value >= least) continue;
        best = move;
        least = value;
    }
    return best;
}

} // namespace

std::vector<Square> stored_variation(const TranspositionTable& table, const Weights& weights,
                                     const Board& board, Depth length) {
    std::vector<Square> line;
    Board position = board;
    while (length > 0 && !position.is_over()) {
        Square move = Square::pass;
        if (!position.must_pass()) {
            const auto known = table.probe(position, hash(position));
            if (known && known->lower == known->upper && position.is_legal(known->best)) {
                move = known->best;
            } else if (length == 1) {
                move = best_by_evaluation(weights, position);
            } else {
                break;
            }
            --length;
        }
        line.push_back(move);
        position = position.after(move);
    }
    return line;
}

std::vector<Square> exact_variation(SearchThread& thread, const Board& board, Score score) {
    const auto keeping_move = [&thread](const Board& position, int discs) {
        const auto known = thread.table.probe(position, hash(position));
        if (known && known->reach.is_exact() && known->lower == known->upper
            && position.is_legal(known->best)) {
            return known->best;
        }
        const Window window{Score::from_discs(-discs), Score::from_discs(-discs + 1)};
        return first_keeping_move(thread, position, [&](const Board& child) {
            return solve_score(thread, child, window) <= window.alpha;
        });
    };
    return variation_to_the_end(board, score.whole_discs(), keeping_move);
}

std::vector<Square> outcome_variation(SearchThread& thread, const Board& board, Outcome outcome) {
    const auto keeping_move = [&thread](const Board& position, int sign_of_outcome) {
        return first_keeping_move(thread, position, [&](const Board& child) {
            if (sign_of_outcome < 0) return true;
            const bool wins = sign_of_outcome > 0;
            return !reaches(thread, child, wins ? Outcome::draw : Outcome::win);
        });
    };
    return variation_to_the_end(board, sign(outcome), keeping_move);
}

} // namespace emilia
