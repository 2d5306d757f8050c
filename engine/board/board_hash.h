#pragma once

#include "engine/board/board.h"

#include <cstddef>

namespace emilia {

/// For the hash tables of the standard library, with boards as keys.
struct BoardHash {
    [[nodiscard]] constexpr std::size_t operator()(const Board& board) const noexcept {
        return static_cast<std::size_t>(hash(board));
    }
};

} // namespace emilia
