#pragma once

// The protocol of Cassio (Stéphane Nicolas), in which a GUI asks an engine for searches of single
// positions: with a window, a depth and a precision, one at a time. Every line begins with
// `ENGINE-PROTOCOL`; an empty one asks whether the engine is still there. Searches run in a thread
// of their own, so that commands are answered meanwhile.

#include "protocol/dialects/session.h"

#include <memory>

namespace emilia {

[[nodiscard]] std::unique_ptr<Dialect> make_cassio(Session& session);

} // namespace emilia
