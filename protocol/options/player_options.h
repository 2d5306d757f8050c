#pragma once

// A player of the literature in the engine's place: `--player`, `--search`.

#include "engine/classic/players.h"
#include "protocol/options/options.h"

#include <memory>

namespace emilia {

/// `--player --search`.
[[nodiscard]] boost::program_options::options_description player_options();

/// Null: the engine itself plays. Throws UsageError where there is no such player, or he has no
/// use for the options.
[[nodiscard]] std::unique_ptr<classic::Player> chosen_player(const ParsedOptions& options);

} // namespace emilia
