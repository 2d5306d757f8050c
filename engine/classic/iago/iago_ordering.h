#pragma once

// In which order Iago's search tries moves below the part of the tree that it saves: the four
// heuristics of Rosenbloom's experiment (1982, section 4.2.1).
//
// How much a rating is boosted is not published; the sizes here are our own.

#include "engine/classic/othello_game.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace emilia::classic {

enum class IagoOrdering {
    move_generation, ///< left to right, top to bottom
    square_value,    ///< by Norvig's weights of the squares: Iago's own are not published
    move_number,     ///< killers, by who is to move and the number of the move
    response,        ///< killers, by the move that is to be answered: Iago's
};

/// Where in the game a list of killers belongs.
struct KillerContext {
    int side;        ///< to move: 0 or 1
    int move;        ///< its number
    Square answered; ///< the move before; `Square::none` where it is not known
};

/// Ratings of moves, learnt in a search and kept over the moves of a game.
class KillerRatings {
public:
    explicit KillerRatings(IagoOrdering ordering) noexcept : ordering_(ordering) {}

    /// The legal moves, best first, each rated a little higher for being legal.
    [[nodiscard]] MoveList ordered(Bitboard legal, const KillerContext& context) noexcept;

    /// A move was the best or caused a cutoff.
    void reward(Square move, const KillerContext& context) noexcept;

    /// Between two moves of a game.
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

    static constexpr std::size_t contexts = square_count + 2; // a pass, and no move
    IagoOrdering ordering_;
    std::array<std::array<Ratings, contexts>, 2> lists_{};
};

} // namespace emilia::classic
