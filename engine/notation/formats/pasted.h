#pragma once

// Whatever a person pastes or types: moves, a game in any format, a board in any form, also with
// moves behind it. One reader for the command line, the page, the library and the dialects, which
// says what it understood. What could mean two things is an error that asks.

#include "engine/notation/game.h"
#include "engine/notation/game_tree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

struct Pasted {
    std::vector<Game> games; ///< at least one; a board is the start of a game
    /// What it is: `a board with 14 discs, black to move, then 3 moves`.
    std::string understood;
    /// Whether the text is a board string or a move list, so that there is little to say about it.
    bool is_plain = false;
    std::optional<GameTree> tree = {}; ///< of the first game in SGF, if its variations are kept
};

/// What becomes of variations and comments.
enum class Trees : std::uint8_t { left_out, kept };

/// Reads all games of a text. If one of them can't be read, the whole text is refused; a variation
/// that can't be read is left out.
[[nodiscard]] Parsed<Pasted> read_pasted(std::string_view bytes, Trees trees = Trees::left_out);

/// The only game of a text; an error if there are several.
[[nodiscard]] Parsed<Game> read_pasted_game(std::string_view text);

} // namespace emilia
