#pragma once

// A position with a score, from which the evaluation learns.

#include "engine/board/board.h"
#include "engine/eval/score.h"

#include <cstdint>

namespace emilia {

/// Where a label comes from. Files contain these numbers.
enum class LabelSource : std::uint8_t {
    exact = 0,  ///< the position was solved
    later = 1,  ///< the exact score of a later position of the same game, seen from here
    search = 2, ///< the value of a midgame search
};

struct LabelledPosition {
    Board board;
    Score score; ///< for the player to move
    LabelSource source = LabelSource::exact;
    std::uint8_t distance = 0; ///< discs placed from here to the position that was solved
    [[nodiscard]] friend bool operator==(const LabelledPosition&,
                                         const LabelledPosition&) = default;
};

} // namespace emilia
