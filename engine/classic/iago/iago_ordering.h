#pragma once

// The move ordering of Iago's search below the plies that it saves: the four heuristics of
// Rosenbloom's experiment (1982, section 4.2.1). The article does not say how much a rating grows;
// these numbers are our own.

#include "engine/classic/othello_game.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace emilia::classic {

enum class IagoOrdering {
    move_generation, ///< left to right, top to bottom
    square_value,    ///< by the squares' weights: Norvig's, as Iago's are not published
    move_number,     ///< killers, one list for each move number and side
    response,        ///< killers, one list for each move to be answered and side (Iago's own)
};

/// What decides which list of killers a node uses.
struct KillerContext {
    int side;        ///< the side to move: 0 or 1
    int move;        ///< the move number
    Square answered; ///< the previous move; `Square::none` if it is not known
};

/// Ratings of moves, which are learned during a search and kept for the next moves of the game.
class KillerRatings {
public:
    explicit KillerRatings(IagoOrdering ordering) noexcept : ordering_(ordering) {}

    /// The legal moves, best first. A killer heuristic also raises the rating of each of them a
    /// little for being legal.
    [[nodiscard]] MoveList ordered(Bitboard legal, const KillerContext& context) noexcept;

    /// Raises the rating of a move that was the best or caused a cut-off.
    void reward(Square move, const KillerContext& context) noexcept;

    /// Halves all ratings; called between two moves of a game, so that old killers fade.
    void halve() noexcept;
    void clear() noexcept { lists_ = {}; }

private:
    using Rating = std::uint64_t;
    using Ratings = std::array<Rating, square_count>;
    static constexpr Rating legal_boost = 1;
    static constexpr Rating best_boost = 64;

    [[nodiscard]] bool learns() const noexcept {
        return ordering_ == IagoOrdering::move_number || ordering_ == IagoOrdering::response;
    }
    [[nodiscard]] Ratings& ratings(const KillerContext& context) noexcept;

    static constexpr std::size_t contexts = square_count + 2; // also a pass and no move
    IagoOrdering ordering_;
    std::array<std::array<Ratings, contexts>, 2> lists_{};
};

} // namespace emilia::classic
