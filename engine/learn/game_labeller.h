#pragma once

// Labels the positions of a recorded game with scores. Positions near the end are solved, and the
// game base may know the score of one position. Every earlier position gets the score of the next
// position of the game that has one.

#include "engine/learn/position_file.h"
#include "engine/notation/position.h"
#include "engine/play/searcher.h"

#include <atomic>
#include <optional>
#include <span>
#include <vector>

namespace emilia {

/// The exact score of one position of a game, as the game base has it.
struct KnownScore {
    int empties = 0;
    int black_discs = 0; ///< black's discs minus white's after perfect play
};

struct LabelSettings {
    int exact_at = 16;     ///< positions with at most this many empties are solved
    int most_empties = 54; ///< positions with more empties are left out
    const std::atomic<bool>* stop = nullptr; ///< ends the work early when it becomes true
};

/// Labels a game from `start`; `moves` must be legal and include the passes. The result has
/// the positions in the order of the game, at most one for each number of empties. The side to move
/// has a move in each: instead of a position with a pass it has the one after the pass. Positions
/// after the last label are left out. Returns nothing if it was stopped.
///
/// `searcher` should have one thread. Its table may keep results of other games, which saves time
/// and never changes a score.
[[nodiscard]] std::optional<std::vector<LabelledPosition>>
label_game(std::span<const Square> moves, const std::optional<KnownScore>& known,
           Searcher& searcher, const LabelSettings& settings, const Position& start = {});

/// Whether `label_game` finds a label in the game; an unfinished one may have none.
[[nodiscard]] bool has_labels(std::span<const Square> moves, const std::optional<KnownScore>& known,
                              const LabelSettings& settings, const Position& start = {});

/// Whether `label_game` may label this board in the game with these moves.
[[nodiscard]] bool passes_through(std::span<const Square> moves, const Board& board,
                                  const Position& start = {});

} // namespace emilia
