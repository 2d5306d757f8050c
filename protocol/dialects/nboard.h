#pragma once

// The NBoard protocol, version 2, and the bare moves of version 1. Any input stops a search, which
// then replies with the best result so far before the next command is answered.

#include "protocol/dialects/session.h"

#include <memory>

namespace emilia {

[[nodiscard]] std::unique_ptr<Dialect> make_nboard(Session& session);

} // namespace emilia
