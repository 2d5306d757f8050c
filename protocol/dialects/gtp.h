#pragma once

// GTP, the Go Text Protocol, version 2, as Othello programs such as Quarry speak it. Commands are
// answered in order, each when the one before it is done; the end of input ends the conversation
// after the last of them. Passes may be explicit or left out.

#include "protocol/dialects/session.h"

#include <memory>

namespace emilia {

[[nodiscard]] std::unique_ptr<Dialect> make_gtp(Session& session);

} // namespace emilia
