#pragma once

// What every dialect shares: the conversation, the game on the board, and the engine.

#include "engine/notation/game.h"
#include "engine/play/engine.h"
#include "protocol/dialogue.h"
#include "protocol/session_book.h"

#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// A move of the engine's that its opponent has yet to answer.
struct OwnMove {
    Position before;
    Square move;
};

struct Session {
    Dialogue& dialogue;
    Engine& engine;
    SessionBook& book;
    Game game;
    std::optional<OwnMove> own_move = {}; ///< what there is to think ahead about
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
