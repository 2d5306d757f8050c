#include "engine/notation/position.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

namespace emilia {
namespace {

bool is_empty_character(char character) noexcept {
    return character == '-' || character == '.' || character == '_';
}

} // namespace

std::optional<Color> color_of_character(char character) noexcept {
    switch (character) {
    case 'X':
    case 'x':
    case '*':
    case '@':
    case 'b':
    case 'B': return Color::black;
    case 'O':
    case 'o':
    case '0':
    case 'w':
    case 'W': return Color::white;
    default: return std::nullopt;
    }
}

bool is_square_character(char character) noexcept {
    return color_of_character(character) || is_empty_character(character);
}

std::string to_string(Square square) {
    if (square == Square::pass) return "pa";
    if (!is_on_board(square)) return "--";
    return {static_cast<char>('a' + column_of(square)), static_cast<char>('1' + row_of(square))};
}

Parsed<Square> parse_square(std::string_view text) {
    if (text.size() == 2) {
        const int column = to_lower(text[0]) - 'a';
        const int row = text[1] - '1';
        if (column >= 0 && column < 8 && row >= 0 && row < 8) return square_at(column, row);
    }
    if (equal_ignoring_case(text, "pa") || equal_ignoring_case(text, "pass")) return Square::pass;
    if (text.empty()) return parse_failure("a square or a pass is missing");
    return parse_failure(fmt::format("{} is not a square or a pass", in_quotes(text)));
}

std::string illegal_move(Square move, const Position& position) {
    return fmt::format("{} is not a legal move for {}", to_string(move),
                       to_string(position.to_move));
}

Parsed<Position> parse_position(std::string_view text) {
    Bitboard black = 0;
    Bitboard white = 0;
    std::optional<Color> to_move;
    int seen = 0; // characters besides blanks
    for (std::size_t offset = 0; offset < text.size(); ++offset) {
        const char character = text[offset];
        if (is_blank(character)) continue;
        if (seen > square_count) {
            const auto blanks = std::count_if(text.begin(), text.end(), is_blank);
            return parse_failure(
                fmt::format("a board is {} squares and the side to move, this text has {} "
                            "characters",
                            square_count, text.size() - static_cast<std::size_t>(blanks)),
                offset);
        }
        const std::optional<Color> color = color_of_character(character);
        const bool is_side_to_move = seen == square_count;
        if (!color && (is_side_to_move || !is_empty_character(character))) {
            return parse_failure(fmt::format("{} is not {}", in_quotes({&character, 1}),
                                             is_side_to_move
                                                 ? "a side to move, black (X) or white (O)"
                                                 : "a disc or an empty square"),
                                 offset);
        }
        if (is_side_to_move) {
            to_move = color;
        } else if (color) {
            (*color == Color::black ? black : white) |= bit(square_at(seen));
        }
        ++seen;
    }
    if (seen < square_count) {
        return parse_failure(
            fmt::format("a board has {} squares, this one has {}", square_count, seen),
            text.size());
    }
    if (!to_move) return parse_failure(std::string(whose_move), text.size());
    return Position::of(black, white, *to_move);
}

std::string to_string(const Position& position) {
    std::string text(square_count, '-');
    for (const Square square : squares_of(position.discs(Color::black)))
        text[static_cast<std::size_t>(index(square))] = 'X';
    for (const Square square : squares_of(position.discs(Color::white)))
        text[static_cast<std::size_t>(index(square))] = 'O';
    return text + (position.to_move == Color::black ? " X" : " O");
}

} // namespace emilia
