#pragma once

// What all dialects share in a session with a client: the input and output, the current game, the
// engine and its book, and who chooses the moves.

#include "engine/notation/game.h"
#include "engine/play/engine.h"
#include "engine/play/move_chooser.h"
#include "engine/play/runner.h"
#include "protocol/dialects/dialogue.h"
#include "protocol/dialects/session_book.h"

#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// A move that this program has chosen and the opponent has not answered yet.
struct OwnMove {
    Position before;
    Square move;
};

struct Session {
    Dialogue& dialogue;
    Engine& engine; ///< for analyses and hints, whoever plays
    SessionBook& book;
    MoveChooser& chooser;
    Game game{};
    std::string name = "Emilia";          ///< under which clients see their opponent
    std::optional<OwnMove> own_move = {}; ///< pondering starts from here
    std::string note{}; ///< what is wrong with the session's settings, if anything
    /// How long an analysis without a limit runs on after the end of the input.
    double seconds_after_end_of_input = 3;
    Runner runner{}; ///< last, because its search uses the members above

    /// Runs `work` and waits until it has ended; `sign` from the client stops it early. Throws what
    /// `work` throws.
    void search(const Runner::Work& work, CommandQueue::Sign sign = CommandQueue::Sign::any);
};

/// A protocol, spoken with one client. The object lives as long as the session.
class Dialect {
public:
    virtual ~Dialect() = default;
    Dialect() = default;
    Dialect(const Dialect&) = delete;
    Dialect& operator=(const Dialect&) = delete;

    /// Answers one command. Returns false when the client ends the session.
    [[nodiscard]] virtual bool handle(std::string_view line) = 0;
};

} // namespace emilia
