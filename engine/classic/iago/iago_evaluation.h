#pragma once

// Iago's evaluation (Rosenbloom 1982, section 4.4): edge stability, internal stability, current and
// potential mobility, each within [-1000, 1000], times coefficients of which two change with the
// number of the move.
//
// How the components come to their range (footnote 12) is derived from the coefficients:
// - Edge stability: 1000 · points / 62,400. All four edges owned are 4 · 7,800 points of table 4.2,
//   each counted at two corners. With 312 + 6.24 · move = 62.4 · (5 + move / 10) before it, a point
//   weighs 5 + move / 10.
// - Internal stability: 1000 · discs / 36, of all internal squares. With 36 before it, a disc
// weighs
//   1000.
// - Potential mobility: the mean of its three measures. With 99 before it, each weighs 33.

#include "engine/classic/evaluation.h"

namespace emilia::classic {

/// The terms of the sum, weighted, in its unit; for the player to move.
struct IagoTerms {
    int edge_stability;
    int internal_stability;
    int current_mobility;
    int potential_mobility;

    [[nodiscard]] constexpr int sum() const noexcept {
        return edge_stability + internal_stability + current_mobility + potential_mobility;
    }
};
[[nodiscard]] IagoTerms iago_terms(const Board& board) noexcept;

/// A finished game, beyond every evaluation of others; a disc more is better (own choice).
[[nodiscard]] int iago_final_value(const Board& board) noexcept;

/// Of a position as it is; finished games by their result.
[[nodiscard]] int iago_value(const Board& board) noexcept;

/// The same for any search of `classic`.
[[nodiscard]] Evaluation iago_evaluation() noexcept;

} // namespace emilia::classic
