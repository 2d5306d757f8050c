#pragma once

// Random games for tests. They are the same on every machine, as they use no distributions of the
// standard library, which differ between implementations.

#include "engine/board/board.h"

#include <random>
#include <vector>

namespace emilia::testing {

using Random = std::mt19937_64;

/// A number from 0 to `limit` − 1.
[[nodiscard]] inline int below(Random& random, int limit) {
    return static_cast<int>(random() % static_cast<unsigned>(limit));
}

/// A random legal move, or a pass if it is forced. The game must not be over.
[[nodiscard]] inline Square random_move(const Board& board, Random& random) {
    Bitboard moves = board.legal_moves();
    if (moves == 0) return Square::pass;
    for (int skipped = below(random, count(moves)); skipped > 0; --skipped) {
        moves &= moves - 1;
    }
    return first_square(moves);
}

/// All positions of a random game, from `board` to the end of the game, both included.
[[nodiscard]] inline std::vector<Board> random_game(Random& random, Board board = Board::start()) {
    std::vector<Board> positions{board};
    while (!board.is_over()) {
        board = board.after(random_move(board, random));
        positions.push_back(board);
    }
    return positions;
}

/// The positions of `games` random games, game by game.
[[nodiscard]] inline std::vector<Board> positions_of_games(Random& random, int games) {
    std::vector<Board> positions;
    for (int game = 0; game < games; ++game) {
        for (const Board& board : random_game(random)) {
            positions.push_back(board);
        }
    }
    return positions;
}

/// A board filled at random, which a game can hardly ever reach. On average `density` of 8 squares
/// are occupied.
[[nodiscard]] inline Board random_board(Random& random, int density) {
    Board board;
    for (int i = 0; i < square_count; ++i) {
        if (below(random, 8) < density)
            (random() % 2 == 0 ? board.player : board.opponent) |= bit(square_at(i));
    }
    return board;
}

/// A board filled at random except for one empty square.
[[nodiscard]] inline Board random_board_but_for(Square square, Random& random) {
    const Bitboard player = random() & ~bit(square);
    return {player, ~player & ~bit(square)};
}

} // namespace emilia::testing
