#pragma once

// Memory for tables of many megabytes that threads share and read at random places. Pages of 2 MB,
// where the system has them, save most of the address translations that such reads cost.

#include <cstddef>
#include <memory>
#include <type_traits>

namespace emilia {

/// Frees what `allocate_large` returns.
struct FreeMemory {
    std::size_t mapped = 0; ///< bytes that the system mapped; 0: the memory is the allocator's
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

/// Atomic access to an ordinary object, as std::atomic_ref has it, which the library of some Clangs
/// lacks. All threads that use an object while another changes it must do so through an AtomicRef.
template <class T>
class AtomicRef {
public:
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8);
    /// Minimum alignment of the object.
    static constexpr std::size_t required_alignment = sizeof(T);

    explicit AtomicRef(T& object) noexcept : object_(&object) {}

    // Each is a single instruction on the processors that the program runs on.
    [[nodiscard]] T load_relaxed() const noexcept {
        return __atomic_load_n(object_, __ATOMIC_RELAXED);
    }
    void store_relaxed(T value) const noexcept {
        __atomic_store_n(object_, value, __ATOMIC_RELAXED);
    }
    void add_relaxed(T value) const noexcept { static_cast<void>(fetch_add_relaxed(value)); }
    /// Returns what it was.
    T fetch_add_relaxed(T value) const noexcept {
        return __atomic_fetch_add(object_, value, __ATOMIC_RELAXED);
    }
    /// Sets the object and returns what it was.
    T exchange(T value) const noexcept {
        return __atomic_exchange_n(object_, value, __ATOMIC_SEQ_CST);
    }
    void store(T value) const noexcept { __atomic_store_n(object_, value, __ATOMIC_SEQ_CST); }

private:
    T* object_;
};

} // namespace emilia
