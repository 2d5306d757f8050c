#pragma once

// Alpha-beta from the textbook, without a table, an ordering or any other improvement. The real
// searches must agree with it. Also positions for such comparisons.

#include "engine/board/board.h"
#include "engine/eval/evaluation.h"
#include "engine/search/search_terms.h"
#include "tests/random_game.h"

#include <algorithm>
#include <vector>

namespace emilia::testing {

/// The final disc difference under best play by both sides.
[[nodiscard]] inline int plain_solve(const Board& board, int alpha = -64, int beta = 64) {
    const Bitboard moves = board.legal_moves();
    if (moves == 0) {
        const Board passed = board.passed();
        return passed.legal_moves() == 0 ? board.final_score()
                                         : -plain_solve(passed, -beta, -alpha);
    }
    int best = -65;
    for (const Square square : squares_of(moves)) {
        best = std::max(best, -plain_solve(board.after(square), -beta, -std::max(alpha, best)));
        if (best >= beta) break;
    }
    return best;
}

/// What a search makes of the evaluation.
[[nodiscard]] inline Score whole_evaluation(const Board& board) {
    return in_steps(evaluate(embedded_weights(), PatternBoard(board)));
}

[[nodiscard]] inline Score evaluation_by_tables(const Board& board) {
    return evaluate_by_tables(embedded_weights(), PatternBoard(board));
}

/// The value of a search of `depth` plies with an evaluation. A pass does not count as a ply.
[[nodiscard]] inline Score plain_search(const Board& board, Depth depth, Score alpha = min_score,
                                        Score beta = max_score,
                                        Score (*evaluation)(const Board&) = whole_evaluation) {
    const Bitboard moves = board.legal_moves();
    if (moves == 0) {
        const Board passed = board.passed();
        if (passed.legal_moves() == 0) return Score::from_discs(board.final_score());
        return -plain_search(passed, depth, -beta, -alpha, evaluation);
    }
    if (depth == 0) return evaluation(board);
    Score best = min_score - score_step;
    for (const Square square : squares_of(moves)) {
        best = std::max(best, -plain_search(board.after(square), depth - 1, -beta,
                                            -std::max(alpha, best), evaluation));
        if (best >= beta) break;
    }
    return best;
}

/// `number` positions with exactly `empties` empty squares, from random games. Finished positions
/// can be among them.
[[nodiscard]] inline std::vector<Board> positions_with(int empties, int number, Random& random) {
    std::vector<Board> found;
    while (static_cast<int>(found.size()) < number) {
        for (const Board& board : random_game(random)) {
            if (board.empties() == empties) found.push_back(board);
        }
    }
    found.resize(static_cast<std::size_t>(number));
    return found;
}

} // namespace emilia::testing
