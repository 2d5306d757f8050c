#pragma once

// A game that the client plays at the moment, as the server has told it: the position, both clocks,
// and the record of the moves.

#include "engine/notation/game.h"
#include "protocol/server/messages.h"
#include "protocol/server/pacing.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace emilia::ggs {

class RunningGame {
public:
    /// `record` are the moves so far if the game continues after an interruption.
    RunningGame(const BoardMessage& message, Color own, std::optional<Game> record);

    /// Takes the position after a move. Where the record does not lead to it, it begins anew.
    void update(const BoardMessage& message);

    [[nodiscard]] const std::string& id() const noexcept { return id_; }
    [[nodiscard]] Color own() const noexcept { return own_; }
    [[nodiscard]] const Position& position() const noexcept { return record_.position(); }
    [[nodiscard]] const Game& record() const noexcept { return record_; }
    [[nodiscard]] bool is_over() const noexcept { return position().board.is_over(); }
    [[nodiscard]] bool own_turn() const noexcept {
        return !is_over() && position().to_move == own_;
    }

    /// The seconds that are left on the own clock. The extension is a reserve: it counts only when
    /// the main time is over.
    [[nodiscard]] double seconds_left() const noexcept;
    [[nodiscard]] double increment() const noexcept { return clock_.increment; }

    /// The record with the server's result: the discs by which the player of
    /// `first_name` has won, `NAME left`, or a sentence. The board decides if the game is over.
    [[nodiscard]] Game finished(std::string_view outcome, std::string_view first_name) const;

    /// The move that was sent and has not come back. A position that comes again is a request for
    /// nothing while a move is on its way.
    struct SentMove {
        std::string text; ///< `F5/1.25/3.47`
        Time time;
        bool refused = false;
    };
    std::optional<SentMove> sent{};
    bool thinking = false;

private:
    std::string id_;
    Color own_;
    Game record_;
    ClockState clock_; ///< own
};

/// The discs that the outcome of a game ends with, as in `-64.00` or `bob resigned 12.00`.
[[nodiscard]] std::optional<double> lead_of(std::string_view outcome) noexcept;

/// Plays the moves that lead from the game's position to `position`, none, one or two of them.
/// Returns false, and changes nothing, if there are none.
[[nodiscard]] bool catch_up(Game& game, const Position& position);

} // namespace emilia::ggs
