#pragma once

// ProbCut in a search to the end: where a search of a few plies is so far from the window that
// the true score will hardly be on its other side, its word is taken (Buro, "ProbCut: an effective
// selective extension of the α–β algorithm", ICCA Journal 18, 1995).

#include "engine/board/board.h"
#include "engine/search/confidence.h"
#include "engine/search/search_thread.h"

#include <optional>

namespace emilia {

/// A probable bound on the exact score, above or not above `alpha`; none if it is too close to
/// call, too near the end to be worth a look, or if interrupted.
[[nodiscard]] std::optional<int> probable_cutoff(SearchThread& thread, const Board& board,
                                                 int alpha, int empties,
                                                 Confidence confidence) noexcept;

} // namespace emilia
