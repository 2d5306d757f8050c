#pragma once

// Memory for tables of many megabytes that are read at random places. Pages of 2 MB, where the
// system has them, save most of the address translations that such reads cost.

#include <cstddef>
#include <memory>
#include <type_traits>

namespace emilia {

struct FreeMemory {
    void operator()(void* memory) const noexcept;
};

/// `bytes` of memory, not initialised, aligned to 256 bytes or, where it is large enough for a huge
/// page, to that. Throws std::bad_alloc.
[[nodiscard]] std::unique_ptr<void, FreeMemory> allocate_large(std::size_t bytes);

/// The owner of an array in such memory.
template <class T>
using LargeArray = std::unique_ptr<T[], FreeMemory>;

/// An array of `size` elements whose values are not initialised.
template <class T>
[[nodiscard]] LargeArray<T> make_large_array(std::size_t size) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T>);
    static_assert(alignof(T) <= 256);
    return LargeArray<T>(static_cast<T*>(allocate_large(size * sizeof(T)).release()));
}

} // namespace emilia
