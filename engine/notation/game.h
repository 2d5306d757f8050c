#pragma once

// A game: its start position, its moves, and the names, date and result that a file gives it.

#include "engine/notation/game_result.h"
#include "engine/notation/parse_error.h"
#include "engine/notation/position.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace emilia {

/// A move of a game with the annotations of the player who made it.
struct PlayedMove {
    Square move = Square::none;
    Color color = Color::black;
    std::optional<double> evaluation = {}; ///< discs, from the mover's point of view
    std::optional<double> seconds = {};    ///< time spent on the move
    [[nodiscard]] friend bool operator==(const PlayedMove&, const PlayedMove&) = default;
};

/// The time that a player has for a whole game.
struct TimeControl {
    double seconds = 0;
    double increment = 0; ///< seconds added for each move
    [[nodiscard]] friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// What a file says about a game besides its moves. A field that the file leaves out is empty.
/// All texts are UTF-8 without control characters: readers convert them.
struct GameHeader {
    std::string black_name;
    std::string white_name;
    std::string black_rating; ///< the text in the file, not necessarily a number
    std::string white_rating;
    std::string event; ///< the tournament
    std::string place;
    std::string date;                 ///< the text in the file; most files put the year first
    std::optional<GameResult> result; ///< as recorded; the moves may give another
    std::optional<TimeControl> time;  ///< the same for both players
    [[nodiscard]] friend bool operator==(const GameHeader&, const GameHeader&) = default;
};

class Game : public GameHeader {
public:
    Game() = default;
    explicit Game(const Position& start, GameHeader header = {})
        : GameHeader(std::move(header)), start_(start), position_(start) {}

    [[nodiscard]] const Position& start() const noexcept { return start_; }
    [[nodiscard]] const Position& position() const noexcept { return position_; }
    [[nodiscard]] const std::vector<PlayedMove>& moves() const noexcept { return moves_; }

    /// Plays a move or a pass for the side to move. An illegal move changes nothing and returns the
    /// reason: `e1 is not a legal move for black`.
    [[nodiscard]] Parsed<void> play(const PlayedMove& move);
    [[nodiscard]] Parsed<void> play(Square move) {
        return play(PlayedMove{.move = move, .color = position_.to_move});
    }
    /// Like `play`, but if it is the other side's turn and that side has no move, its pass is
    /// played first.
    [[nodiscard]] Parsed<void> play_with_pass(const PlayedMove& move);
    /// Takes back the last move; returns false if there is none.
    bool undo();

    /// The seconds that `color` has spent according to its moves.
    [[nodiscard]] double seconds_used(Color color) const noexcept;

    [[nodiscard]] friend bool operator==(const Game&, const Game&) = default;

private:
    Position start_;
    Position position_;
    std::vector<PlayedMove> moves_;
};

} // namespace emilia
