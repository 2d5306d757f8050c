#pragma once

// Compresses bytes with Zstandard.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// A higher `level`, 1 to 19, takes more time and gives a smaller result. Throws std::bad_alloc if
/// there is too little memory.
[[nodiscard]] std::string pack(std::string_view bytes, int level);

/// Returns nothing if the bytes are damaged or cut off, or if they would unpack to more than
/// `most_bytes`. Throws std::bad_alloc if there is too little memory.
[[nodiscard]] std::optional<std::string> unpack(std::string_view packed, std::size_t most_bytes);

} // namespace emilia
