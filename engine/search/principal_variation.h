#pragma once

#include "engine/board/board.h"
#include "engine/search/search_thread.h"

#include <vector>

namespace emilia {

/// The best moves from `board` on, at most `length` of them, as far as the table has positions with
/// their true values.
[[nodiscard]] std::vector<Square> stored_variation(const TranspositionTable& table,
                                                   const Board& board, Depth length);

/// The best moves from `board` to the end of the game; `discs` must be the exact score. If the
/// table has lost a position, it is searched again. The line is shorter if that is interrupted.
[[nodiscard]] std::vector<Square> exact_variation(SearchThread& thread, Board board, int discs);

} // namespace emilia
