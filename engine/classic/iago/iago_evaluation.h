#pragma once

// Iago's evaluation (Rosenbloom 1982, section 4.4): the weighted sum of edge stability, internal
// stability, current mobility and potential mobility. Each component lies within [-1000, 1000], and
// two of the coefficients change with the move number.
//
// The article does not say how the components are scaled to this range (footnote 12). We derive it
// from the coefficients:
// - Edge stability is 1000 · points / 62,400. A player who owns all four edges has 4 · 7,800 points
//   of table 4.2, each counted at two corners. The coefficient is 312 + 6.24 · move
//   = 62.4 · (5 + move / 10), so a point weighs 5 + move / 10.
// - Internal stability is 1000 · discs / 36, as there are 36 internal squares. The coefficient is
//   36, so a disc weighs 1000.
// - Potential mobility is the mean of three measures. Its coefficient is 99, so each measure weighs
//   33.

#include "engine/board/board.h"
#include "engine/classic/evaluation.h"

namespace emilia::classic {

/// Equation 1: the difference of the two counts in thousandths of their sum plus 2.
[[nodiscard]] constexpr int share_of_thousand(int player, int opponent) noexcept {
    return 1000 * (player - opponent) / (player + opponent + 2);
}

/// Current mobility, within [-1000, 1000]: squares that only one player can move to count twice
/// (4.4.2.1).
[[nodiscard]] constexpr int current_mobility(Bitboard player_moves,
                                             Bitboard opponent_moves) noexcept {
    const int common = count(player_moves & opponent_moves);
    return share_of_thousand(2 * count(player_moves) - common, 2 * count(opponent_moves) - common);
}

/// The player's potential moves, counted in three ways (4.4.2.2).
struct PotentialMoves {
    int frontier_discs; ///< discs of the opponent beside an empty square
    int empty_squares;  ///< empty squares beside a disc of the opponent
    int contacts;       ///< pairs of a disc of the opponent and an empty square beside it
};
[[nodiscard]] PotentialMoves potential_moves(const Board& board) noexcept;

/// The sum of the three measures, each by equation 1; within [-3000, 3000].
[[nodiscard]] int potential_mobility(const Board& board) noexcept;

/// The player's recognized stable discs, on the edges and inside.
[[nodiscard]] Bitboard anchored_discs(const Board& board) noexcept;

/// The player's minus the opponent's such discs on the 36 squares inside the edges.
[[nodiscard]] int internal_stability(const Board& board) noexcept;

/// The weighted terms of the sum, for the player to move.
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

/// The value of a finished game, beyond that of any other position. A larger win is better, which
/// is our choice.
[[nodiscard]] int iago_final_value(const Board& board) noexcept;

/// The value of a position without any lookahead; iago_final_value if the game is over.
[[nodiscard]] int iago_value(const Board& board) noexcept;

} // namespace emilia::classic
