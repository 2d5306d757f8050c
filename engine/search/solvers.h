#pragma once

// The solvers search to the end of the game: the exact solver for the final disc difference, the
// win/loss/draw solver for the outcome only, which takes fewer nodes. Both share their nodes with
// the midgame search (node.h), cut nodes off by stable discs as well, and leave the last plies to
// `solve_leaf`. With less confidence than `certain` they are selective: such a search leaves its
// best moves in the table for the next, more confident one.
//
// Final scores are even numbers of discs; empty squares count for the winner. Several threads may
// share the table. After an interruption the result means nothing, and nothing of it has been
// stored.

#include "engine/board/board.h"
#include "engine/eval/score.h"
#include "engine/search/search_terms.h"
#include "engine/search/search_thread.h"
#include "engine/search/transposition_table.h"

#include <vector>

namespace emilia {

/// A principal variation search for the final disc difference under best play by both sides. The
/// score of `board` if it lies within the window; otherwise a fail-soft bound: an upper bound if it
/// is at most alpha, a lower one if it is at least beta.
[[nodiscard]] Score solve_score(SearchThread& thread, const Board& board, Window window,
                                Confidence confidence = Confidence::certain) noexcept;

// The win/loss/draw solver asks two yes-or-no questions, each with a search of its own: can the
// player to move win, and can he at least draw? He can win if after some move the opponent cannot
// even draw. Because only the sign of the score matters, stable discs decide positions in both
// directions, and the table gets no finer bounds.

/// The outcome for the player to move. The search is fastest if `expected` is right, because it is
/// tested first.
[[nodiscard]] Outcome solve_outcome(SearchThread& thread, const Board& board, Outcome expected,
                                    Confidence confidence = Confidence::certain) noexcept;

/// Whether the player to move can reach `goal` (a win or a draw) or better.
[[nodiscard]] bool reaches(SearchThread& thread, const Board& board, Outcome goal,
                           Confidence confidence = Confidence::certain) noexcept;

// Variations of best play, as far as the table has them or a solver finds them again.

/// The best moves from `board` on, at most `length` of them besides passes, as far as the table has
/// positions with their true values. The table holds no position before the last ply: its move is
/// the one with the best evaluation.
[[nodiscard]] std::vector<Square> stored_variation(const TranspositionTable& table,
                                                   const Weights& weights, const Board& board,
                                                   Depth length);

/// The moves from `board` to the end of the game that keep its exact `score`. If the table has lost
/// a position, it is searched again. The line is shorter if that is interrupted.
[[nodiscard]] std::vector<Square> exact_variation(SearchThread& thread, const Board& board,
                                                  Score score);

/// The same for an outcome.
[[nodiscard]] std::vector<Square> outcome_variation(SearchThread& thread, const Board& board,
                                                    Outcome outcome);

} // namespace emilia
