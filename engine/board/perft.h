#pragma once

// Perft: the number of move sequences of a given length, the usual proof of a move generator.

#include "engine/board/board.h"

#include <cstdint>

namespace emilia {

/// Leaves of the game tree `depth` moves below `board`. A pass counts as a move; a game that ends
/// before the depth is one leaf.
[[nodiscard]] std::uint64_t perft(const Board& board, int depth) noexcept;

} // namespace emilia
