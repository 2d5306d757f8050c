#pragma once

// Colours, positions and squares, as people, files and protocols write them. The engine itself
// knows only the player to move and the opponent.
//
// A board string has 64 squares in the order a1, b1, … h8, then the side to move. Black is one of
// `X x * b B`, white one of `O o 0 w W`, an empty square `-`, `.` or `_`. Blanks are ignored.
// formats/pasted.h reads a board in other forms, too.

#include "engine/board/board.h"
#include "engine/notation/parse_error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace emilia {

enum class Color : std::uint8_t { black, white };

[[nodiscard]] constexpr Color opposite(Color color) noexcept {
    return color == Color::black ? Color::white : Color::black;
}

[[nodiscard]] constexpr std::string_view to_string(Color color) noexcept {
    return color == Color::black ? "black" : "white";
}

/// A board with colours; by default the starting position.
struct Position {
    Board board = Board::start();
    Color to_move = Color::black;

    [[nodiscard]] static constexpr Position of(Bitboard black, Bitboard white,
                                               Color to_move) noexcept {
        return to_move == Color::black ? Position{{black, white}, to_move}
                                       : Position{{white, black}, to_move};
    }
    [[nodiscard]] constexpr Bitboard discs(Color color) const noexcept {
        return color == to_move ? board.player : board.opponent;
    }
    /// The position after a legal move or a pass.
    [[nodiscard]] constexpr Position after(Square move) const noexcept {
        return {board.after(move), opposite(to_move)};
    }

    [[nodiscard]] friend constexpr bool operator==(const Position&, const Position&) = default;
};

/// Writes `f5` in lower case, `pa` for a pass and `--` for no move.
[[nodiscard]] std::string to_string(Square square);

/// Parses a square or a pass in upper or lower case: `f5`, `F5`, `pa`, `pass`.
[[nodiscard]] Parsed<Square> parse_square(std::string_view text);

/// Why a move is refused: `e1 is not a legal move for black`.
[[nodiscard]] std::string illegal_move(Square move, const Position& position);

/// The colour that a character of a board string stands for; nothing for an empty square and for
/// any other character.
[[nodiscard]] std::optional<Color> color_of_character(char character) noexcept;
/// Whether a character is a square of a board string, with a disc or empty.
[[nodiscard]] bool is_square_character(char character) noexcept;

/// Parses a board string.
[[nodiscard]] Parsed<Position> parse_position(std::string_view text);

/// Writes 64 characters of `X`, `O` and `-`, a blank, and `X` or `O` for the side to move.
[[nodiscard]] std::string to_string(const Position& position);

} // namespace emilia
