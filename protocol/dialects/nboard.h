#pragma once

// The NBoard protocol, version 2, and the bare moves of version 1. Any input stops a search, which
// then replies with the best result so far before the next command is answered.

#include "protocol/dialects/session.h"

#include <memory>

namespace emilia {

/// The lines about NBoard's own commands in the text for `help`.
inline constexpr std::string_view nboard_help =
    "  move f5                     play a move\n"
    "  go                          let Emilia choose a move (then type it)\n"
    "  hint 3                      show the best 3 moves\n"
    "  set depth 12                set the level\n"
    "  quit                        end\n";

[[nodiscard]] std::unique_ptr<Dialect> make_nboard(Session& session);

} // namespace emilia
