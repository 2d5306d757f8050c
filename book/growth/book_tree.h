#pragma once

// Lines of a book to show: how to get to a position, and the tree of the positions after it, those
// nearest to best play first, by the costs of expansion.h.
//
// Like the book, a tree has each position once for all eight symmetries: as the cheapest line
// reaches it. Other lines may reach it turned or mirrored.

#include "book/book.h"
#include "engine/play/opening_book.h"

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

namespace emilia {

/// How large a tree may be.
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

/// Lines from the starting position to positions of a book, by its moves: of several lines the one
/// whose last positions were reached by the most games. The first move is f5, as players write it.
/// The book must outlive it, unchanged.
class LinesTo {
public:
    explicit LinesTo(const Book& book);

    /// The line to a canonical board; none if the book's moves do not lead there.
    [[nodiscard]] std::optional<std::vector<Square>> of(const Board& board) const;

private:
    const Book& book_;
    /// Where a position is reached from.
    std::unordered_map<const BookPosition*, const Book::Entry*> before_;
};

} // namespace emilia
