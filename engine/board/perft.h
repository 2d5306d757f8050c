#pragma once

// Perft counts the move sequences of a given length, the usual test of a move generator.

#include "engine/board/board.h"

#include <cstdint>

namespace emilia {

/// The number of leaves of the game tree `depth` moves below `board`. A pass counts as a move. A
/// game that ends before that depth is one leaf.
[[nodiscard]] std::uint64_t perft(const Board& board, int depth) noexcept;

} // namespace emilia
