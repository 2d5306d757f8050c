#include "engine/notation/board_string.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::string_view black_characters = "Xx*bB";
constexpr std::string_view white_characters = "Oo0wW";
constexpr std::string_view empty_characters = "-.";

bool is_one_of(std::string_view characters, char character) noexcept {
    return characters.find(character) != std::string_view::npos;
}

std::optional<Color> color_of(char character) noexcept {
    if (is_one_of(black_characters, character)) return Color::black;
    if (is_one_of(white_characters, character)) return Color::white;
    return std::nullopt;
}

std::size_t count_without_blanks(std::string_view text) noexcept {
    return text.size()
           - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_blank));
}

/// Parses a board string one character at a time; the caller skips blanks.
class BoardReader {
public:
    [[nodiscard]] Parsed<void> take(char character, std::size_t offset) {
        if (taken_ == square_count) return take_side_to_move(character, offset);
        const std::optional<Color> color = color_of(character);
        if (!color && !is_one_of(empty_characters, character)) {
            return parse_failure(
                fmt::format("{} is not a disc or an empty square", in_quotes({&character, 1})),
                offset);
        }
        if (color) (*color == Color::black ? black_ : white_) |= bit(square_at(taken_));
        ++taken_;
        return {};
    }

    [[nodiscard]] Parsed<Position> position(std::size_t end) const {
        if (taken_ < square_count) {
            return parse_failure(
                fmt::format("a board has {} squares, this one has {}", square_count, taken_), end);
        }
        if (!to_move_) return parse_failure("the side to move is missing after the squares", end);
        return *to_move_ == Color::black ? Position{{black_, white_}, Color::black}
                                         : Position{{white_, black_}, Color::white};
    }

private:
    Parsed<void> take_side_to_move(char character, std::size_t offset) {
        to_move_ = color_of(character);
        if (to_move_) return {};
        return parse_failure(fmt::format("{} is not a side to move, black (X) or white (O)",
                                         in_quotes({&character, 1})),
                             offset);
    }

    Bitboard black_ = 0;
    Bitboard white_ = 0;
    int taken_ = 0;
    std::optional<Color> to_move_;
};

} // namespace

Parsed<Position> parse_position(std::string_view text) {
    BoardReader reader;
    int seen = 0;
    for (std::size_t offset = 0; offset < text.size(); ++offset) {
        if (is_blank(text[offset])) continue;
        if (++seen > square_count + 1) {
            return parse_failure(
                fmt::format("a board is {} squares and the side to move, this text has {} "
                            "characters",
                            square_count, count_without_blanks(text)),
                offset);
        }
        if (const Parsed<void> taken = reader.take(text[offset], offset); !taken)
            return tl::unexpected(taken.error());
    }
    return reader.position(text.size());
}

std::string to_string(const Position& position) {
    const Bitboard black = position.discs(Color::black);
    const Bitboard white = position.discs(Color::white);
    std::string text(square_count, '-');
    for (const Square square : squares_of(black)) {
        text[static_cast<std::size_t>(index(square))] = 'X';
    }
    for (const Square square : squares_of(white)) {
        text[static_cast<std::size_t>(index(square))] = 'O';
    }
    return text + (position.to_move == Color::black ? " X" : " O");
}

} // namespace emilia
