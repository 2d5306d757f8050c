#pragma once

// GGF, the Generic Game Format, for Othello on 8×8: `(;GM[Othello]…;)`. NBoard's `set game` and
// game archives use it. Properties may come in any order; unknown ones are ignored.

#include "engine/notation/game.h"

#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// Parses the first game in `text` and ignores what is outside `(;` … `;)`. GGF does not name its
/// character set: names that are not UTF-8 are read as Latin-1. The event is in `EV` or, as NBoard
/// writes it, in `PC`. A clock without main time and increment (`TI[0]`) is no clock.
[[nodiscard]] Parsed<Game> parse_ggf(std::string_view text);

/// Parses a move of GGF or of NBoard's `move`, with optional evaluation and seconds: `F5`,
/// `F5/1.20`, `F5//3.5`, `PA`.
[[nodiscard]] Parsed<PlayedMove> parse_ggf_move(std::string_view text, Color color);

/// Parses GGF's `RE`: `+12.00`, `-3.00:r` (resigned), `:t` (time), `:l` (left), `:s` (agreed
/// score).
[[nodiscard]] std::optional<GameResult> parse_ggf_result(std::string_view text);
/// Writes GGF's `RE`. Empty without a margin, because GGF names the winner by the sign.
[[nodiscard]] std::string to_ggf_result(const GameResult& result);

/// Writes one line that parses to the same game, except that a result without a margin is left out
/// and control characters in names become blanks. The event stands in `PC`, because NBoard can't
/// open games with `EV`. The opening's name stands in a comment, `CO`, unless the game has one.
[[nodiscard]] std::string to_ggf(const Game& game);

} // namespace emilia
