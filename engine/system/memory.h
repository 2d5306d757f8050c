#pragma once

#include <cstddef>
#include <optional>

namespace emilia {

/// Maps `bytes` of memory, all zero, at a multiple of `alignment`, both a multiple of 2 MB. Pages
/// of that size are used where the system has them. Each page costs time only when it is first
/// touched. Returns nullptr if there is not enough memory.
[[nodiscard]] void* map_memory(std::size_t bytes, std::size_t alignment) noexcept;

/// Gives back what `map_memory` returned for as many bytes.
void unmap_memory(void* memory, std::size_t bytes) noexcept;

/// The size of the main memory in bytes; none if it is unknown.
[[nodiscard]] std::optional<std::size_t> main_memory_bytes() noexcept;

/// The most main memory that this process has held so far, in bytes.
[[nodiscard]] std::size_t peak_memory_bytes() noexcept;

} // namespace emilia
