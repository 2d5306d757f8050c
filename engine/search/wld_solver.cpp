#include "engine/search/wld_solver.h"

#include "engine/board/hash.h"
#include "engine/search/endgame_cutoffs.h"
#include "engine/search/endgame_leaf.h"
#include "engine/search/endgame_ordering.h"
#include "engine/search/enhanced_cutoff.h"
#include "engine/search/probable_cutoff.h"
#include "engine/search/team.h"

namespace emilia {
namespace {

// A finished game has an even disc difference (empty squares go to the winner), so a win is at
// least +2 and what is no draw is at most −2.
constexpr int least_score(Outcome goal) noexcept {
    return goal == Outcome::win ? 2 : 0;
}

/// What the opponent must be kept from for the player to reach `goal`.
constexpr Outcome opponents_goal(Outcome goal) noexcept {
    return goal == Outcome::win ? Outcome::draw : Outcome::win;
}

} // namespace

Outcome WldSolver::solve(const Board& board, Outcome expected) noexcept {
    if (expected == Outcome::loss) {
        if (!reaches(board, Outcome::draw)) return Outcome::loss;
        return reaches(board, Outcome::win) ? Outcome::win : Outcome::draw;
    }
    if (reaches(board, Outcome::win)) return Outcome::win;
    return reaches(board, Outcome::draw) ? Outcome::draw : Outcome::loss;
}

bool WldSolver::reaches(const Board& board, Outcome goal, int empties) noexcept {
    const int least = least_score(goal);
    if (empties <= leaf_empties) return solve_leaf(thread_, board, least - 1) >= least;
    const Bitboard legal = board.legal_moves();
    if (legal == 0) {
        const Board passed = board.passed();
        if (passed.legal_moves() != 0) return !reaches(passed, opponents_goal(goal), empties);
        thread_.enter();
        return board.final_score() >= least;
    }
    thread_.enter();
    if (thread_.interrupted()) return false;
    if (const auto decided = decided_by_stability(board, least)) return *decided;

    const std::uint64_t key = hash(board);
    HashMoves hash_moves;
    if (const auto known = thread_.table.probe(board, key)) {
        hash_moves = {known->best, known->second};
        if (known->reach.reaches_end(confidence_)) {
            if (known->lower.whole_discs() >= least) return true;
            if (known->upper.whole_discs() < least) return false;
        }
    }

    if (confidence_ != Confidence::certain) {
        const auto score = probable_cutoff(thread_, board, least - 1, empties, confidence_);
        if (thread_.interrupted()) return false;
        if (score) return *score >= least;
    }

    OrderedMoves moves(board, legal);
    if (empties >= least_enhanced_empties
        && enhanced_cutoff(moves, thread_.table, Score::from_discs(least),
                           Reach::to_the_end(empties - 1, confidence_))) {
        return true;
    }
    const auto order = [this, &moves, empties, hash_moves] {
        order_for_endgame(moves, thread_, empties, hash_moves);
    };
    bool reached = false;
    Square best_move = Square::none;
    const auto search = [this, &moves, goal, empties](SearchThread& thread,
                                                      const OrderedMove& move) {
        WldSolver solver(thread, confidence_);
        return !solver.reaches(moves.child(move), opponents_goal(goal), empties - 1);
    };
    const auto take = [&reached, &best_move](const OrderedMove& move, bool reaches_goal) {
        if (reaches_goal || best_move == Square::none) best_move = move.square;
        return reached = reaches_goal;
    };
    if (!search_moves(thread_, moves, hash_moves.best, empties, worth_sharing(empties), order,
                      search, take)) {
        return false;
    }
    thread_.table.store(board, key, Reach::to_the_end(empties, confidence_),
                        reached ? Score::from_discs(least) : min_score,
                        reached ? max_score : Score::from_discs(least - 2), best_move);
    return reached;
}

} // namespace emilia
