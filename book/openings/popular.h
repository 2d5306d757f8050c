#pragma once

// Finds the positions that people reach most often, from which a book should grow.

#include "book/book.h"
#include "engine/notation/formats/wthor.h"

#include <span>
#include <vector>

namespace emilia {

/// A position to add to a book, with the results of the games through it.
struct Seed {
    Board board; ///< canonical
    GameCounts games;
};

/// The positions with at least `min_empties` empty squares that occur in at least `min_games` of
/// the games, most frequent first. Symmetric positions count as one.
[[nodiscard]] std::vector<Seed> popular_positions(std::span<const WthorGame* const> games,
                                                  std::uint64_t min_games, int min_empties);

} // namespace emilia
