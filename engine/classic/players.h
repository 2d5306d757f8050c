#pragma once

// The players of the literature by their names.

#include "engine/classic/strategy.h"
#include "engine/play/player.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace emilia::classic {

struct PlayerSettings {
    std::optional<int> plies{};     ///< none: as many as is his custom
    std::optional<Method> method{}; ///< none: the plain maximizer for one ply, killers for more
    std::uint64_t seed = 0;         ///< of what he leaves to chance
};

struct PlayerKind {
    std::string_view name;
    std::string_view description;
    std::string_view source; ///< author, year, section
    int plies;               ///< by custom; 0: he does not search to a fixed depth
    std::unique_ptr<Player> (*make)(const PlayerKind& kind, const PlayerSettings& settings);
    Evaluation evaluation; ///< of players that search to a fixed depth
};

/// All of them, source by source.
[[nodiscard]] std::span<const PlayerKind> player_kinds() noexcept;

/// None where there is no such player.
[[nodiscard]] const PlayerKind* find_player(std::string_view name) noexcept;

/// Ways to search that a player may be told to use, by name.
struct NamedMethod {
    std::string_view name;
    Method method;
};
[[nodiscard]] std::span<const NamedMethod> methods() noexcept;

} // namespace emilia::classic
