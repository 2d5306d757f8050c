#pragma once

// Memory for tables of many megabytes that are read at random places. Pages of 2 MB, where the
// system has them, save most of the address translations that such reads cost.

#include <cstddef>
#include <memory>
#include <type_traits>

namespace emilia {

struct FreeMemory {
    std::size_t mapped = 0; ///< bytes that the system maps; 0: the memory is the allocator's
    void operator()(void* memory) const noexcept;
};

/// `bytes` of memory, all zero, aligned to 256 bytes or, where it is large enough for a huge page,
/// to that. Large memory costs no time until it is used: the system hands over each page when it is
/// first touched. Throws std::bad_alloc.
[[nodiscard]] std::unique_ptr<void, FreeMemory> allocate_large(std::size_t bytes);

/// The owner of an array in such memory.
template <class T>
using LargeArray = std::unique_ptr<T[], FreeMemory>;

/// An array of `size` elements, all bytes of which are zero.
template <class T>
[[nodiscard]] LargeArray<T> make_large_array(std::size_t size) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T>);
    static_assert(alignof(T) <= 256);
    auto memory = allocate_large(size * sizeof(T));
    const FreeMemory free_memory = memory.get_deleter();
    return LargeArray<T>(static_cast<T*>(memory.release()), free_memory);
}

} // namespace emilia
