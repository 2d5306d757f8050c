#pragma once

// How a move is chosen from an evaluation and a number of plies: the ways of chapter 18 of Norvig's
// "Paradigms of Artificial Intelligence Programming" (1992). But for `maximizer` all of them
// choose a move of the same value.

#include "engine/classic/othello_game.h"

namespace emilia::classic {

enum class Method {
    maximizer,    ///< one ply, seen by the mover; the end of the game is nothing special (18.3)
    minimax,      ///< (18.4)
    alpha_beta,   ///< moves from a1 to h8 (18.5)
    static_order, ///< alpha-beta, moves by the weights of their squares (18.9)
    sorted,       ///< alpha-beta, moves by the evaluation (18.9)
    killers,      ///< alpha-beta, static order and killer moves (18.11)
};

struct Choice {
    Square move; ///< `Square::pass` where there is no other
    Value value; ///< to the player to move, in the evaluation's unit
    SearchCounts counts;
};

/// For a game that is not over, `plies` (1 or more) deep. Throws Interrupted.
[[nodiscard]] Choice choose(const Board& board, const Evaluation& evaluation, Method method,
                            int plies, const Interruption& interruption = {});

} // namespace emilia::classic
