#pragma once

// Selects games by number, player, event and year.

#include "engine/notation/game.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// A range of years that includes its ends; by default every year that a WTHOR base can have.
struct Years {
    int first = 0;
    int last = 65'535;
    [[nodiscard]] bool contain(int year) const noexcept { return first <= year && year <= last; }
};

/// Parses `2012` or `1977-2022`; returns nothing for any other text.
[[nodiscard]] std::optional<Years> parse_years(std::string_view text) noexcept;

/// A game must meet every condition that is set; a default-constructed selection takes all games.
struct GameSelection {
    struct Range {
        std::size_t first = 0;
        std::size_t last = 0; ///< included
    };
    std::optional<Range> index; ///< positions in the input, counted from 1 over all files
    std::string player;         ///< part of either player's name
    std::string event;          ///< part of the event's name
    std::optional<Years> years;

    /// Names are compared without regard to the case of the letters a to z.
    [[nodiscard]] bool takes(std::size_t index_of_game, const Game& game) const;
};

/// The year in a game's date: the first run of exactly four digits.
[[nodiscard]] std::optional<int> year_of(const Game& game);

} // namespace emilia
