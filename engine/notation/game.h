#pragma once

// A game: where it started, what was played, and what a file says about it.

#include "engine/notation/game_result.h"
#include "engine/notation/parse_error.h"
#include "engine/notation/position.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace emilia {

/// A move as it was played, with what the mover said of it.
struct PlayedMove {
    Square move = Square::none;
    Color color = Color::black;
    std::optional<double> evaluation = {}; ///< discs, from the mover's view
    std::optional<double> seconds = {};    ///< time taken
    [[nodiscard]] friend bool operator==(const PlayedMove&, const PlayedMove&) = default;
};

/// The clock of a player for a whole game.
struct TimeControl {
    double seconds = 0;
    double increment = 0; ///< seconds added by each move
    [[nodiscard]] friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// What a file says about a game besides its moves; empty where it says nothing. Texts are UTF-8,
/// as far as the file's are.
struct GameHeader {
    std::string black_name;
    std::string white_name;
    std::string black_rating; ///< as it was written
    std::string white_rating;
    std::string event; ///< the tournament
    std::string place;
    std::string date;                 ///< as it was written; most files begin with the year
    std::optional<GameResult> result; ///< as it was written
    std::optional<TimeControl> time;  ///< both players'
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

    /// Plays a move (a pass too) for the side to move. An illegal one changes nothing and says
    /// why: `e1 is not a legal move for black`.
    [[nodiscard]] Parsed<void> play(const PlayedMove& move);
    [[nodiscard]] Parsed<void> play(Square move) {
        return play(PlayedMove{.move = move, .color = position_.to_move});
    }
    /// The same, but where the other side is to move and has no move, its pass is played first.
    [[nodiscard]] Parsed<void> play_with_pass(const PlayedMove& move);
    /// Takes back the last move; false if there is none.
    bool undo();

    /// Seconds that `color` has spent, as far as the moves say.
    [[nodiscard]] double seconds_used(Color color) const noexcept;

    [[nodiscard]] friend bool operator==(const Game&, const Game&) = default;

private:
    Position start_;
    Position position_;
    std::vector<PlayedMove> moves_;
};

} // namespace emilia
