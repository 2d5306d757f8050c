#pragma once

// The table of the dialects: the protocols that Emilia speaks. To add one, write its .h and .cpp,
// add a row to dialects.cpp and list the source in CMakeLists.txt.

#include "protocol/dialects/session.h"

#include <memory>
#include <span>
#include <string_view>

namespace emilia {

struct DialectKind {
    std::string_view name; ///< for `--protocol`
    /// Returns whether a client whose first word is `word` speaks this dialect.
    bool (*begins_with)(std::string_view word);
    std::unique_ptr<Dialect> (*make)(Session& session);
    std::string_view help; ///< lines about its own commands, for a person who types
};

/// All dialects. The last one is the default for first words that no other dialect recognises.
[[nodiscard]] std::span<const DialectKind> dialects() noexcept;

/// Tells a client's dialect by its first line that is not blank.
[[nodiscard]] const DialectKind& recognise_dialect(std::string_view line) noexcept;

} // namespace emilia
