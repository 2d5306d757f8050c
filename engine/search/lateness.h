#pragma once

// How late a move is tried where moves are ordered without an evaluation: the later, the more
// replies it leaves to the opponent ("fastest first"). The weights were fitted to the number of
// nodes that the leaf solver needs; README.md tells how.

#include "engine/board/bitboard.h"
#include "engine/board/parity.h"

namespace emilia {

/// The lateness of the moves of one position.
class Lateness {
public:
    static constexpr int reply = 14;
    static constexpr int corner_reply = 7; ///< more than another reply
    static constexpr int near = 2;         ///< a square where the opponent may get a reply later
    static constexpr int odd = 4;          ///< a move into an odd quadrant comes so much earlier
    static constexpr int corner = 6;       ///< and one to a corner
    static constexpr int alone = 4;        ///< and one to a square that touches no empty one
    static constexpr int least = 1;
    static constexpr int of_hash_move = 0; ///< before all others

    /// `empty` are the empty squares of the position.
    explicit constexpr Lateness(Bitboard empty) noexcept
        : odd_squares_(odd_quadrants(empty)), alone_(~adjacent(empty)) {}

    /// Counts no replies.
    [[nodiscard]] constexpr int of_square(Square square) const noexcept {
        return least + odd * static_cast<int>(!contains(odd_squares_, square))
               + corner * static_cast<int>(!contains(corners, square))
               + alone * static_cast<int>(!contains(alone_, square));
    }
    /// Counts `legal`, the opponent's replies, only.
    [[nodiscard]] static constexpr int of_replies(Bitboard legal) noexcept {
        return reply * count(legal) + corner_reply * count(legal & corners);
    }

    [[nodiscard]] constexpr Bitboard odd_squares() const noexcept { return odd_squares_; }
    [[nodiscard]] constexpr Bitboard alone_squares() const noexcept { return alone_; }

private:
    Bitboard odd_squares_;
    Bitboard alone_;
};

} // namespace emilia
