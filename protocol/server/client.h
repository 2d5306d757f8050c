#pragma once

// Plays on the server: connects the logic of a client with the network, the engine, the files and
// the user.

#include "engine/play/engine.h"
#include "protocol/server/client_logic.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace emilia::ggs {

inline constexpr const char* password_variable = "EMILIA_GGS_PASSWORD";

/// Reads the first line of the file, or the environment if there is no file. The error says what is
/// wrong and the cure; it never holds anything of the password.
[[nodiscard]] tl::expected<std::string, std::string>
read_password(const std::optional<std::string>& file);

/// Why the server would not take this name: it has 2 to 8 characters, does not begin with `.` or
/// `_`, and holds no blank, `,` or `\`. None if it is right.
[[nodiscard]] std::optional<std::string> why_no_user(std::string_view name);

struct ClientSettings {
    std::string host;
    std::string port;
    LogicSettings logic;
    std::string games_file;
    std::string log_file; ///< empty: no log
    bool ponders = false;
    std::uint64_t seed = 0; ///< of the pauses before a reconnection
};

/// Plays on the server until the logic leaves it, after `interrupted` has become true or the
/// wanted number of matches, and reports what happens on `output`. Throws
/// std::runtime_error if the server can't be reached at first, or lets the user not in, or if a
/// file can't be written at the start. A record that can't be written later does not end a game:
/// it is tried again every few seconds and with each move, and only at the end it is such an
/// error, too. Throws what a search has thrown, as std::bad_alloc.
void play_on_server(const ClientSettings& settings, Engine& engine,
                    const std::atomic<bool>& interrupted, std::ostream& output);

} // namespace emilia::ggs
