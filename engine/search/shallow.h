#pragma once

#include "engine/eval/pattern_board.h"
#include "engine/eval/score.h"
#include "engine/search/search_thread.h"

namespace emilia {

/// A plain alpha-beta search of a few plies without a table: the helper that orders the moves of
/// deeper searches, and their last plies. A finished game gets its true score.
[[nodiscard]] Score shallow_search(SearchThread& thread, const PatternBoard& position, Score alpha,
                                   Score beta, Depth depth) noexcept;

} // namespace emilia
