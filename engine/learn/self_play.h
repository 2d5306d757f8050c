#pragma once

// Games that the engine plays against itself, for what they teach the evaluation: positions with
// the score that they turned out to have.
//
// A game begins with an opening that is partly random, goes on with the best moves of a search of
// fixed depth, and is solved from some number of empty squares on. What was played before is
// labelled with the solved score, as for Logistello (M. Buro, "Improving heuristic mini-max search
// by supervised learning", Artificial Intelligence 134, 2002).

#include "engine/learn/labelled_position.h"
#include "engine/play/searcher.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace emilia {

/// Whole numbers from `least` to `greatest`, both included.
struct Range {
    int least;
    int greatest;
    [[nodiscard]] constexpr bool contains(int number) const noexcept {
        return least <= number && number <= greatest;
    }
};

/// How games are made. Plies are discs placed since the start: a pass is none.
struct SelfPlaySettings {
    Depth depth = 6;   ///< of the search that chooses moves
    int exact_at = 18; ///< a game is solved from so many empty squares, or one fewer, on; each of
                       ///< them in half the games, so that neither player always has the last move

    // Three kinds of opening, in hundredths of all games. Balanced ones are what real games look
    // like; random ones show lopsided and odd positions, which a search has to judge as well; late
    // mistakes show what a bad move costs in an otherwise sound position, the rest of the games.
    int balanced_openings = 40;
    int random_openings = 30;

    Range balanced_plies = {6, 12};       ///< enough for all games to differ
    Depth balance_depth = 4;              ///< of the search that tells; no more than an estimate
    Score balance = Score::from_discs(4); ///< the advantage that is still called balanced
    /// Added at each refusal, so that an opening is found whatever the evaluation thinks of them.
    Score balance_step = Score::from_hundredths(10);
    Range random_plies = {10, 36};       ///< at the most nearly to the solved end
    Range mistake_ply = {14, 40};        ///< behind the balanced opening, up to the solved end
    Range mistakes = {1, 3};             ///< random moves in a row, by both players in turn
    int least_empties_after_opening = 8; ///< else there is too little left to learn from

    /// Side branches from solved positions. With more empty squares solving them all would take
    /// longer than the game; with fewer a search sees the end and hardly asks the evaluation.
    Range branch_empties = {9, 17};
    int least_empties = 5; ///< of a recorded position, for the same reason
};

/// Plays game `number` and labels its positions: the player to move has a move in each of them.
/// The same arguments give the same positions on every machine, as long as the search and the size
/// of its table are the same and `searcher` has one thread; its table is forgotten first. Nothing
/// if `stop` became true.
[[nodiscard]] std::optional<std::vector<LabelledPosition>>
self_play(std::uint64_t seed, std::uint32_t number, const SelfPlaySettings& settings,
          Searcher& searcher, const std::atomic<bool>* stop = nullptr);

} // namespace emilia
