#pragma once

// How far a value of the book may be off: its doubt, the mean absolute error in discs of a search
// of its kind against the true value.
//
// A search errs by what happens behind its horizon and by what it prunes on statistics. Both matter
// less early in the game:
//   horizon   = 7.5 exp(-0.0375 depth), 0 if the search reached the end
//   selective = 2 sqrt((100 - confidence) / 37), confidence in percent
//   doubt     = exp(-0.030 empties) sqrt(horizon^2 + selective^2)
// The constants are fitted to these measurements: searches of 4 to 26 plies against searches of 28
// and 30 plies in 298 leaves of the shipped book, with confidences of 63 to 99 % for 16 plies, and
// searches of 4 to 22 plies and to the end against the exact scores of positions of WTHOR with 24
// empty squares. book/README.md has the figures.

#include "book/book.h"

namespace emilia {

/// The doubt of a search of `depth` plies in a position with `empties` empty squares. A search to
/// the end with `Confidence::certain` has none.
[[nodiscard]] Score doubt_of_search(int empties, Depth depth, Confidence confidence) noexcept;

/// The doubt of the moves out of the book that were searched in a position. A value that is backed
/// up has the doubt of the position that it comes from.
[[nodiscard]] inline Score own_doubt(const Board& board, const BookPosition& position) noexcept {
    return doubt_of_search(board.empties(), position.depth, position.confidence);
}

/// The doubt of the difference of two values that come from different searches.
[[nodiscard]] Score combined_doubt(Score one, Score other) noexcept;

} // namespace emilia
