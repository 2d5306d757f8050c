#pragma once

// A 64-bit hash of a position. Three multiplications and two folds mix all 128 bits into 64. The
// hash only chooses a place in a table; the tables compare whole positions.

#include "engine/board/board.h"

#include <bit>
#include <cstdint>

namespace emilia {

[[nodiscard]] constexpr std::uint64_t hash(const Board& board) noexcept {
    // The multipliers are odd: the fractional digits of the golden ratio and of the square root
    // of 2.
    std::uint64_t mixed = board.player * 0x9e37'79b9'7f4a'7c15
                          ^ std::rotl(board.opponent * 0x6a09'e667'f3bc'c909, 32);
    mixed ^= mixed >> 29;
    mixed *= 0x9e37'79b9'7f4a'7c15;
    return mixed ^ mixed >> 32;
}

} // namespace emilia
