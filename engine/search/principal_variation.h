#pragma once

#include "engine/board/board.h"
#include "engine/search/search_thread.h"

#include <vector>

namespace emilia {

/// The line of best moves from `board` on as far as the table knows their true values, at most
/// `length` moves.
[[nodiscard]] std::vector<Square> stored_variation(const TranspositionTable& table,
                                                   const Board& board, Depth length);

/// A line of best moves from `board` to the end of the game, whose exact score is `discs`. Where
/// the table has lost a move it is searched again; shorter if that is interrupted.
[[nodiscard]] std::vector<Square> exact_variation(SearchThread& thread, Board board, int discs);

} // namespace emilia
