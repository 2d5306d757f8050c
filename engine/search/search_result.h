#pragma once

#include "engine/board/square.h"
#include "engine/eval/score.h"
#include "engine/search/units.h"

#include <vector>

namespace emilia {

/// How a score was found and what it is worth.
enum class Certainty {
    midgame, ///< searched to some depth and estimated there
    wld,     ///< the outcome is certain: +1 disc for a win, 0 for a draw, −1 for a loss
    exact,   ///< the score is the game's value
};

/// A root move and what the search thinks of it.
struct Line {
    Square move = Square::none; ///< `Square::pass` where the player has no move
    Score score;                ///< from the side to move at the root
    Depth depth = 0;            ///< plies looked ahead; to the end: the empties at the root
    Certainty certainty = Certainty::midgame;
    std::vector<Square> principal_variation; ///< begins with `move`; every move is legal
};

struct SearchResult {
    std::vector<Line> lines; ///< best first; empty only where the game is over
    Nodes nodes = 0;         ///< of all threads
    double seconds = 0;
};

} // namespace emilia
