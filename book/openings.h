#pragma once

// Openings as people play them: the lines that they play most, and the positions that they reach
// most often, from which a book should grow.
//
// Players name the positions where a choice is made. So a line ends where the games part: where no
// move was played in two thirds of the games that reached the position, or another share of them.
// It also ends at every named opening. The line itself is the usual order of the moves: each
// position follows the one from which most games came to it. Symmetric positions count as one, and
// a line has at least two games.

#include "book/book.h"
#include "engine/board/board.h"
#include "engine/notation/formats/wthor.h"
#include "engine/notation/game.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace emilia {

/// Which lines count as openings.
struct OpeningLimits {
    std::size_t lines = 200; ///< how many, most played first
    /// A line continues while one move has this percentage of its games.
    int share = 67;
    /// All lines are this long, wherever the games part; at most 36.
    std::optional<int> plies = {};
};

/// A move that loses discs against the best move of the book.
struct OpeningMistake {
    std::size_t ply = 0; ///< from 1
    Square move = Square::none;
    Score loss;
};

struct Opening {
    Game game;               ///< from the usual start; the first move is f5
    std::uint64_t games = 0; ///< that reached the last position
    std::string_view name;   ///< of the last named position; may be empty
    /// The moves up to the last position that the book knows; all of them if it knows the line.
    std::size_t moves_in_book = 0;
    std::optional<Score> black_value; ///< of the last position for black, if the book knows it
    // What the moves in the book have lost against the best moves.
    Score black_loss;
    Score white_loss;
    std::optional<OpeningMistake> mistake; ///< the first one of more than `least_mistake`
};

inline constexpr Score least_mistake = Score::from_discs(1);

/// The most played lines, most played first. The book must know the usual start, or no line is in
/// the book.
[[nodiscard]] std::vector<Opening> most_played(std::span<const WthorGame* const> games,
                                               const Book& book, const OpeningLimits& limits);

/// A position from which a book should grow, with the results of the games through it.
struct Seed {
    Board board; ///< canonical
    GameCounts games;
};

/// The positions with at least `min_empties` empty squares that occur in at least `min_games` of
/// the games, most frequent first. Symmetric positions count as one.
[[nodiscard]] std::vector<Seed> popular_positions(std::span<const WthorGame* const> games,
                                                  std::uint64_t min_games, int min_empties);

} // namespace emilia
