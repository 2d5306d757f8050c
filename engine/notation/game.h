#pragma once

// A game: its start position, its moves, and the names, date and result that a file gives it.

#include "engine/notation/position.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace emilia {

/// How a game ended.
enum class Ending : std::uint8_t {
    played_out, ///< or unknown
    resigned,
    timeout,
    left,   ///< a player left and forfeited
    agreed, ///< the players agreed on the score
};

/// The result that a file records for a game; the score on the board may be another. A reader takes
/// an unknown spelling for no result rather than for an error, so that the game can still be read.
struct GameResult {
    std::optional<Color> winner = {};  ///< none in a draw
    std::optional<double> margin = {}; ///< discs between winner and loser, if known; a fraction
                                       ///< in games with komi
    Ending ending = Ending::played_out;

    /// Black's discs minus White's, if the margin is known.
    [[nodiscard]] std::optional<double> black_lead() const noexcept;
    [[nodiscard]] friend bool operator==(const GameResult&, const GameResult&) = default;
};

[[nodiscard]] GameResult result_of_lead(double black_lead, Ending ending = Ending::played_out);

/// Parses Black's and White's discs as people write them: `44-20`.
[[nodiscard]] std::optional<GameResult> parse_disc_counts(std::string_view text);
/// Writes `44-20`; empty squares count for the winner. Returns nothing if the margin is unknown or
/// not a whole number.
[[nodiscard]] std::optional<std::string> to_disc_counts(const GameResult& result);

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
    double extension = 0; ///< seconds that a game server adds once, when the time is used up
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
    std::string opening = {};         ///< its name
    std::string type;                 ///< the server's name of the game, as `s8r20`; empty: `8`
    std::optional<GameResult> result; ///< as recorded; the moves may give another
    std::optional<TimeControl> time;  ///< of both players; none: no clock
    std::optional<TimeControl> black_time; ///< in place of `time`, if Black has a clock of its own
    std::optional<TimeControl> white_time;
    /// Black's lead on the board is the recorded one plus this.
    std::optional<double> komi = {};
    /// Properties of GGF that only GGF knows, such as `KB`, by their names.
    std::vector<std::pair<std::string, std::string>> ggf_only = {};

    [[nodiscard]] const std::optional<TimeControl>& time_of(Color color) const noexcept {
        const auto& own = color == Color::black ? black_time : white_time;
        return own ? own : time;
    }
    [[nodiscard]] friend bool operator==(const GameHeader&, const GameHeader&) = default;
};

/// A record: the header and the moves, all of them legal.
class Game : public GameHeader {
public:
    Game() = default;
    explicit Game(const Position& start, GameHeader header = {})
        : GameHeader(std::move(header)), start_(start), position_(start) {}

    [[nodiscard]] const Position& start() const noexcept { return start_; }
    [[nodiscard]] const Position& position() const noexcept { return position_; }
    [[nodiscard]] const std::vector<PlayedMove>& moves() const noexcept { return moves_; }

    /// Plays a move or a pass for the side to move. An illegal move changes nothing and returns the
    /// reason: `e1 is not a legal move for black`. Many programs end a game with passes of both
    /// sides: a pass after the end changes nothing either, but is no error.
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
