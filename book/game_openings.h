#pragma once

// What openings the games of a base have, and where they leave a book.

#include "book/book.h"
#include "engine/games/game_query.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace emilia {

/// The openings of the games of a base: of each the last position that has a name.
class GameOpenings {
public:
    /// Looks up every position that has a name.
    GameOpenings(const GameBase& base, const PositionIndex& index);

    /// The name of a game's opening; empty if it has none.
    [[nodiscard]] std::string_view name(std::uint32_t game) const {
        return names_[openings_[game]];
    }
    /// Keeps the games in whose opening's name `part` occurs, with any case of the letters a to z.
    void keep(std::vector<ChosenGame>& chosen, std::string_view part) const;

private:
    std::vector<std::string_view> names_;
    std::vector<std::uint16_t> openings_; ///< of each game, a place in `names_`
};

/// A move by which games leave a book: the first one that the book doesn't know. It knows more
/// moves than it has positions behind them; where it ends with a move that it knows, no game leaves
/// it.
struct BookExit {
    std::vector<Square> line; ///< the moves before, as the first of the games has them
    Square move = Square::none;
    Color mover = Color::black;
    std::optional<BookMove> best; ///< of the book in that position
    Tally tally;
};

/// Where the games that are seen from `side` leave the book, the most frequent exit first. Others,
/// also those that start outside of it, are left out.
[[nodiscard]] std::vector<BookExit> book_exits(const GameBase& base,
                                               const std::vector<ChosenGame>& chosen, Color side,
                                               const Book& book);

} // namespace emilia
