#pragma once

// The protocol of Cassio (Stéphane Nicolas): a GUI asks the engine to search single positions, one
// at a time, with a window, a depth and a precision. Every command begins with `ENGINE-PROTOCOL`;
// an empty line asks whether the engine is alive. Searches run in their own thread, so that
// commands are answered during a search.

#include "protocol/dialects/session.h"

#include <memory>

namespace emilia {

[[nodiscard]] std::unique_ptr<Dialect> make_cassio(Session& session);

} // namespace emilia
