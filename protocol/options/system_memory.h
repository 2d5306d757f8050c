#pragma once

#include <cstddef>
#include <optional>

namespace emilia {

/// The machine's main memory, where the system tells.
[[nodiscard]] std::optional<std::size_t> system_memory_megabytes() noexcept;

} // namespace emilia
