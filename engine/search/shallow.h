#pragma once

#include "engine/eval/pattern_board.h"
#include "engine/eval/score.h"
#include "engine/search/search_thread.h"

namespace emilia {

/// A plain alpha-beta search of a few plies, without a table. It orders the moves of deeper
/// searches and searches their last plies. A finished game gets its exact score.
[[nodiscard]] Score shallow_search(SearchThread& thread, const PatternBoard& position, Score alpha,
                                   Score beta, Depth depth) noexcept;

} // namespace emilia
