#pragma once

// The positions that people have reached most often: where a book should begin.

#include "book/book.h"
#include "engine/notation/formats/wthor.h"

#include <span>
#include <vector>

namespace emilia {

/// A position that a book is to have.
struct Seed {
    Board board; ///< canonical
    GameCounts games;
};

/// Every position that at least `least_games` of the games came through, most played first; none
/// with fewer empty squares than `least_empties`. Symmetric ones count as one.
[[nodiscard]] std::vector<Seed> popular_positions(std::span<const WthorGame* const> games,
                                                  std::uint64_t least_games, int least_empties);

} // namespace emilia
