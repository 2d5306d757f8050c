#pragma once

// The terms of a game as the server writes them: its clocks, `main/increment/extension`, each
// `[DD.][HH:]MM:SS`, and its type: `8`, `8b`, `s8`, `s8r20`, `10`, `8k`, `8a`.

#include "engine/notation/parse_error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace emilia::ggs {

/// A player's clock, in seconds.
struct ClockState {
    double main = 0;      ///< negative: overstepped
    double increment = 0; ///< added by each move
    double extension = 0; ///< added once, when the main time is over
    [[nodiscard]] friend bool operator==(const ClockState&, const ClockState&) = default;
};

/// Parses `5:00`, `-00:03` or `1.02:00:00` (a day and two hours).
[[nodiscard]] Parsed<double> parse_time(std::string_view text);

/// Parses `01:00//02:00`. Parts may be empty or missing at the end, and `,MOVES:KIND` may follow
/// each, which is ignored.
[[nodiscard]] Parsed<ClockState> parse_clock(std::string_view text);

/// Writes whole seconds as `5:00` or `1:00:00`.
[[nodiscard]] std::string time_text(double seconds);

/// Which colour the challenger has; `unsaid`: the server chooses.
enum class ChallengerColor : std::uint8_t { unsaid, black, white };

struct GameType {
    int size = 8;
    bool synchro = false; ///< two games at a time from the same opening, with colours swapped
    bool komi = false;
    bool anti = false;                    ///< who has fewer discs wins
    std::optional<int> random_discs = {}; ///< on the board of a random opening; none: usual start
    ChallengerColor color = ChallengerColor::unsaid;
    [[nodiscard]] friend bool operator==(const GameType&, const GameType&) = default;
};

/// Parses `[s]SIZE` and then any of `k`, `a`, `b`, `w`, `?` and `rDISCS`.
[[nodiscard]] Parsed<GameType> parse_game_type(std::string_view text);

/// Why the engine can't play this type; none if it can.
[[nodiscard]] std::optional<std::string_view> why_unplayable(const GameType& type) noexcept;
/// The same for a type that is still a text and may be unknown.
[[nodiscard]] std::optional<std::string> why_unplayable(std::string_view type);

} // namespace emilia::ggs
