#include "engine/analysis/reachable.h"

#include "engine/notation/position.h"

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr Bitboard middle = bit(Square::d4) | bit(Square::e4) | bit(Square::d5) | bit(Square::e5);

/// Whether, in some direction, the next two squares from `square` belong to `squares`.
bool ends_a_line(Square square, Bitboard squares) {
    const int column = column_of(square);
    const int row = row_of(square);
    for (int x = -1; x <= 1; ++x) {
        for (int y = -1; y <= 1; ++y) {
            const int far_column = column + 2 * x;
            const int far_row = row + 2 * y;
            if ((x == 0 && y == 0) || far_column < 0 || far_column > 7 || far_row < 0
                || far_row > 7)
                continue;
            if (contains(squares, square_at(column + x, row + y))
                && contains(squares, square_at(far_column, far_row)))
                return true;
        }
    }
    return false;
}

/// The squares of `taken` that can be occupied one after the other, beginning with the middle.
Bitboard reached(Bitboard taken) {
    Bitboard reached = middle;
    for (;;) {
        Bitboard more = 0;
        for (const Square square : squares_of(taken & ~reached)) {
            if (ends_a_line(square, reached)) more |= bit(square);
        }
        if (more == 0) return reached;
        reached |= more;
    }
}

} // namespace

std::optional<std::string> why_unreachable(const Board& board) {
    const Bitboard taken = board.player | board.opponent;
    if (const Bitboard missing = middle & ~taken; missing != 0)
        return fmt::format("{} is empty", to_string(first_square(missing)));
    if (const Bitboard strange = taken & ~reached(taken); strange != 0)
        return fmt::format("the disc on {} is not at the end of a line of discs",
                           to_string(first_square(strange)));
    return std::nullopt;
}

} // namespace emilia
