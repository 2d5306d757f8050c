#pragma once

// Boards as people write and paste them, of which the board string of `position.h` is one form:
//
// - 64 squares, also with `/`, `|` or line breaks between the rows, in brackets with the board's
//   size before them as in GGF, and with `_` for an empty square;
// - rows with numbers of empty squares, as in chess's FEN: `8/8/8/3ox3/3xo3/8/8/8 x`;
// - a diagram with the letters of the columns or the numbers of the rows, as Emilia prints it.
//
// The side to move follows the squares, as a letter or a word, or a diagram says `black to move`.

#include "engine/notation/position.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace emilia {

/// A board at the beginning of a text.
struct BoardText {
    Bitboard black = 0;
    Bitboard white = 0;
    std::optional<Color> to_move; ///< none if the text doesn't say it
    std::size_t end = 0;          ///< offset behind the board and its side to move
};

/// The diagram at the beginning of a text, without the lines above and below that name the side to
/// move; nothing if there is none.
[[nodiscard]] std::optional<BoardText> read_diagram(std::string_view text);

/// Whether `text` begins with a board, perhaps a damaged one, rather than with anything else.
[[nodiscard]] bool begins_with_board(std::string_view text);

[[nodiscard]] Parsed<BoardText> read_board(std::string_view text);

} // namespace emilia
