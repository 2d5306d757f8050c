#pragma once

// What the evaluation learns from: a position and what it turned out to be worth.

#include "engine/board/board.h"
#include "engine/eval/score.h"

#include <cstdint>

namespace emilia {

/// Where a label comes from; the numbers are those of the files.
enum class LabelSource : std::uint8_t {
    exact = 0,  ///< solved
    later = 1,  ///< the exact score of a later position of the same game, seen from here
    search = 2, ///< a midgame search
};

struct LabelledPosition {
    Board board;
    Score score; ///< for the player to move
    LabelSource source = LabelSource::exact;
    std::uint8_t distance = 0; ///< discs played since, up to the position that was solved
    [[nodiscard]] friend bool operator==(const LabelledPosition&,
                                         const LabelledPosition&) = default;
};

} // namespace emilia
