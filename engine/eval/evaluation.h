#pragma once

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

/// The same where the value of the tables is near the window; far outside, where the network would
/// hardly ever bring it back, it is the value of the tables.
[[nodiscard]] Score evaluate_lazily(const Weights& weights, const PatternBoard& position,
                                    Bitboard legal, Score alpha, Score beta) noexcept;

} // namespace emilia
