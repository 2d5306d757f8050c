#pragma once

// The result that a file records for a game, and how each file format writes it. The recorded
// result may differ from the score on the board. An unknown spelling parses to no result rather
// than to an error, so that the game itself can still be read.

#include "engine/notation/position.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace emilia {

enum class Ending : std::uint8_t {
    played_out, ///< or unknown
    resigned,
    timeout,
    left,   ///< a player left and forfeited
    agreed, ///< the players agreed on the score
};

struct GameResult {
    std::optional<Color> winner = {};  ///< none in a draw
    std::optional<double> margin = {}; ///< discs between winner and loser, if known; a fraction
                                       ///< in games with komi
    Ending ending = Ending::played_out;

    /// Black's discs minus White's, if the margin is known.
    [[nodiscard]] std::optional<double> black_lead() const noexcept;
    [[nodiscard]] friend bool operator==(const GameResult&, const GameResult&) = default;
};

[[nodiscard]] GameResult result_of_lead(double black_lead, Ending ending = Ending::played_out);

/// GGF's `RE`: `+12.00`, `-3.00:r` (resigned), `:t` (time), `:l` (left), `:s` (agreed score).
[[nodiscard]] std::optional<GameResult> parse_ggf_result(std::string_view text);
/// Writes GGF's `RE`. Empty without a margin, because GGF names the winner by the sign.
[[nodiscard]] std::string to_ggf_result(const GameResult& result);

/// SGF's `RE`: `B+12`, `W+` (unknown margin), `W+R` (resigned), `W+T` (time), `W+F` (forfeit), also
/// in full words; `0` or `Draw`.
[[nodiscard]] std::optional<GameResult> parse_sgf_result(std::string_view text);
/// Writes SGF's `RE`. SGF has room for either the margin or an early ending; the ending wins.
[[nodiscard]] std::string to_sgf_result(const GameResult& result);

/// Parses Black's and White's discs as people write them: `44-20`.
[[nodiscard]] std::optional<GameResult> parse_disc_counts(std::string_view text);
/// Writes `44-20`; empty squares count for the winner. Returns nothing if the margin is unknown or
/// not a whole number.
[[nodiscard]] std::optional<std::string> to_disc_counts(const GameResult& result);

} // namespace emilia
