#pragma once

#include <cstddef>
#include <optional>

namespace emilia {

/// The size of the main memory, or none if the system doesn't tell.
[[nodiscard]] std::optional<std::size_t> system_memory_megabytes() noexcept;

} // namespace emilia
