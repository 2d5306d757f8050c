#pragma once

// Connects a session with the world: the server, the engine, the files and the user.

#include "engine/play/engine.h"
#include "protocol/server/session.h"

#include <atomic>
#include <cstdint>
#include <ostream>
#include <string>

namespace emilia::ggs {

struct ClientSetup {
    std::string host;
    std::string port;
    SessionSetup session;
    std::string games_file;
    std::string log_file; ///< empty: no log
    bool ponders = false;
    std::uint64_t seed = 0; ///< of the pauses before a reconnection
};

/// Plays on the server until the session leaves it, after `interrupted` has become true or the
/// wanted number of matches, and tells the user what happens on `output`. Throws
/// std::runtime_error if the server can't be reached at first, or lets the user not in, or if a
/// file can't be written at the start. A record that can't be written later does not end a game:
/// it is tried again every few seconds and with each move, and only at the end it is such an
/// error, too. Throws what a search has thrown, as std::bad_alloc.
void play_on_server(const ClientSetup& setup, Engine& engine, const std::atomic<bool>& interrupted,
                    std::ostream& output);

} // namespace emilia::ggs
