#pragma once

// Positions for the rows of EXPERIMENTS.md.

#include "engine/board/board.h"
#include "tests/random_game.h"
#include "tests/reliability/plain_othello.h"

#include <string>
#include <vector>

namespace emilia::testing {

[[nodiscard]] inline Board as_board(const PlainDiscs& discs) noexcept {
    return {discs.mover, discs.other};
}

/// The board as a line that `emilia analyze` and `--empties` of a problem file take.
[[nodiscard]] std::string as_text(const PlainDiscs& discs);

/// Draws positions of random games, of tournament games that end with random moves, and boards that
/// are filled at random. Games whose positions are all finished do not come up.
class Positions {
public:
    /// Reads the tournament games. Throws std::runtime_error if it can't.
    Positions();

    /// An unfinished position with `empties` empty squares; a pass can be forced.
    [[nodiscard]] PlainDiscs draw(Random& random, int empties) const;

    /// The same, but of a game.
    [[nodiscard]] PlainDiscs draw_from_game(Random& random, int empties) const;

private:
    std::vector<std::vector<Square>> games_; ///< their moves
};

} // namespace emilia::testing
