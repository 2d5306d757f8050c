#pragma once

// Bytes packed by Zstandard.

#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// `level`, 1 to 19: how much time to spend on a smaller result.
[[nodiscard]] std::string pack(std::string_view bytes, int level);

/// None where the bytes are not packed whole ones, or claim to unpack to more than any honest
/// file of ours would.
[[nodiscard]] std::optional<std::string> unpack(std::string_view packed);

} // namespace emilia
