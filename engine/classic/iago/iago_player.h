#pragma once

// Iago as a player: Rosenbloom's program of 1982, either with its tournament settings or with a
// real clock.
//
// Without a time limit or clock Iago plays with the article's 30 minutes on the article's machine.
// That time is counted in terminal nodes, so its games are the same on every machine. With a limit
// of seconds for the move it takes at most these, its overrun included. It divides a real clock as
// it divided its own, but never exceeds Emilia's limit for a move. It plays a single legal move at
// once.

#include "engine/classic/iago/iago_thinking.h"
#include "engine/classic/iago/time_allocation.h"
#include "engine/classic/players.h"
#include "engine/play/player.h"

#include <memory>

namespace emilia::classic {

class IagoPlayer : public Player {
public:
    IagoPlayer();
    [[nodiscard]] Decision choose(const Board& board, const MoveLimits& limits) override;
    void new_game() override;

private:
    IagoMind mind_;
    IagoClock clock_;
};

[[nodiscard]] std::unique_ptr<Player> make_iago(const PlayerKind& kind,
                                                const PlayerSettings& settings);

} // namespace emilia::classic
