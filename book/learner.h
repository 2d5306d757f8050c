#pragma once

// What a book learns from games that were played: their positions, each with the best move that
// was not played there, and at the end of it the exact score of the last one. M. Buro, "Toward
// Opening Book Learning" (1997).

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
    int exact_at = 20; ///< empty squares: the first position with no more is solved, the last taken
};

/// What one game teaches.
struct Lesson {
    Book positions;                   ///< without counts
    std::vector<PlayedPosition> game; ///< all of it
    bool finished = false;            ///< or its scores mean nothing
};

/// The boards of a game, from its start, after each of its moves: legal ones, passes among them.
[[nodiscard]] std::vector<Board> boards_of(const Board& start, std::span<const Square> moves);

/// Whether the book has learned this game already.
[[nodiscard]] bool knows_game(const Book& book, std::span<const Board> boards);

/// Told before each search: how many of all positions are done.
using LearnProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Searches what `known` does not hold yet. None if it was stopped.
[[nodiscard]] std::optional<Lesson> learn_game(const Book& known, std::span<const Board> boards,
                                               const LearnSettings& settings,
                                               const SearchFunction& search,
                                               const std::atomic<bool>& stop,
                                               const LearnProgress& progress = {});

/// Puts lessons into a book. A finished game is counted, unless it was before.
void take_lessons(Book& book, std::span<const Lesson> lessons);

} // namespace emilia
