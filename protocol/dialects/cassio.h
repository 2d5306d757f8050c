#pragma once

// The protocol of Cassio (Stéphane Nicolas): a GUI asks the engine to search single positions, one
// at a time, with a window, a depth and a precision. Every command begins with `ENGINE-PROTOCOL`;
// an empty line asks whether the engine is alive. Searches run in their own thread, so that
// commands are answered during a search.

#include "protocol/dialects/session.h"

#include <memory>

namespace emilia {

/// The lines about Cassio's own commands in the text for `help`.
inline constexpr std::string_view cassio_help =
    "  ENGINE-PROTOCOL midgame-search BOARD -64 64 12 100\n"
    "                              search 12 plies deep, window -64 to 64\n"
    "  ENGINE-PROTOCOL endgame-search BOARD -64 64 100\n"
    "                              search to the end of the game\n"
    "  ENGINE-PROTOCOL quit        end\n";

[[nodiscard]] std::unique_ptr<Dialect> make_cassio(Session& session);

} // namespace emilia
