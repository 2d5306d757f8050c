#pragma once

// Which games of some files a job is about.

#include "engine/notation/formats/game_bases.h"
#include "engine/notation/game.h"

#include <cstddef>
#include <optional>
#include <string>

namespace emilia {

/// What is not set leaves no game out.
struct GameSelection {
    struct Range {
        std::size_t first = 0;
        std::size_t last = 0; ///< included
    };
    std::optional<Range> index; ///< places in all that is read, from 1
    std::string player;         ///< a part of either side's name
    std::string event;          ///< a part of its name
    std::optional<Years> years;

    /// Names are compared without regard to the case of a to z.
    [[nodiscard]] bool takes(std::size_t index_of_game, const Game& game) const;
};

/// The year in a game's date: its first four digits that stand together with no fifth.
[[nodiscard]] std::optional<int> year_of(const Game& game);

} // namespace emilia
