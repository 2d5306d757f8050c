#pragma once

// Bytes packed by Zstandard.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// `level`, 1 to 19: how much time to spend on a smaller result.
[[nodiscard]] std::string pack(std::string_view bytes, int level);

/// None where the bytes are not packed whole ones, or would become more than `most_bytes`.
[[nodiscard]] std::optional<std::string> unpack(std::string_view packed, std::size_t most_bytes);

} // namespace emilia
