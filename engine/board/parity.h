#pragma once

#include "engine/board/bitboard.h"

#include <array>

namespace emilia {

inline constexpr std::array<Bitboard, 4> quadrants = {0x0000'0000'0f0f'0f0f, 0x0000'0000'f0f0'f0f0,
                                                      0x0f0f'0f0f'0000'0000, 0xf0f0'f0f0'0000'0000};

/// The empty squares of quadrants that hold an odd number of them. Quadrants stand in for the
/// true regions of empty squares: near enough, and far cheaper.
[[nodiscard]] constexpr Bitboard odd_quadrants(Bitboard empty) noexcept {
    Bitboard odd = 0;
    for (const Bitboard quadrant : quadrants) {
        if ((count(empty & quadrant) & 1) != 0) odd |= quadrant;
    }
    return odd & empty;
}

} // namespace emilia
