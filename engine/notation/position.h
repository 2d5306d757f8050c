#pragma once

// A board with colours, as people, files and protocols describe it. The engine itself knows only
// the player to move and the opponent.

#include "engine/board/board.h"
#include "engine/notation/color.h"

namespace emilia {

struct Position {
    Board board = Board::start();
    Color to_move = Color::black;

    [[nodiscard]] constexpr Bitboard discs(Color color) const noexcept {
        return color == to_move ? board.player : board.opponent;
    }
    /// The position after a legal move or a pass.
    [[nodiscard]] constexpr Position after(Square move) const noexcept {
        return {board.after(move), opposite(to_move)};
    }

    [[nodiscard]] friend constexpr bool operator==(const Position&, const Position&) = default;
};

} // namespace emilia
