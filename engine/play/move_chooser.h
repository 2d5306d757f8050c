#pragma once

// Decides who chooses the moves of a game: the engine, or a player that takes its place.

#include "engine/play/engine.h"
#include "engine/play/player.h"

#include <atomic>
#include <memory>
#include <optional>
#include <utility>

namespace emilia {

struct ChosenMove {
    Square move = Square::none;    ///< none: the game is over
    std::optional<Line> line = {}; ///< the engine's evaluation; players do not score in discs
    Nodes nodes = 0;
    double seconds = 0;
};

class MoveChooser {
public:
    /// `player`, if there is one, plays in the engine's place for at most `player_seconds` a move.
    /// `engine` must outlive this object.
    explicit MoveChooser(Engine& engine, std::unique_ptr<Player> player = nullptr,
                         std::optional<double> player_seconds = {}) noexcept
        : engine_(&engine), player_(std::move(player)), player_seconds_(player_seconds) {}

    [[nodiscard]] bool engine_plays() const noexcept { return player_ == nullptr; }

    /// See Engine::choose_move. `draw` concerns only the engine's opening book, and only the engine
    /// reports its `progress`.
    [[nodiscard]] ChosenMove choose(const Board& board, const std::optional<GameClock>& clock = {},
                                    const std::atomic<bool>* stop = nullptr, Score draw = {},
                                    const SearchProgress& progress = {});

    /// Makes engine and player forget the current game.
    void new_game();

private:
    Engine* engine_;
    std::unique_ptr<Player> player_; ///< null: the engine plays
    std::optional<double> player_seconds_;
};

} // namespace emilia
