#pragma once

// GTP, the Go Text Protocol, version 2, as Othello programs such as Quarry speak it. Commands are
// answered in order, each after the previous one is done; at the end of the input the session ends
// after the last reply. Clients may send passes or leave them out.

#include "protocol/dialects/session.h"

#include <memory>

namespace emilia {

/// The lines about GTP's own commands in the text for `help`.
inline constexpr std::string_view gtp_help =
    "  play black f5               play a move\n"
    "  genmove white               let Emilia move\n"
    "  undo                        take back the last move\n"
    "  clear_board                 start a new game\n"
    "  list_commands               list the commands of GTP\n"
    "  quit                        end\n";

[[nodiscard]] std::unique_ptr<Dialect> make_gtp(Session& session);

} // namespace emilia
