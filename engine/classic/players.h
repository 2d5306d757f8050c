#pragma once

// The players of the literature by name.

#include "engine/classic/strategy.h"
#include "engine/play/player.h"

#include <algorithm>
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

struct PlayerKind;

/// A player that searches to a fixed number of plies with the evaluation of its kind.
[[nodiscard]] std::unique_ptr<Player> make_strategist(const PlayerKind& kind,
                                                      const PlayerSettings& settings);

struct PlayerKind {
    std::string_view name;
    std::string_view description;
    std::string_view source; ///< author, year, section
    int plies;               ///< the usual number; 0: no fixed depth
    Evaluation evaluation;   ///< empty unless the player searches to a fixed depth
    std::unique_ptr<Player> (*make)(const PlayerKind& kind,
                                    const PlayerSettings& settings) = make_strategist;
};

/// All players, grouped by source.
[[nodiscard]] std::span<const PlayerKind> player_kinds() noexcept;

/// Null if there is no player of that name.
[[nodiscard]] const PlayerKind* find_player(std::string_view name) noexcept;

/// The seconds that a move may take at most: the time given for the move or the limit that Emilia
/// sets itself on the clock, whichever is less; none without either.
[[nodiscard]] inline std::optional<double> time_limit(const Board& board,
                                                      const MoveLimits& limits) {
    if (!limits.clock) return limits.seconds;
    const double limit = allot(*limits.clock, board.empties()).limit;
    return std::min(limits.seconds.value_or(limit), limit);
}

/// A search method that the user can choose for a player.
struct NamedMethod {
    std::string_view name;
    Method method;
};
[[nodiscard]] std::span<const NamedMethod> methods() noexcept;

} // namespace emilia::classic
