#pragma once

// Iago as a player: Rosenbloom's program of 1982 at its tournament settings, or on a clock of
// today.
//
// Without time or clock it plays on the article's 30 minutes and the article's machine, counted in
// terminal nodes: the same game everywhere. With seconds it takes these at most, its allocation and
// what a move may take beyond that; a clock it divides as it did its own, but never takes more than
// Emilia's limit for a move.
// A single legal move is played at once.

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
