#pragma once

// What every dialect shares: the conversation, the game on the board, and who plays it.

#include "engine/classic/player.h"
#include "engine/notation/game.h"
#include "engine/play/engine.h"
#include "protocol/dialects/dialogue.h"
#include "protocol/dialects/session_book.h"

#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// A move of the engine's that its opponent has yet to answer.
struct OwnMove {
    Position before;
    Square move;
};

/// What was chosen where a move was asked for.
struct ChosenMove {
    Square move = Square::none;    ///< none: the game is over
    std::optional<Line> line = {}; ///< what the engine thinks of it; a player of the literature
                                   ///< does not think in discs
    Nodes nodes = 0;
    double seconds = 0;
};

struct Session {
    Dialogue& dialogue;
    Engine& engine; ///< analyses, and plays where there is no `player`
    SessionBook& book;
    Game game;
    classic::Player* player = nullptr; ///< plays in the engine's place
    std::string player_name = {};
    std::optional<double> player_seconds = {}; ///< a move
    std::optional<OwnMove> own_move = {};      ///< what there is to think ahead about

    /// By which clients get to know whom they play.
    [[nodiscard]] std::string name() const;

    /// See Engine::choose_move.
    [[nodiscard]] ChosenMove choose_move(const Board& board,
                                         const std::optional<GameClock>& clock = {},
                                         const std::atomic<bool>* stop = nullptr, Score draw = {});

    /// Another game begins.
    void forget();
};

/// A way to speak with clients. It lives as long as the conversation.
class Dialect {
public:
    virtual ~Dialect() = default;
    Dialect() = default;
    Dialect(const Dialect&) = delete;
    Dialect& operator=(const Dialect&) = delete;

    /// Answers one command. False ends the conversation.
    [[nodiscard]] virtual bool handle(std::string_view line) = 0;
};

} // namespace emilia
