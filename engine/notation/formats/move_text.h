#pragma once

// Moves as programs and people write them into games: a move list (`move_list.h`) with comments in
// braces, variations in parentheses, marks such as `!?` or `$3`, and the result behind it:
//
//   1. f5 d6 {a comment} 2. c3! (2. f4 f6) d3 33-31

#include "engine/notation/game.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace emilia {

struct MoveText {
    std::string moves; ///< a move list as long as the text: all else is blank
    std::optional<GameResult> result = {};
    bool ends_game = false;     ///< a result stands behind the moves, or `*` for an unknown one
    std::size_t variations = 0; ///< that were left out
};

/// Whether `number` is that of the next move: of the move itself, or of a pair of moves.
[[nodiscard]] bool fits_next_move(int number, const Game& game) noexcept;

[[nodiscard]] MoveText split_move_text(std::string_view text);

/// The result of `38-26` (Black's discs first), `1-0` (Black wins), `0-1` or `1/2-1/2`.
[[nodiscard]] std::optional<GameResult> parse_played_result(std::string_view text);

/// Parses such a text; the moves continue `game`, whose own result counts if it has one.
[[nodiscard]] Parsed<Game> parse_move_text(std::string_view text, Game game = {});

} // namespace emilia
