#pragma once

// Base64 (RFC 4648), in which bytes travel as text.

#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// The bytes of a text in base64 with its padding; nothing if it is none. Blanks are errors.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

} // namespace emilia
