#pragma once

// The part of a book that is worth showing: the positions after a given one, those nearest to best
// play first, by the costs of lines_out.h.
//
// Like the book, a tree has each position once for all eight symmetries: as the cheapest line
// reaches it. Other lines may reach it turned or mirrored.

#include "book/book.h"
#include "engine/play/opening_book.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace emilia {

struct TreeLimits {
    std::size_t positions = 10'000;
    std::optional<int> plies = {};  ///< of the longest line
    std::optional<Score> loss = {}; ///< of a move against the best one
};

struct TreeMove {
    BookLine known;
    std::optional<std::size_t> next; ///< the number of the position behind it, if the tree has it
    int symmetry = 0;                ///< turns the board of `next` into the one after the move
};

struct TreePosition {
    Board board;
    const BookPosition* known;   ///< in the book
    std::vector<TreeMove> moves; ///< all moves that the book knows, best first
};

/// The positions of a tree by their numbers, in the order of their costs. Every position but the
/// first can be reached from it.
using BookTree = std::vector<TreePosition>;

/// The tree whose first position is `first`; empty if the book does not know it. The book must
/// outlive the tree.
[[nodiscard]] BookTree book_tree(const Book& book, const Board& first, const TreeLimits& limits);

} // namespace emilia
