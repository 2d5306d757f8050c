#include "protocol/reports/board_text.h"

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::string_view column_names = "  a b c d e f g h";

char symbol(const Position& position, Square square) {
    if (contains(position.discs(Color::black), square)) return 'X';
    if (contains(position.discs(Color::white), square)) return 'O';
    return contains(position.board.legal_moves(), square) ? '.' : '-';
}

std::string side_note(const Position& position, int row) {
    switch (row) {
    case 2: return fmt::format("   black X {:2}", count(position.discs(Color::black)));
    case 3: return fmt::format("   white O {:2}", count(position.discs(Color::white)));
    case 5:
        return position.board.is_over() ? "   the game is over"
                                        : fmt::format("   {} to move", to_string(position.to_move));
    default: return {};
    }
}

/// A square, with the blank before it, in the board's colours (ANSI, 256 colours).
std::string painted(char symbol) {
    switch (symbol) {
    case 'X': return "\x1b[38;5;16m \u25cf";
    case 'O': return "\x1b[38;5;231m \u25cf";
    case '.': return "\x1b[38;5;114m \u00b7";
    default: return "  ";
    }
}

} // namespace

std::string draw_board(const Position& position) {
    std::string text(column_names);
    for (int row = 0; row < 8; ++row) {
        text += fmt::format("\n{}", row + 1);
        for (int column = 0; column < 8; ++column) {
            text += fmt::format(" {}", symbol(position, square_at(column, row)));
        }
        text += side_note(position, row);
    }
    return text;
}

std::string paint_board(const Position& position) {
    std::string text(column_names);
    for (int row = 0; row < 8; ++row) {
        text += fmt::format("\n{}\x1b[48;5;29m", row + 1);
        for (int column = 0; column < 8; ++column)
            text += painted(symbol(position, square_at(column, row)));
        text += fmt::format(" \x1b[0m{}", side_note(position, row));
    }
    return text;
}

} // namespace emilia
