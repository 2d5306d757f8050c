#pragma once

// A whole session with a client: from the first command to `quit`, or to the end of the input.

#include "engine/play/engine.h"
#include "engine/play/player.h"
#include "protocol/dialects/dialects.h"
#include "protocol/dialects/session_book.h"

#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

namespace emilia {

struct SessionSettings {
    EngineSettings engine{};                ///< its book is the session's
    std::optional<BookSettings> book{};     ///< none: the engine plays without a book
    std::unique_ptr<Player> player{};       ///< plays in the engine's place; null: the engine plays
    std::string player_name{};              ///< clients see `Emilia-NAME`
    std::optional<double> player_seconds{}; ///< the player's limit for a move
    const DialectKind* dialect = nullptr;   ///< null: the client's first command tells
    std::string log_file{};                 ///< empty: no log
    bool ponder = false;                    ///< think on the opponent's time
    std::string note{};                     ///< a problem that the session does not end with
    /// How long an analysis without a limit runs on after the end of the input.
    double seconds_after_end_of_input = 3;
};

/// Talks with the client until one side ends the session. `input` must live as long as the
/// program, because a thread may still wait for a line from it (see CommandQueue). Calls `started`
/// when the session begins to read it. Before that it throws std::runtime_error if the log can't be
/// written, and std::bad_alloc if there is no memory for the hash table.
void converse(SessionSettings settings, std::istream& input, std::ostream& output,
              const std::function<void()>& started = {});

} // namespace emilia
