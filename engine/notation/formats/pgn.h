#pragma once

// PGN, the format of chess games, as servers and programs write it for Othello: tags such as
// `[Black "name"]`, each on a line, then moves (`move_text.h`) and the result. Black, who begins,
// has the odd plies and the first number of a result: `38-26`. A pass is `--` or `pass`.
//
//   [Event "Cup"]
//   [Black "A"]
//   [White "B"]
//   [Result "38-26"]
//
//   1. f5 d6 2. c3 -- 38-26

#include "engine/notation/formats/game_text.h"
#include "engine/notation/game.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// Whether a line of `text` is a tag.
[[nodiscard]] bool holds_pgn(std::string_view text);

/// Cuts a text into its games, in order. A game begins with a tag; what is before the first one is
/// skipped.
class PgnCutter {
public:
    explicit PgnCutter(std::string_view text) noexcept : text_(text) {}
    [[nodiscard]] std::optional<TextPart> next();

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

/// A game and how many variations of its moves were left out.
struct PgnGame {
    Game game;
    std::size_t variations = 0;
};

/// Parses a game that begins with its tags. The start is that of `FEN`, if there is one, in any
/// form that `board_text.h` knows; names that are not UTF-8 are read as Latin-1.
[[nodiscard]] Parsed<PgnGame> parse_pgn(std::string_view text);

/// Writes a game with a line break at the end, so that games have an empty line between them. It
/// parses to the same game, except for what PGN cannot express: evaluations and times of moves.
/// Control characters in names become blanks.
[[nodiscard]] std::string to_pgn(const Game& game);

} // namespace emilia
