#pragma once

// GTP, the Go Text Protocol, version 2, as Othello programs such as Quarry speak it. Commands are
// answered in order, each after the previous one is done; at the end of the input the session ends
// after the last reply. Clients may send passes or leave them out.

#include "protocol/dialects/session.h"

#include <memory>

namespace emilia {

[[nodiscard]] std::unique_ptr<Dialect> make_gtp(Session& session);

} // namespace emilia
