#pragma once

// A game of a person against Emilia: whom the person plays against, the moves, who plays which
// colour, and the clocks. It knows no engine, and knows only the times that the caller gives.

#include "engine/notation/game.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// Emilia at a level, Emilia with other limits, or a player of the literature.
struct Opponent {
    std::optional<int> level{}; ///< of the engine; none: its other limits, or the player's
    std::string player{};       ///< name of a player of the literature; empty: the engine plays

    /// `Emilia (level 3)`, `Emilia as iago`, or `Emilia`. Saved games name the opponent so.
    [[nodiscard]] std::string name() const;
    /// `It plays like a beginner (Elo N).`; empty without a level.
    [[nodiscard]] std::string strength() const;

    [[nodiscard]] friend bool operator==(const Opponent&, const Opponent&) = default;
};

/// Reads a name that `Opponent::name` has written; none for any other name.
[[nodiscard]] std::optional<Opponent> parse_opponent(std::string_view name);

/// Parses the time that each side has for a game, as people write it: minutes (`5`), or minutes and
/// seconds (`4:30`), and perhaps seconds that each move adds (`5+2`, `0:30+1`).
[[nodiscard]] Parsed<TimeControl> parse_clock(std::string_view text);

/// `4:07`, or `9.3` when less than ten seconds are left. Rounds down; less than nothing is `0.0`.
[[nodiscard]] std::string clock_text(double seconds);

class PersonalGame {
public:
    using Moment = std::chrono::steady_clock::time_point;

    /// The game's `time`, if there is one, is the time of each side.
    PersonalGame(Game game, Color person, Moment now);

    [[nodiscard]] const Game& game() const noexcept { return game_; }
    [[nodiscard]] const Position& position() const noexcept { return game_.position(); }
    [[nodiscard]] Color person() const noexcept { return person_; }

    /// Played out, or lost on time.
    [[nodiscard]] bool is_over() const noexcept;
    [[nodiscard]] bool is_persons_turn() const noexcept;
    [[nodiscard]] bool is_opponents_turn() const noexcept;

    /// Plays a move of the side to move, which has taken the time since its turn began unless
    /// `move` says how long. An illegal move changes nothing and returns the reason.
    [[nodiscard]] Parsed<void> play(PlayedMove move, Moment now);

    /// Takes back the person's last move and all behind it, with the time that they took. Returns
    /// false if the person has not moved.
    bool undo(Moment now);

    /// Plays again what the last `undo` has taken back, with the time that it took. Returns false
    /// if there is nothing, or if another move has been played since.
    bool redo(Moment now);

    /// Each side takes over the other's discs and clock.
    void switch_sides() noexcept { person_ = opposite(person_); }
    /// Drops the ratings of a file, which are those of others.
    void name_sides(const std::string& person, const std::string& opponent);
    /// Sets date and event where a file has left them out.
    void fill_in(const std::string& date, const std::string& event);

    /// The turn begins now, whatever has been before, such as a comment on the last move.
    void begin_turn(Moment now) noexcept { turn_ = now; }
    /// Gives the side to move this time back.
    void delay_turn(Moment::duration time) noexcept { turn_ += time; }
    [[nodiscard]] double seconds_in_turn(Moment now) const noexcept;

    /// The seconds left on a clock; none if the game is played without clocks.
    [[nodiscard]] std::optional<double> seconds_left(Color color, Moment now) const noexcept;
    /// Goes on without clocks if one had run out when the turn began, as in records of a server
    /// that then gives more time, or if the record says that the game was lost on time. Returns
    /// whether it continues without them now.
    bool drop_spent_clocks();
    /// Ends the game if the side to move has no time left; returns whether it has ended so.
    bool end_on_time(Moment now);

    /// None until the game is over.
    [[nodiscard]] std::optional<GameResult> result() const;
    /// `Black wins 40-24.`, `A draw, 32-32.` or `White wins on time.`; empty until it is over.
    [[nodiscard]] std::string result_text() const;

    /// The game as it is saved: with its result, if it has ended.
    [[nodiscard]] Game record() const;

private:
    Game game_;
    Color person_;
    Moment turn_;
    std::optional<Color> out_of_time_;
    std::vector<std::vector<PlayedMove>> undone_; ///< what each `undo` took back
};

} // namespace emilia
