#pragma once

// A player of the literature, as a game or a conversation asks him for his moves.

#include "engine/board/board.h"
#include "engine/play/game_clock.h"
#include "engine/search/units.h"

#include <atomic>
#include <optional>

namespace emilia::classic {

/// What there is to think with. Without any time a player takes what he takes.
struct Thinking {
    std::optional<double> seconds{}; ///< for the move
    std::optional<GameClock> clock{};
    const std::atomic<bool>* stop = nullptr; ///< asks for a move at once
};

struct Decision {
    Square move; ///< legal
    Nodes nodes = 0;
};

/// One object plays one game at a time, in one thread.
class Player {
public:
    Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    virtual ~Player() = default;

    /// For a board whose game is not over.
    [[nodiscard]] virtual Decision choose(const Board& board, const Thinking& thinking) = 0;

    /// Forgets what it has learned about the game so far.
    virtual void new_game() {}
};

} // namespace emilia::classic
