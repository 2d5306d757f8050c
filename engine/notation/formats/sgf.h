#pragma once

// SGF for Othello (`GM[2]`), which Quarry saves and GTP's `loadsgf` reads: moves `B[dc]` or
// `B[d3]`, passes `B[]`, set-up stones `AB` and `AW`, side to move `PL`. Only the first variation
// is read.

#include "engine/notation/game.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace emilia {

/// Parses the first game in `text` and ignores what is outside it. Names are converted to UTF-8:
/// from Latin-1 if `CA` says so, or if they are not UTF-8.
[[nodiscard]] Parsed<Game> parse_sgf(std::string_view text);
/// The same, but only the first `most_moves` moves of the text. A pass that it leaves out does not
/// count.
[[nodiscard]] Parsed<Game> parse_sgf_until(std::string_view text, std::size_t most_moves);

/// Writes one line (FF[4], UTF-8) that parses to the same game, except for what SGF cannot express:
/// clocks, evaluations, times, and the margin of a game that ended early. Control characters in
/// names become blanks.
[[nodiscard]] std::string to_sgf(const Game& game);

} // namespace emilia
