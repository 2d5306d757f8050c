#include "engine/search/cutoffs.h"

#include "engine/board/hash.h"
#include "engine/board/stability.h"

#include <array>
#include <cstddef>

namespace emilia {

std::optional<Score> enhanced_cutoff(OrderedMoves& moves, const TranspositionTable& table,
                                     Score beta, Reach wanted) noexcept {
    std::array<std::uint64_t, square_count> hashes; // not initialised: only the moves' are used
    std::size_t hashed = 0;
    for (const OrderedMove& move : moves.all()) {
        const std::uint64_t key = hash(moves.child(move));
        hashes[hashed++] = key;
        table.prefetch(key); // the fetches overlap, so that all take the time of one
    }
    for (std::size_t i = 0; i < hashed; ++i) {
        const auto known = table.probe(moves.child(moves.all()[i]), hashes[i]);
        if (known && known->reach.serves(wanted) && -known->upper >= beta) return -known->upper;
    }
    return std::nullopt;
}

int upper_bound_by_stability(const Board& board, int alpha, int empties) noexcept {
    // Each stable disc of the opponent lowers the best possible score, 64, by two. Enough of them
    // are unlikely early in the game, and while the opponent has few other discs.
    constexpr int usual_others = 6;
    const int needed = (64 - alpha + 1) / 2;
    if (alpha < -64 + 2 * empties || count(board.opponent) < needed + usual_others) return 64;
    return 64 - 2 * count(stable_discs(board.passed()));
}

std::optional<bool> decided_by_stability(const Board& board, int minimum) noexcept {
    // A score is twice the player's discs at the end less 64. Counting all discs first is cheap and
    // mostly shows that there can't be enough stable ones.
    const int enough = (64 + minimum + 1) / 2;
    const int too_many = (64 - minimum) / 2 + 1;
    if (count(board.player) >= enough && count(stable_discs(board)) >= enough) return true;
    if (count(board.opponent) >= too_many && count(stable_discs(board.passed())) >= too_many) {
        return false;
    }
    return std::nullopt;
}

} // namespace emilia
