#pragma once

// Texts of games and positions in any form: the one way from a text to what it holds, for files and
// for what a person pastes. A new format is a file pair in this folder, a kind, and a row of the
// table in record_text.cpp.

#include "engine/notation/game.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace emilia {

enum class TextKind : std::uint8_t {
    ggf,
    sgf,
    pgn,
    json,      ///< Othello Quest's
    words,     ///< moves among words and boards, as terminals and logs of programs show them
    positions, ///< boards, also with moves behind them
    lines,     ///< games of one line or several: moves, listings, openings, addresses of pages
};

/// The first kind that recognises a text, whose character set is decoded.
[[nodiscard]] TextKind text_kind(std::string_view text);

/// The kind as the end of a sentence: ` in GGF`; empty for moves and boards.
[[nodiscard]] std::string_view in_format(TextKind kind) noexcept;

/// Where a game stands in its text.
struct TextPlace {
    std::size_t line = 1;
    std::size_t game = 0; ///< its number; 0 where the line says enough
};

/// `line 3` or `line 3, game 2`.
[[nodiscard]] std::string to_string(const TextPlace& place);

struct TextSummary {
    std::size_t games = 0;      ///< also those that could not be read
    std::size_t variations = 0; ///< of their moves, that were left out
};

/// Receives each game, or why one can't be read; the games behind it are still read.
using TakeTextGame = std::function<void(Parsed<Game> game, const TextPlace& place)>;

/// Reads all games of a text of this kind, in their order; a board is a game that starts there.
/// Among lines, those that are blank or begin with `%` or `#` are skipped. A line of moves
/// continues the game before it if its moves are legal there and its first number says so, or if
/// they are illegal from the usual start. If it goes wrong, the whole game is an error.
TextSummary read_text_games(std::string_view text, TextKind kind, const TakeTextGame& take);

/// Whether the boards of a text are the starts of games: one board alone, without scores, or boards
/// with moves. Others are problems.
[[nodiscard]] bool holds_board_games(std::string_view text);

} // namespace emilia
