#pragma once

#include "engine/board/board.h"
#include "engine/eval/score.h"

namespace emilia {

/// Estimates the final disc difference of `board` for its player to move. Between −63 and +63
/// discs, so that no estimate is taken for a certain wipe-out. Any thread may call it.
[[nodiscard]] Score evaluate(const Board& board) noexcept;

} // namespace emilia
