#pragma once

// The result that a file gives a game, which need not be what its moves come to, and its spelling
// in each kind of file. A spelling that nobody understands is no result: a game is not refused for
// it.

#include "engine/notation/position.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace emilia {

enum class Ending : std::uint8_t {
    played_out, ///< or nothing is said of it
    resigned,
    timeout,
    left,   ///< forfeited
    agreed, ///< the players agreed on the score
};

struct GameResult {
    std::optional<Color> winner = {};  ///< none in a draw
    std::optional<double> margin = {}; ///< discs between winner and loser, where they are given;
                                       ///< a fraction in games with komi
    Ending ending = Ending::played_out;

    /// Black's discs less White's, where they are given.
    [[nodiscard]] std::optional<double> black_lead() const noexcept;
    [[nodiscard]] friend bool operator==(const GameResult&, const GameResult&) = default;
};

[[nodiscard]] GameResult result_of_lead(double black_lead, Ending ending = Ending::played_out);

/// GGF's `RE`: `+12.00`, `-3.00:r` (resigned), `:t` (time), `:l` (left), `:s` (agreed score).
[[nodiscard]] std::optional<GameResult> parse_ggf_result(std::string_view text);
/// The same; empty where no margin is given, without which GGF cannot name a winner.
[[nodiscard]] std::string to_ggf_result(const GameResult& result);

/// SGF's `RE`: `B+12`, `W+` (by how much is not known), `W+R`, `W+T`, `W+F`, also in full words;
/// `0` or `Draw`.
[[nodiscard]] std::optional<GameResult> parse_sgf_result(std::string_view text);
/// The same. SGF gives the margin or how the game ended otherwise: then the margin is left out.
[[nodiscard]] std::string to_sgf_result(const GameResult& result);

/// Black's discs and White's as people write them: `44-20`; none for anything else.
[[nodiscard]] std::optional<GameResult> parse_disc_counts(std::string_view text);
/// The same, with empty squares counted for the winner; none where no margin is given or two whole
/// numbers cannot have it.
[[nodiscard]] std::optional<std::string> to_disc_counts(const GameResult& result);

} // namespace emilia
