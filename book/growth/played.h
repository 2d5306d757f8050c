#pragma once

// What a book plays: the choices that it makes in games, and the searches on which they rest.
//
// In a game the book chooses the moves of one side only, and these are good ones; the other side
// may play any move. So most positions of a book that knows many mistakes, because people make
// them, matter to the values of others at most: no game leads to them with a choice of the book.

#include "book/book.h"
#include "book/book_player.h"

#include <unordered_map>

namespace emilia {

/// Discs that the other side's moves lose at least on the way to a position.
using DiscsGiven = std::unordered_map<const BookPosition*, double>;

struct Played {
    /// The positions in which the book chooses a move: its best known one stays within the book,
    /// and its own moves on the way lose at most as much as its variety allows.
    DiscsGiven choices;
    /// The leaves (leaves.h) of all moves that it may choose there.
    DiscsGiven leaves;
};

/// What an updated book plays with a variety of at most `cost` for each move.
[[nodiscard]] Played played(const Book& book, Score cost = BookVariety{}.cost);

} // namespace emilia
