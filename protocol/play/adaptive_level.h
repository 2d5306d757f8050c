#pragma once

// The level of an opponent that adapts to the person: it rises after a game that the person wins
// and falls after one that the person loses. It is kept in a file, so that it lasts.

#include "engine/eval/score.h"
#include "engine/play/level.h"

#include <filesystem>
#include <string>

#include <tl/expected.hpp>

namespace emilia {

struct AdaptiveLevel {
    int level = level_for_people;
    int games = 0; ///< that have changed it

    /// The first games change it by 4, 3 and 2, later ones by 1. No person needs more than
    /// `default_level`, and higher ones think for long.
    [[nodiscard]] AdaptiveLevel after_game(Outcome of_person) const noexcept;

    [[nodiscard]] friend bool operator==(const AdaptiveLevel&, const AdaptiveLevel&) = default;
};

/// Reads the file in a folder; without a sound one it is as for a new person.
[[nodiscard]] AdaptiveLevel read_adaptive_level(const std::filesystem::path& folder);

/// Writes that file, and makes the folder if there is none.
[[nodiscard]] tl::expected<void, std::string>
save_adaptive_level(const AdaptiveLevel& level, const std::filesystem::path& folder);

} // namespace emilia
