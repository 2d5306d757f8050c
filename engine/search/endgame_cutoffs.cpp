#include "engine/search/endgame_cutoffs.h"

#include "engine/board/stability.h"

namespace emilia {

int best_possible(const Board& board, int alpha, int empties) noexcept {
    // Every stable disc of the opponent costs two of 64. There is no hope of enough of them while
    // the opponent's discs are too few, and little early in the game.
    const int needed = (64 - alpha + 1) / 2;
    if (alpha < -64 + 2 * empties || count(board.opponent) < needed) return 64;
    return 64 - 2 * count(stable_discs(board.passed()));
}

std::optional<bool> decided_by_stability(const Board& board, int least) noexcept {
    // A score is twice the player's discs at the end less 64. The discs on the board are counted
    // first: they may be too few to be worth the look.
    const int enough = (64 + least + 1) / 2;
    const int too_many = (64 - least) / 2 + 1;
    if (count(board.player) >= enough && count(stable_discs(board)) >= enough) return true;
    if (count(board.opponent) >= too_many && count(stable_discs(board.passed())) >= too_many) {
        return false;
    }
    return std::nullopt;
}

} // namespace emilia
