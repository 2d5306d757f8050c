#pragma once

// Plays games of the engine against itself and labels their positions, for the evaluation to learn
// from.
//
// A game begins with a partly random opening, continues with the best moves of a fixed-depth
// search, and is solved from some number of empty squares on. Earlier positions are labelled with
// the solved score, as for Logistello (M. Buro, "Improving heuristic mini-max search by supervised
// learning", Artificial Intelligence 134, 2002).

#include "engine/learn/position_file.h"
#include "engine/play/searcher.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace emilia {

/// Integers from `least` to `greatest`, both included.
struct Range {
    int least;
    int greatest;
    [[nodiscard]] constexpr bool contains(int number) const noexcept {
        return least <= number && number <= greatest;
    }
};

/// How games are made. A ply is a disc placed since the start; a pass does not count.
struct SelfPlaySettings {
    Depth depth = 6;   ///< plies of the search that chooses moves
    int exact_at = 18; ///< half of the games are solved from this many empty squares on, the others
                       ///< from one fewer, so that neither side always has the last move

    // There are three kinds of opening, in per cent of all games. Balanced ones look like real
    // games. Random ones give lopsided and odd positions, which a search has to judge as well. The
    // other games are balanced until a late mistake; they show what a bad move costs.
    int balanced_openings = 40;
    int random_openings = 30;

    Range balanced_plies = {6, 12};       ///< long enough for all games to differ
    Depth balance_depth = 4;              ///< plies of the search that estimates the balance
    Score balance = Score::from_discs(4); ///< the greatest advantage that counts as balanced
    /// Added to `balance` for each rejected opening, so that one is found with any evaluation.
    Score balance_step = Score::from_hundredths(10);
    Range random_plies = {10, 36};       ///< the longest ones almost reach the solved end
    Range mistake_ply = {14, 40};        ///< after the balanced opening, before the solved end
    Range mistakes = {1, 3};             ///< consecutive random moves, by both sides in turn
    int least_empties_after_opening = 8; ///< with fewer, too little would be left to learn

    /// Solved positions with this many empty squares get side branches. With more, solving them
    /// would take longer than the game; with fewer, searches see the end and rarely evaluate.
    Range branch_empties = {9, 17};
    int least_empties = 5; ///< positions with fewer are not recorded, for the same reason

    /// Also records each position that was searched for a move with the value of that search, and a
    /// side branch of it with the value of another. They teach what a search would find out.
    bool searched = false;
};

/// Plays game `number` and labels its positions. The side to move has a move in each of them. The
/// same arguments give the same positions on every machine if the search and the size of its table
/// are the same and `searcher` has one thread; its table is cleared first. Returns nothing if
/// `stop` became true.
[[nodiscard]] std::optional<std::vector<LabelledPosition>>
self_play(std::uint64_t seed, std::uint32_t number, const SelfPlaySettings& settings,
          Searcher& searcher, const std::atomic<bool>* stop = nullptr);

} // namespace emilia
