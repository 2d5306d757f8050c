#pragma once

// A player that can take the engine's place in a game. The players of the literature in
// engine/classic implement this interface; nothing in engine/play depends on them.

#include "engine/board/board.h"
#include "engine/play/time_management.h"
#include "engine/search/search_terms.h"

#include <atomic>
#include <optional>

namespace emilia {

/// How long a player may think about a move. Without seconds or a clock it searches to its own
/// depth.
struct MoveLimits {
    std::optional<double> seconds{};         ///< for this move
    std::optional<GameClock> clock{};        ///< the player's clock before this move
    const std::atomic<bool>* stop = nullptr; ///< once true, the player must move at once
};

/// A player's choice.
struct Decision {
    Square move; ///< legal
    Nodes nodes = 0;
};

/// An object plays one game at a time, in one thread at a time.
class Player {
public:
    Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    virtual ~Player() = default;

    /// The game must not be over on `board`.
    [[nodiscard]] virtual Decision choose(const Board& board, const MoveLimits& limits) = 0;

    /// Forgets what it has learned about the current game.
    virtual void new_game() {}
};

} // namespace emilia
