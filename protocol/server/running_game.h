#pragma once

// A game that the client plays at the moment, as the server has told it: the position, both clocks,
// and the record of the moves.

#include "engine/notation/game.h"
#include "protocol/server/messages.h"
#include "protocol/server/pacing.h"

#include <optional>
#include <string>
#include <string_view>

namespace emilia::ggs {

class RunningGame {
public:
    /// `key` is the game's number in the file of unfinished games, and `before` its record there if
    /// the game continues after an interruption.
    RunningGame(const BoardMessage& message, Color own, int key, const std::optional<Game>& before);

    /// Takes the position after a move, or the whole record of a `join`. Returns false if the
    /// record does not lead to the position, where it begins anew, or if the server has begun to
    /// count more or fewer moves than the record has.
    bool update(const BoardMessage& message);

    [[nodiscard]] const std::string& id() const noexcept { return id_; }
    [[nodiscard]] int key() const noexcept { return key_; }
    [[nodiscard]] Color own() const noexcept { return own_; }
    [[nodiscard]] const Position& position() const noexcept { return record_.position(); }
    [[nodiscard]] const Game& record() const noexcept { return record_; }
    /// Moves and passes, as the server counts them.
    [[nodiscard]] int plies() const noexcept { return plies_; }
    [[nodiscard]] bool is_over() const noexcept { return ended_ || position().board.is_over(); }
    [[nodiscard]] bool own_turn() const noexcept {
        return !is_over() && position().to_move == own_;
    }

    /// The seconds that are left on the own clock. The extension is a reserve: it counts only when
    /// the main time is over, and after the flag it is part of the main time.
    [[nodiscard]] double seconds_left() const noexcept;
    [[nodiscard]] double increment() const noexcept { return clock_.increment; }

    /// A clock has run out.
    void time_is_over(const TimeOver& event) noexcept;
    /// A player has offered a score.
    void score_is_offered() noexcept { score_offered_ = true; }
    /// The server has ended the game; the outcome is that of the player of `first_name`. Its number
    /// counts, whatever the board says. Why it ended so, the server does not say; the record has a
    /// mark where there is only one reason. A game that has a result keeps it.
    void end(const Outcome& outcome, std::string_view first_name);
    /// The record of a game whose match is over. Without a word of the server the board decides; a
    /// broken game has no result.
    [[nodiscard]] Game finished() const;

    /// The move that was sent and has not come back. A position that comes again is a request for
    /// nothing while a move is on its way.
    struct SentMove {
        std::string text; ///< `F5/1.25/3.47`
        Time time;
    };
    std::optional<SentMove> sent{};
    int refusals = 0; ///< of moves in this position
    /// The server has refused a move because the other game of the match comes first.
    bool out_of_turn = false;
    bool thinking = false;

private:
    void take_header(const BoardMessage& message);

    std::string id_;
    int key_;
    Color own_;
    Game record_;
    ClockState clock_; ///< own
    int plies_ = 0;
    int missing_ = 0; ///< moves that the server counts beyond the record
    bool ended_ = false;
    bool own_time_over_ = false;
    bool fatal_ = false;
    bool score_offered_ = false;
};

/// Plays the moves that lead from the game's position to `position`, none, one or two of them.
/// Returns false, and changes nothing, if there are none.
[[nodiscard]] bool catch_up(Game& game, const Position& position);

/// Whether a record and the game that the server shows are one game: the same players, and moves of
/// which one list begins with the other. Then `distance` is the number of moves that one has more,
/// at most two: an own move whose echo was lost and the answer to it, or a move that the server has
/// taken back.
[[nodiscard]] std::optional<std::size_t> distance(const Game& record, const BoardMessage& message);

} // namespace emilia::ggs
