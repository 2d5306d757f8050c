#pragma once

// The heuristics that two students took to the tournaments of a course (Cuesta Sierra and
// Zamanillo Sáez, "Artificial Intelligence. Practice 2", 2022); section numbers are theirs. None
// depends on who is to move: seen by the other player each is its own opposite. They know nothing
// special about the end of the game.
//
// Where the text leaves something open:
// - How deep the tournaments searched is not said: 3 plies, the middle of those that section 1.2
// has
//   times of.
// - Their boards of weights are printed file by file, the a-file first, which matters for the
//   second one alone.
// - Of the boards of figure 6 one player of the third tournament had one and two had the other.
//   Here the first goes with the least threshold.
// - The last player is the best of the third tournament with mobility added; he changed over after
//   some 40 moves, so it is the threshold of 45 discs. How mobility was counted is not said: here
//   as the other differences are.
// - The board of weights under the dynamic one is not named: here the first of listing 7.

#include "engine/classic/evaluation.h"
#include "engine/classic/weight_board.h"

namespace emilia::classic {

/// Differences of discs (2.1.1) and of corners (2.1.2), each as a percentage of all there are; 0
/// where there are none.
[[nodiscard]] Value student_coins(const Board& board, int root_move = 0);
[[nodiscard]] Value student_corners(const Board& board, int root_move = 0);

/// The first two boards of listing 7; the third is Norvig's (norvig.h).
inline constexpr WeightBoard student_weights_1{{
    // clang-format off
     4, -3,  2,  2,  2,  2, -3,  4,
    -3, -4, -1, -1, -1, -1, -4, -3,
     2, -1,  1,  0,  0,  1, -1,  2,
     2, -1,  0,  1,  1,  0, -1,  2,
     2, -1,  0,  1,  1,  0, -1,  2,
     2, -1,  1,  0,  0,  1, -1,  2,
    -3, -4, -1, -1, -1, -1, -4, -3,
     4, -3,  2,  2,  2,  2, -3,  4,
    // clang-format on
}};
/// On two edges A-squares are worth 11, on the others 10: so it is printed, twice. It is the second
/// board of figure 6, too.
inline constexpr WeightBoard student_weights_2{{
    // clang-format off
    100, -10, 10,  6,  6, 10, -10, 100,
    -10, -20,  1,  2,  2,  1, -20, -10,
     11,   1,  5,  4,  4,  5,   1,  11,
      6,   2,  4,  2,  2,  4,   2,   6,
      6,   2,  4,  2,  2,  4,   2,   6,
     11,   1,  5,  4,  4,  5,   1,  11,
    -10, -20,  1,  2,  2,  1, -20, -10,
    100, -10, 10,  6,  6, 10, -10, 100,
    // clang-format on
}};
/// The first board of figure 6.
inline constexpr WeightBoard student_middle_weights{{
    // clang-format off
    4000,  -2,  3,  2,  2,  3,  -2, 4000,
      -2, -60, -1, -1, -1, -1, -60,   -2,
       3,  -1,  2,  1,  1,  2,  -1,    3,
       2,  -1,  1,  1,  1,  1,  -1,    2,
       2,  -1,  1,  1,  1,  1,  -1,    2,
       3,  -1,  2,  1,  1,  2,  -1,    3,
      -2, -60, -1, -1, -1, -1, -60,   -2,
    4000,  -2,  3,  2,  2,  3,  -2, 4000,
    // clang-format on
}};

/// A hundred times the difference of weights, by the number of discs (2.1.4).
[[nodiscard]] Value student_board_1(const Board& board, int root_move = 0);
[[nodiscard]] Value student_board_2(const Board& board, int root_move = 0);
[[nodiscard]] Value student_board_3(const Board& board, int root_move = 0);

/// Ways to an empty corner that the opponent's discs beside it give to the player, less those that
/// he gives (2.1.5): from the corner a disc of the one and behind it a disc of the other. As the
/// text has it, in all three directions; the indices of listing 9 leave the diagonal out and pair
/// squares of two different directions.
[[nodiscard]] int student_corner_ways(const Board& board) noexcept;

/// Their sum with the difference of corners is this program's own: a way counts as a corner of
/// four.
[[nodiscard]] Value student_corner_access(const Board& board, int root_move = 0);

/// Fewer discs beside empty squares than the opponent, as a percentage; a corner is never one of
/// them (2.3.1).
[[nodiscard]] Value student_frontiers(const Board& board, int root_move = 0);

/// The first board of weights, but a row of own discs along an edge that begins at a corner has the
/// corner's weight (2.3.2).
[[nodiscard]] Value student_dynamic_board(const Board& board, int root_move = 0);

/// A fifth discs, two fifths corners and two fifths frontiers (2.4.1).
[[nodiscard]] Value student_tournament_1(const Board& board, int root_move = 0);

/// The plain difference of weights up to so many discs, and then the former (2.4.3).
[[nodiscard]] Value student_staged_25(const Board& board, int root_move = 0);
[[nodiscard]] Value student_staged_35(const Board& board, int root_move = 0);
[[nodiscard]] Value student_staged_45(const Board& board, int root_move = 0);

/// The last of these and the difference of moves, as a percentage (3.2).
[[nodiscard]] Value student_final(const Board& board, int root_move = 0);

} // namespace emilia::classic
