#pragma once

// The midgame search is a principal variation search with zero windows (Marsland 1983; Reinefeld
// 1983) to a fixed depth. Unless its confidence is `certain` it is selective: it cuts off by
// shallower searches (probcut.h), and searches moves that look worse two plies less deep, deeper
// only if they turn out to be better (late move reductions: Romstad, "An introduction to late move
// reductions", about 2006). Where the depth reaches the end of the game, the exact solver takes
// over.

#include "engine/eval/pattern_board.h"
#include "engine/eval/score.h"
#include "engine/search/search_terms.h"
#include "engine/search/search_thread.h"

namespace emilia {

/// The value of `position` by a search of `depth` plies if it lies within the window; otherwise a
/// fail-soft bound, as from `solve_score`. Values are multiples of `score_step`, and the window's
/// ends have to be, too. With `Confidence::certain` it is full-width. Several
/// threads may share the table. After an interruption the result means nothing, and nothing of it
/// has been stored.
[[nodiscard]] Score search_midgame(SearchThread& thread, const PatternBoard& position,
                                   Window window, Depth depth, Confidence confidence) noexcept;

/// What evaluates the leaves of a shallow search (evaluation.h): the pattern tables alone, or
/// these roughly; the whole evaluation; or that where it matters.
enum class Leaves { by_tables, roughly_by_tables, corrected, corrected_lazily };

/// A plain alpha-beta search of a few plies, without a transposition table. It orders the moves of
/// deeper searches and searches their last plies. A finished game gets its exact score.
template <Leaves leaves>
[[nodiscard]] Score shallow_search(SearchThread& thread, const PatternBoard& position, Score alpha,
                                   Score beta, Depth depth) noexcept;

/// The same for the position after a move. If its evaluation is known, nothing is made of it.
template <Leaves leaves>
[[nodiscard]] Score shallow_search_after(SearchThread& thread, const PatternBoard& position,
                                         Square square, Bitboard flips, Score alpha, Score beta,
                                         Depth depth) noexcept;

} // namespace emilia
