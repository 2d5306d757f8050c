#pragma once

// SGF for Othello (`GM[2]`), which Quarry saves and GTP's `loadsgf` reads: moves `B[dc]` or
// `B[d3]`, passes `B[]`, `B[tt]` or `B[--]`, set-up stones `AB` and `AW`, side to move `PL`. A game
// is the first variation; a tree has all of them, with comments `C`, marks `TE`, `BM`, `IT` and
// `DO`, and values `V`.

#include "engine/notation/game.h"
#include "engine/notation/game_tree.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// Parses the first game in `text`, but at most `most_moves` moves of it, and ignores what is
/// outside it. A pass that the text leaves out does not count. Names are converted to UTF-8: from
/// the character set that `CA` names, or from Latin-1 if they are not UTF-8.
[[nodiscard]] Parsed<Game>
parse_sgf(std::string_view text, std::size_t most_moves = std::numeric_limits<std::size_t>::max());

/// A game with its variations, and what of them could not be read.
struct SgfTree {
    GameTree tree;
    std::size_t left_out = 0;
    std::string reason = {}; ///< of the first that is left out
};

/// The tree of the first game in `text`, which parse_sgf has read as one from `start`. A variation
/// ends before its first illegal move.
[[nodiscard]] SgfTree parse_sgf_tree(std::string_view text, const Position& start);

/// The number of variations besides the first one of the first game in `text`.
[[nodiscard]] std::size_t other_variations(std::string_view text);

/// Parses SGF's `RE`: `B+12`, `W+` (unknown margin), `W+R` (resigned), `W+T` (time), `W+F`
/// (forfeit), also in full words; `0` or `Draw`.
[[nodiscard]] std::optional<GameResult> parse_sgf_result(std::string_view text);
/// Writes SGF's `RE`. SGF has room for either the margin or an early ending; the ending wins.
[[nodiscard]] std::string to_sgf_result(const GameResult& result);

/// Writes one line (FF[4], UTF-8) that parses to the same game, except for what SGF cannot express:
/// clocks, evaluations, times, and the margin of a game that ended early. Control characters in
/// names become blanks.
[[nodiscard]] std::string to_sgf(const Game& game);
/// The same with the moves of a tree in place of the game's. Comments keep their lines.
[[nodiscard]] std::string to_sgf(const GameHeader& header, const GameTree& tree);

} // namespace emilia
