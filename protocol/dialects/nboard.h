#pragma once

// The NBoard protocol, version 2, and the bare moves of version 1. Any input stops a search, which
// then replies with the best result so far before the next command is answered.

#include "engine/play/opening_book.h"
#include "engine/search/search_result.h"

#include <cstddef>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// NBoard hints: the lines of a hint, as NBoard shows them. NBoard keeps the last line of each
/// move, and those of two depths, the last and the one before. A `book` line is therefore seen only
/// as long as no `search` line of its move follows, and only if it comes again in each iteration;
/// all book lines bear the same depth, the smallest of theirs. (NBoard shows a book move's games
/// instead of its depth.)
class NBoardHints {
public:
    /// `known` are the book's moves in the position, best first; a hint shows `most` of them.
    NBoardHints(std::vector<BookLine> known, int most);

    /// For a book move that is played without a search.
    [[nodiscard]] static NBoardHints of_move(std::vector<BookLine> known, Square move);

    /// The `book` lines before the search.
    [[nodiscard]] std::vector<std::string> before_search() const { return book_lines({}); }

    /// The lines of an iteration: a `search` line for each move that the book does not know better,
    /// and the `book` lines of the others. None if the book knows all of its moves better.
    [[nodiscard]] std::vector<std::string> of_iteration(const SearchResult& result) const;

private:
    [[nodiscard]] bool is_known_better(const Line& line) const noexcept;
    /// Leaves out the moves that are among `searched`.
    [[nodiscard]] std::vector<std::string> book_lines(const std::vector<Square>& searched) const;

    std::vector<BookLine> known_; ///< also those that are not shown
    std::size_t shown_;           ///< of them, from the front
};

/// The score of a position of which a search has found only the outcome, for NBoard's records and
/// graphs: the best estimate of discs, on the side of the outcome.
class NBoardEstimate {
public:
    /// Takes each iteration of the search.
    void see(const SearchResult& iteration);
    /// The search's best line, if only its outcome is known with the best estimate.
    [[nodiscard]] Line line(Line line) const;

private:
    std::optional<Score> last_; ///< of the last iteration that has found a score
};

/// NBoard's status line shows some 30 characters. Puts a proposal (`did you mean '--time'?`) first
/// and a path last.
[[nodiscard]] std::string point_first(std::string_view message);

/// Tells NBoard why its engine could not start. NBoard says nothing about an engine that ends, so
/// this shows `message` in its status line, again for each request, and returns at the end of the
/// input. For any other client it returns soon: after two seconds without input, and as soon as the
/// input shows that it is not NBoard, whose games are signed `PC[NBoard]`. `input` must live as
/// long as the program (see CommandQueue).
void show_failure_in_nboard(std::string_view message, std::istream& input, std::ostream& output);

} // namespace emilia
