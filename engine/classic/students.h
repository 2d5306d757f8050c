#pragma once

// The heuristics that two students entered in the tournaments of a course (Cuesta Sierra and
// Zamanillo Sáez, "Artificial Intelligence. Practice 2", 2022). Section numbers refer to that text.
// The heuristics are zero-sum: for the other player the value is negated. They don't treat the end
// of the game specially.
//
// The text leaves some points open, which are decided here as follows:
// - It does not say how deep the tournament players searched. Here they search 3 plies, the middle
//   of the depths that section 1.2 measures.
// - It prints the boards of weights file by file, the a-file first. This matters only for the
//   second board.
// - In the third tournament one player used one board of figure 6 and two players used the other.
//   Here the first board belongs to the player with the smallest threshold.
// - The last player is the best one of the third tournament plus mobility. It changed its heuristic
//   after some 40 moves, so its threshold is 45 discs. The text does not say how mobility was
//   counted; here it is a percentage like the other differences.
// - It does not say which board of weights the dynamic board starts from. Here it is the first one
//   of listing 7.

#include "engine/classic/evaluation.h"

namespace emilia::classic {

/// The differences of discs (2.1.1) and of corners (2.1.2), as percentages of the discs and of the
/// occupied corners; 0 if there are none.
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
/// The A-squares are worth 11 on two edges and 10 on the others, as the text prints it twice. This
/// is also the second board of figure 6.
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

/// A hundred times the difference of `weights`, divided by the number of discs (2.1.4).
template <const WeightBoard& weights>
[[nodiscard]] Value student_board(const Board& board, int = 0) {
    const int discs = count(board.occupied());
    return discs == 0 ? 0 : 100.0 * weights.difference(board) / discs;
}

/// The number of ways in which the player can take an empty corner minus the opponent's (2.1.5). A
/// way is a line from the corner with one disc of the other player followed by an own disc. All
/// three directions count, as the text says; the indices of listing 9 leave out the diagonal and
/// pair squares of two different directions.
[[nodiscard]] int student_corner_ways(const Board& board) noexcept;

/// student_corners plus 25 for each way to a corner, a quarter of all corners. The text does not
/// say how to add the two; this is our choice.
[[nodiscard]] Value student_corner_access(const Board& board, int root_move = 0);

/// How many fewer discs the player has beside empty squares than the opponent, as a percentage of
/// all such discs (2.3.1). Discs in a corner don't count.
[[nodiscard]] Value student_frontiers(const Board& board, int root_move = 0);

/// The first board of weights, except that each disc of a row along an edge has the corner's weight
/// if the row starts in a corner of the same colour (2.3.2).
[[nodiscard]] Value student_dynamic_board(const Board& board, int root_move = 0);

/// One fifth student_coins, two fifths student_corners and two fifths student_frontiers (2.4.1).
[[nodiscard]] Value student_tournament_1(const Board& board, int root_move = 0);

/// The difference of `weights`, not divided, up to `discs` discs, and then student_tournament_1
/// (2.4.3).
template <const WeightBoard& weights, int discs>
[[nodiscard]] Value student_staged(const Board& board, int = 0) {
    return count(board.occupied()) <= discs ? weights.difference(board)
                                            : student_tournament_1(board);
}

/// student_staged up to 45 discs, plus the difference of legal moves, as a percentage of their sum
/// (3.2).
[[nodiscard]] Value student_final(const Board& board, int root_move = 0);

} // namespace emilia::classic
