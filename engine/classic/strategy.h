#pragma once

// Chooses a move by an evaluation and a number of plies, with the search methods of chapter 18 of
// Norvig's "Paradigms of Artificial Intelligence Programming" (1992). All of them except
// `maximizer` choose a move of the same value.

#include "engine/classic/othello_game.h"

namespace emilia::classic {

enum class Method {
    maximizer,    ///< one ply, evaluated for the mover; a finished game is evaluated, too (18.3)
    minimax,      ///< the whole tree (18.4)
    alpha_beta,   ///< moves in the order a1 to h8 (18.5)
    static_order, ///< alpha-beta, moves ordered by the weights of their squares (18.9)
    sorted,       ///< alpha-beta, moves ordered by the evaluation (18.9)
    killers,      ///< alpha-beta, static order and killer moves (18.11)
};

struct Choice {
    Square move; ///< `Square::pass` if it is forced
    Value value; ///< for the player to move, in the evaluation's unit
    SearchCounts counts;
};

/// Searches `plies` (1 or more) deep; the game must not be over. Throws Interrupted.
[[nodiscard]] Choice choose(const Board& board, const Evaluation& evaluation, Method method,
                            int plies, const Interruption& interruption = {});

} // namespace emilia::classic
