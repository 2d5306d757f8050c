#pragma once

// Makes an HTML page on which one can browse an opening book.

#include "book/growth/book_tree.h"
#include "engine/notation/game.h"

#include <cstddef>
#include <string>

namespace emilia {

/// Returns the page of the tree of the position after `game`, out of a book with `book_size`
/// positions. The tree must not be empty. `book.js` reads
///
///     {"format": 1, "start": ["f5"], "player": "O", "opening": "", "book_size": 26684,
///      "positions": [{"board": "---…", "games": [24494, 3392, 22889], "name": "Tiger",
///                     "solved": true, "moves": [[29, 75, 47, 48714, 1, 4], [33, -308, 37, 637]]}]}
///
/// The page begins at position 0, which the moves of `start` lead to, with `player` to move. On a
/// board X is the side to move. `games` were won, drawn and lost by that side; there may be none,
/// and neither a name nor a solution. Moves come best first, each with
///
/// - its square, from 0 for a1 to 63 for h8; 64 is a pass,
/// - its value in hundredths of a disc, the depth of the book behind it, and the number of games,
/// - unless it can't be followed on the page, the number of the next position, and the symmetry
///   (engine/board/symmetry.h) that turns the board of this position into the one after the move.
[[nodiscard]] std::string book_page(const Game& game, const BookTree& tree, std::size_t book_size);

} // namespace emilia
