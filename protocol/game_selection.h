#pragma once

// Which games of some files a job is about: `--index --player --event --years`.

#include "engine/notation/game.h"
#include "protocol/game_bases.h"
#include "protocol/options.h"

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

void add_selection_options(boost::program_options::options_description& described);

/// Throws UsageError.
[[nodiscard]] GameSelection chosen_games(const ParsedOptions& options);

/// The year in a game's date: its first four digits that stand together with no fifth.
[[nodiscard]] std::optional<int> year_of(const Game& game);

} // namespace emilia
