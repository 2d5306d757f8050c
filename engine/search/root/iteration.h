#pragma once

// One of the searches of a position that follow one another, each deeper or surer than the last.

#include "engine/search/confidence.h"
#include "engine/search/units.h"

namespace emilia {

enum class SearchMethod { midgame, wld, exact };

/// One search of all root moves: a midgame search, or one of the solvers to the end of the game.
/// With less confidence than `certain` it is selective.
struct Iteration {
    SearchMethod method;
    Depth depth; ///< of the solvers: the number of empty squares
    Confidence confidence;
};

} // namespace emilia
