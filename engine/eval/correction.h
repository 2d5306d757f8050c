#pragma once

#include "engine/eval/network.h"
#include "engine/eval/pattern_board.h"
#include "engine/eval/score.h"

namespace emilia {

/// What the network adds to the tables' value, `table_value`, of a position in which the side to
/// move has the moves `legal`. Any thread may call it.
[[nodiscard]] Score correction(const Network& network, const PatternBoard& position, Bitboard legal,
                               Score table_value) noexcept;

} // namespace emilia
