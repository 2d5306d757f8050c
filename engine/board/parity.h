#pragma once

#include "engine/board/bitboard.h"

#include <array>

namespace emilia {

inline constexpr std::array<Bitboard, 4> quadrants = {0x0000'0000'0f0f'0f0f, 0x0000'0000'f0f0'f0f0,
                                                      0x0f0f'0f0f'0000'0000, 0xf0f0'f0f0'0000'0000};

/// The empty squares in quadrants that have an odd number of them. Quadrants approximate the
/// regions of connected empty squares, which would take far longer to find.
[[nodiscard]] constexpr Bitboard odd_quadrants(Bitboard empty) noexcept {
    Bitboard odd = 0;
    for (const Bitboard quadrant : quadrants) {
        if ((count(empty & quadrant) & 1) != 0) odd |= quadrant;
    }
    return odd & empty;
}

} // namespace emilia
