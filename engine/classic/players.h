#pragma once

// The players of the literature by name.

#include "engine/classic/strategy.h"
#include "engine/play/player.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace emilia::classic {

struct PlayerSettings {
    std::optional<int> plies{};     ///< none: the player's usual number
    std::optional<Method> method{}; ///< none: the maximizer for one ply, killers for more
    std::uint64_t seed = 0;         ///< for random choices
};

struct PlayerKind {
    std::string_view name;
    std::string_view description;
    std::string_view source; ///< author, year, section
    int plies;               ///< the usual number; 0: no fixed depth
    std::unique_ptr<Player> (*make)(const PlayerKind& kind, const PlayerSettings& settings);
    Evaluation evaluation; ///< empty unless the player searches to a fixed depth
};

/// All players, grouped by source.
[[nodiscard]] std::span<const PlayerKind> player_kinds() noexcept;

/// Null if there is no player of that name.
[[nodiscard]] const PlayerKind* find_player(std::string_view name) noexcept;

/// A search method that a player can be told to use.
struct NamedMethod {
    std::string_view name;
    Method method;
};
[[nodiscard]] std::span<const NamedMethod> methods() noexcept;

} // namespace emilia::classic
