#pragma once

// Whom a person plays against: Emilia at a level, Emilia with other limits, or a player of the
// literature.

#include <optional>
#include <string>
#include <string_view>

namespace emilia {

struct Opponent {
    std::optional<int> level{}; ///< of the engine; none: its other limits, or the player's
    std::string player{};       ///< name of a player of the literature; empty: the engine plays

    /// `Emilia (level 3)`, `Emilia as iago`, or `Emilia`. Saved games name the opponent so.
    [[nodiscard]] std::string name() const;

    [[nodiscard]] friend bool operator==(const Opponent&, const Opponent&) = default;
};

/// Reads a name that `Opponent::name` has written; none for any other name.
[[nodiscard]] std::optional<Opponent> parse_opponent(std::string_view name);

} // namespace emilia
