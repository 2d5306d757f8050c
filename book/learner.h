#pragma once

// Learns games into a book. The book gets the game's positions up to the first that is solved, and
// for each position the best move that was not played there (M. Buro, "Toward Opening Book
// Learning", 1997).

#include "book/book.h"
#include "book/book_search.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace emilia {

struct LearnSettings {
    BookSearch search{};
    int exact_at = 20; ///< the first position with at most this many empty squares is solved; it is
                       ///< the last one learned
};

/// What was learned from one game.
struct Lesson {
    Book positions;                   ///< without game counts
    std::vector<PlayedPosition> game; ///< the whole game
    bool finished = false;            ///< if false, the scores in `game` mean nothing
};

/// The start board and the board after each move. The moves, including passes, must be legal.
[[nodiscard]] std::vector<Board> boards_of(const Board& start, std::span<const Square> moves);

/// Whether the book has already learned this game, in any symmetry.
[[nodiscard]] bool knows_game(const Book& book, std::span<const Board> boards);

/// Receives the number of finished positions and of all positions, before each search.
using LearnProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Searches what `known` lacks. Returns nothing if it was stopped.
[[nodiscard]] std::optional<Lesson> learn_game(const Book& known, std::span<const Board> boards,
                                               const LearnSettings& settings,
                                               const SearchFunction& search,
                                               const std::atomic<bool>& stop,
                                               const LearnProgress& progress = {});

/// Adds lessons to a book. Each finished game is counted once.
void take_lessons(Book& book, std::span<const Lesson> lessons);

} // namespace emilia
