#pragma once

// The dialects that Emilia speaks. A new one is a file of its own and a line in dialects.cpp.

#include "protocol/dialects/session.h"

#include <memory>
#include <span>
#include <string_view>

namespace emilia {

struct DialectKind {
    std::string_view name; ///< as `--protocol` takes it
    /// Whether a client that begins with this word speaks it.
    bool (*begins_with)(std::string_view word);
    std::unique_ptr<Dialect> (*make)(Session& session);
};

/// All of them; the last one is what a client speaks that none of the others knows.
[[nodiscard]] std::span<const DialectKind> dialects() noexcept;

/// The dialect of a client by the first line it sends that is not blank.
[[nodiscard]] const DialectKind& recognise_dialect(std::string_view line) noexcept;

} // namespace emilia
