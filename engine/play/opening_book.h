#pragma once

// What the engine asks of an opening book. How it is kept is no business of the engine's.

#include "engine/board/board.h"
#include "engine/search/search_result.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace emilia {

/// A known move. Its line's kind is `book`, its depth how far the book sees: the moves of the
/// book's own line, and then the plies of the search behind them.
struct BookLine {
    Line line;
    std::uint64_t games = 0; ///< finished games that came through the position behind it
};

class OpeningBook {
public:
    OpeningBook() = default;
    OpeningBook(const OpeningBook&) = delete;
    OpeningBook& operator=(const OpeningBook&) = delete;
    virtual ~OpeningBook() = default;

    /// Every move that it knows, best first; none in an unknown position.
    [[nodiscard]] virtual std::vector<BookLine> lines(const Board& board) const = 0;

    /// A move to play, where it sees `depth` plies or farther, or to the end. A draw is worth
    /// `draw` more, to the side to move, than it is on the board.
    [[nodiscard]] virtual std::optional<BookLine> choose(const Board& board, Depth depth,
                                                         Score draw) = 0;
};

} // namespace emilia
