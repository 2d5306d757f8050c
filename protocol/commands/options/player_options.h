#pragma once

// The options that let a player of the literature play instead of the engine.

#include "engine/classic/players.h"
#include "engine/play/player.h"
#include "protocol/commands/options/options.h"

#include <memory>
#include <optional>

namespace emilia {

/// `--player --search`.
[[nodiscard]] boost::program_options::options_description player_options();

/// A player of the literature and how it is to play.
struct PlayerChoice {
    const classic::PlayerKind* kind;
    classic::PlayerSettings settings;
};

/// None if the engine plays. Call it after engine_settings, which checks `--depth`. Throws as
/// `chosen_player` does.
[[nodiscard]] std::optional<PlayerChoice> player_choice(const ParsedOptions& options);

/// Returns null if the engine plays. Call it after engine_settings, which checks `--depth`. Throws
/// UsageError if there is no such player or an option doesn't apply to it.
[[nodiscard]] std::unique_ptr<Player> chosen_player(const ParsedOptions& options);

} // namespace emilia
