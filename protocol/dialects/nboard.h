#pragma once

// The NBoard protocol, version 2 (and version 1's bare moves), as NBoard and its kin speak it.
// Any input stops a search; what it has found so far is still answered, before anything else.

#include "protocol/dialects/session.h"

#include <memory>

namespace emilia {

[[nodiscard]] std::unique_ptr<Dialect> make_nboard(Session& session);

} // namespace emilia
