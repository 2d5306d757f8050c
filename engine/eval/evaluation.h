#pragma once

#include "engine/base/constants.h"
#include "engine/eval/pattern_board.h"
#include "engine/eval/score.h"
#include "engine/eval/weights.h"

namespace emilia {

// These estimate the final disc difference for the side to move. An estimate lies between −63 and
// +63 discs, so that none looks like a certain wipe-out. Any thread may call them.

/// The sum of the weights of all features in the tables (Buro 1998, see patterns.h).
[[nodiscard]] Score evaluate_by_tables(const Weights& weights,
                                       const PatternBoard& position) noexcept;

/// The same, roughly, to order moves by. The solvers order moves with 12 to 14 empty squares so
/// often that a table for each number would push the others out of the processor's cache, so one
/// table serves the positions after all these moves.
[[nodiscard]] Score evaluate_roughly(const Weights& weights, const PatternBoard& position) noexcept;

/// What the network adds to the tables' value, `table_value`, of a position in which the side to
/// move has the moves `legal`.
[[nodiscard]] Score correction(const Network& network, const PatternBoard& position, Bitboard legal,
                               Score table_value) noexcept;

/// The same as by the tables, corrected by the network (network.h), which takes two to three times
/// as long.
[[nodiscard]] Score evaluate(const Weights& weights, const PatternBoard& position) noexcept;

/// The same for a side to move that has the moves `legal`.
[[nodiscard]] Score evaluate(const Weights& weights, const PatternBoard& position,
                             Bitboard legal) noexcept;

/// `table_value`, the tables' value of the position, corrected by the network if there is one.
[[nodiscard]] Score corrected(const Weights& weights, const PatternBoard& position, Bitboard legal,
                              Score table_value) noexcept;

/// Whether the value of the tables is so far outside the window that the network would hardly ever
/// bring it back.
[[nodiscard]] inline bool is_far_outside(Score table_value, Score alpha, Score beta) noexcept {
    // With 15 discs instead of 10 hard-25 takes 1.1 times as long at 13 plies, for an error of 1.95
    // instead of 1.96 discs; with 7 discs it is 2.01.
    const Score far = Score::from_hundredths(constants::far_outside);
    return table_value >= beta + far || table_value <= alpha - far;
}

} // namespace emilia
