#pragma once

// The interface through which the engine uses an opening book; the folder book/ implements it.

#include "engine/board/board.h"
#include "engine/search/search_result.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace emilia {

/// A book move. The kind of its line is `book`. Its depth counts the moves of the line inside
/// the book plus the depth of the search behind its last position.
struct BookLine {
    Line line;
    Score doubt;             ///< expected error of the score, not negative
    std::uint64_t games = 0; ///< finished games that reached the position after the move
};

class OpeningBook {
public:
    OpeningBook() = default;
    OpeningBook(const OpeningBook&) = delete;
    OpeningBook& operator=(const OpeningBook&) = delete;
    virtual ~OpeningBook() = default;

    /// Returns all book moves, best first; none in an unknown position.
    [[nodiscard]] virtual std::vector<BookLine> lines(const Board& board) const = 0;

    /// Chooses a move if the book sees at least `depth` plies ahead or to the end of the game.
    /// It adds
    /// `draw` to the score of a draw, for the side to move.
    [[nodiscard]] virtual std::optional<BookLine> choose(const Board& board, Depth depth,
                                                         Score draw) = 0;

    /// Chooses a move as often as people have played it, among those that lose little; none if the
    /// book counts no games with one of them.
    [[nodiscard]] virtual std::optional<BookLine> choose_popular(const Board& board) = 0;
};

} // namespace emilia
