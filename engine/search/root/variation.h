#pragma once

// Variations of best play, as far as the transposition table has them or a solver finds them again.

#include "engine/board/board.h"
#include "engine/eval/score.h"
#include "engine/search/search_thread.h"
#include "engine/search/transposition_table.h"
#include "engine/search/units.h"

#include <vector>

namespace emilia {

/// The best moves from `board` on, at most `length` of them, as far as the table has positions with
/// their true values.
[[nodiscard]] std::vector<Square> stored_variation(const TranspositionTable& table,
                                                   const Board& board, Depth length);

/// The moves from `board` to the end of the game that keep its exact `score`. If the table has lost
/// a position, it is searched again. The line is shorter if that is interrupted.
[[nodiscard]] std::vector<Square> exact_variation(SearchThread& thread, const Board& board,
                                                  Score score);

/// The same for an outcome: +1 disc, 0 or -1 disc.
[[nodiscard]] std::vector<Square> outcome_variation(SearchThread& thread, const Board& board,
                                                    Score score);

} // namespace emilia
