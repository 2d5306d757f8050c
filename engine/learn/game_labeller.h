#pragma once

// Labels the positions of a game with what they are worth: solved where that is cheap or the score
// is known, else by the next position of the game that is.

#include "engine/learn/labelled_position.h"
#include "engine/play/searcher.h"

#include <atomic>
#include <optional>
#include <span>
#include <vector>

namespace emilia {

/// The exact score of one position of a game, known from elsewhere.
struct KnownScore {
    int empties = 0;
    int black_discs = 0; ///< black's less white's, at the end of perfect play
};

struct LabelSettings {
    int exact_at = 16;                       ///< positions with so many empties or fewer are solved
    int most_empties = 54;                   ///< earlier positions are left out
    const std::atomic<bool>* stop = nullptr; ///< gives up when it becomes true
};

/// Labels a game that begins at the usual start; `moves` are legal, with the passes among them. In
/// the order of the game, at most one position for each number of empties, always one in which
/// the player can move: of a pass, the position after it. What comes after the last position that
/// has a label is left out. None if it was stopped.
///
/// `searcher` should have one thread; what it remembers is of use for games that resemble each
/// other, and never changes a score.
[[nodiscard]] std::optional<std::vector<LabelledPosition>>
label_game(std::span<const Square> moves, const std::optional<KnownScore>& known,
           Searcher& searcher, const LabelSettings& settings);

} // namespace emilia
