#pragma once

// Which leaves of a book to expand next, by drop-out expansion: T. R. Lincke, "Strategies for the
// Automatic Construction of Opening Books" (2000).
//
// A leaf is a position of the book with a deviation, a move that leaves the book; its search gave
// the value that the moves before it back up. Reaching a leaf has a cost: one ply for each move,
// and more for each disc that a move on the way loses against the best one, whichever side plays
// it. The cheapest leaf is expanded first: its deviation comes into the book.
//
// A leaf may also be searched again, for two reasons. It was searched less deeply than the settings
// ask for; then the plies to it cost nothing, because the end of a long line needs a true value as
// much as that of a short one. Or a choice on the way rests on it and is in doubt: the best move's
// advantage over the next best is smaller than the doubt of the two values (book_search.h). Then
// the less certain of their two leaves is searched two plies deeper each time. Both may be left to
// the choices that the book makes in games.
//
// A book may also grow for a repertoire (repertoire/repertoire.h): behind one position only, and
// for one side.

#include "book/book.h"
#include "book/book_player.h"
#include "book/book_search.h"
#include "book/repertoire/repertoire.h"

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

namespace emilia {

/// The leaves from which a book's values come. The book must outlive it, unchanged.
class Leaves {
public:
    explicit Leaves(const Book& book);

    /// The leaf of a known move of a canonical board: where the best moves after it lead.
    [[nodiscard]] const Book::Entry* of(const Book::Entry& entry, const BookMove& move) const;

private:
    const Book& book_;
    std::unordered_map<const BookPosition*, const Book::Entry*> best_; ///< of their best moves
};

/// The least the opponent must have given away to get to a position, in discs.
using DiscsGiven = std::unordered_map<const BookPosition*, double>;

/// The choices that a book makes in games, and the leaves on which they rest. In a game the book
/// chooses for one side only, and chooses good moves; the opponent may play anything. Most
/// positions after a mistake never arise from the book's own choices; they matter only through the
/// values they back up.
struct GameChoices {
    /// The positions in which the book chooses a move: its best known one stays within the book,
    /// and its own moves on the way lose at most as much as its variety allows.
    DiscsGiven choices;
    /// The leaves of all moves that it may choose there.
    DiscsGiven leaves;
};

/// The choices of an updated book that may lose up to `cost` with each move.
[[nodiscard]] GameChoices game_choices(const Book& book, Score cost = BookVariety{}.cost);

/// Which leaves are searched again.
enum class Deepen {
    all,
    played, ///< only those of the choices in games
};

/// Which lines of a book are extended.
struct GrowthScope {
    Board first = Board::start();  ///< those behind this position
    std::optional<int> plies = {}; ///< at most this far behind it, passes not counted
    /// Those of this side's repertoire: one move in its own positions, all good ones in the others.
    std::optional<RepertoireSide> side = {};
};

struct BuildSettings {
    BookSearch search{};
    std::size_t positions = 20'000; ///< stop when the book has this many
    double plies_a_disc = 2;        ///< cost of a disc that is lost on the way, in plies
    int least_empties = 24;         ///< positions with fewer empty squares don't come into the book
    Deepen deepen = Deepen::all;    ///< what to search again
    /// How many plies deeper than `search` a leaf is searched at most if a choice is in doubt.
    Depth doubt_plies = 0;
    GrowthScope scope{};
};

/// What a known move of a position adds to the cost of a line, in plies.
[[nodiscard]] double cost_of(const BookPosition& position, const BookMove& move,
                             const BuildSettings& settings) noexcept;

/// A search that would extend or improve a book.
struct Expansion {
    double cost; ///< in plies
    Board board; ///< the leaf: canonical, in the book
    /// The deviation to put into the book. None: `board` only needs a deviation.
    std::optional<Square> follow;
    /// Search for the deviations of `board` again, like this.
    std::optional<BookSearch> again = {};
};

/// All that can be done, in no particular order; each leaf is searched again at most once.
/// Positions without a deviation are most urgent and have a negative cost, because their values
/// rest on the known moves alone. A leaf that is searched again because of a choice has the cost of
/// the cheapest position whose choice rests on it. With `Deepen::played` searching again costs what
/// the opponent must have given away, wherever the book grows.
[[nodiscard]] std::vector<Expansion> expansions(const Book& book, const BuildSettings& settings);

} // namespace emilia
