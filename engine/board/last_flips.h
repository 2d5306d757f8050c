#pragma once

// Counts the discs that a move on the last empty square flips, for either side. All other squares
// are taken, so the player's discs alone define the board. Each of the four lines through the
// square takes one look-up in a table by its content, eight bits.
//
// Multiplications collect the bits of a line. All processors use the same code: neither pext
// instead of the multiplications nor 256- or 512-bit vectors over the eight rays made the search
// faster.

#include "engine/board/bitboard.h"
#include "engine/board/rays.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace emilia {
namespace detail {

/// For each place on a line and each content of the line (a bit is set for each of the mover's
/// discs), the number of discs between that place and the mover's nearest disc, on both sides
/// together. Lines shorter than eight squares end in bits that are not set; there is no disc of the
/// mover behind them.
using LineFlips = std::array<std::array<std::uint8_t, 256>, 8>;

[[nodiscard]] constexpr LineFlips make_line_flips() noexcept {
    LineFlips flips{};
    for (int place = 0; place < 8; ++place) {
        for (unsigned content = 0; content < 256; ++content) {
            int flipped = 0;
            for (const int step : {-1, 1}) {
                int end = place + step;
                while (end >= 0 && end < 8 && (content >> end & 1) == 0) end += step;
                if (end >= 0 && end < 8) flipped += (end - place) * step - 1;
            }
            flips[static_cast<std::size_t>(place)][content] = static_cast<std::uint8_t>(flipped);
        }
    }
    return flips;
}

inline constexpr LineFlips line_flips = make_line_flips();

struct Diagonals {
    Bitboard falling; ///< from the upper left to the lower right, through the square
    Bitboard rising;
};

[[nodiscard]] constexpr std::array<Diagonals, square_count> make_diagonals() noexcept {
    std::array<Diagonals, square_count> diagonals{};
    for (std::size_t i = 0; i < square_count; ++i) {
        const auto& [upward, downward] = rays_from[i];
        const Bitboard square = bit(square_at(static_cast<int>(i)));
        diagonals[i] = {upward[3] | square | downward[3], upward[1] | square | downward[1]};
    }
    return diagonals;
}

inline constexpr std::array<Diagonals, square_count> diagonals_through = make_diagonals();

} // namespace detail

class LastSquare {
public:
    /// `square` is the empty square. All other squares that the player doesn't hold are the
    /// opponent's.
    constexpr LastSquare(Bitboard player, Square square) noexcept
        : column_(column_of(square)),
          row_(row_of(square)),
          diagonals_(detail::diagonals_through[static_cast<std::size_t>(index(square))]),
          along_row_(player >> 8 * row_ & 0xff),
          along_column_((player >> column_ & a_file) * 0x0102'0408'1020'4080 >> 56),
          along_falling_(onto_row(player & diagonals_.falling)),
          along_rising_(onto_row(player & diagonals_.rising)) {}

    [[nodiscard]] constexpr int flips_by_player() const noexcept {
        return flips(along_row_, along_column_, along_falling_, along_rising_);
    }
    [[nodiscard]] constexpr int flips_by_opponent() const noexcept {
        return flips(along_row_ ^ 0xff, along_column_ ^ 0xff,
                     along_falling_ ^ onto_row(diagonals_.falling),
                     along_rising_ ^ onto_row(diagonals_.rising));
    }

private:
    /// The columns of `squares`, of which no two are in the same column.
    [[nodiscard]] static constexpr Bitboard onto_row(Bitboard squares) noexcept {
        return squares * a_file >> 56;
    }

    [[nodiscard]] constexpr int flips(Bitboard along_row, Bitboard along_column,
                                      Bitboard along_falling,
                                      Bitboard along_rising) const noexcept {
        const auto& by_column = detail::line_flips[static_cast<std::size_t>(column_)];
        const auto& by_row = detail::line_flips[static_cast<std::size_t>(row_)];
        return by_column[along_row] + by_row[along_column] + by_column[along_falling]
               + by_column[along_rising];
    }

    int column_;
    int row_;
    const detail::Diagonals& diagonals_;
    Bitboard along_row_, along_column_, along_falling_, along_rising_; ///< the player's discs
};

/// The number of discs that the player flips by a move on the only empty square.
[[nodiscard]] constexpr int last_flips(Bitboard player, Square square) noexcept {
    return LastSquare(player, square).flips_by_player();
}

} // namespace emilia
