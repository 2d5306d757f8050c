#pragma once

// Which lines out of a book are worth searching next: the costs of drop-out expansion (T. R.
// Lincke, "Strategies for the Automatic Construction of Opening Books", 2000).
//
// A line that leaves the book has a cost: one ply for each move, and more for each disc that a move
// on the way loses against the best one, whichever side plays it.
//
// A line may also be searched again. One reason is that it was searched less deeply than the
// settings ask for; then its moves cost nothing but the discs that they lose, for the end of a long
// line needs a true value as much as that of a short one. The other is that a choice on the way
// depends on it and is in doubt: the best move's advantage over the next best is smaller than the
// doubt of the two values (doubt.h). Then the less certain of the two lines is searched two plies
// deeper each time. Both may be left to the choices that games lead to (played.h).

#include "book/book.h"
#include "book/book_search.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace emilia {

/// Which positions are searched again.
enum class Deepen {
    all,
    played, ///< only those on which a choice in a game depends (played.h)
};

struct BuildSettings {
    BookSearch search{};
    std::size_t positions = 20'000; ///< stop when the book has this many
    double plies_a_disc = 2;        ///< cost of a disc that is lost on the way
    int least_empties = 24;         ///< positions nearer to the end are left to the search
    Deepen deepen = Deepen::all;    ///< what to search again
    /// How many plies deeper than `search` a line is searched if a choice is in doubt.
    Depth doubt_plies = 0;
};

/// What a known move of a position adds to the cost of a line.
[[nodiscard]] double cost_of(const BookPosition& position, const BookMove& move,
                             const BuildSettings& settings) noexcept;

/// A line that leaves the book, or a position of the book that needs another way out.
struct LineOut {
    double cost;
    Board board; ///< canonical, in the book
    /// The move that leaves the book. None: only a way out of `board` is to be found.
    std::optional<Square> follow;
    /// The ways out of `board` are to be searched again like this.
    std::optional<BookSearch> again = {};
};

/// All of them, in no particular order; at most one for each position is to be searched again.
/// Positions that have no way out come with a negative cost: their values rest on the known moves
/// alone, so they are most urgent. A line that is searched again because of a choice has the cost
/// of the cheapest position whose choice depends on it. With `Deepen::played` the cost of a line
/// that is searched again counts the discs that the other side loses on the way.
[[nodiscard]] std::vector<LineOut> lines_out(const Book& book, const BuildSettings& settings);

} // namespace emilia
