#pragma once

// Atomic access to an ordinary object, as std::atomic_ref has it, which the library of some Clangs
// lacks.

#include <cstddef>
#include <type_traits>

namespace emilia {

/// All threads that use an object while another changes it must do so through an AtomicRef.
template <class T>
class AtomicRef {
public:
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8);
    /// What the alignment of the object must be at least.
    static constexpr std::size_t required_alignment = sizeof(T);

    explicit AtomicRef(T& object) noexcept : object_(&object) {}

    // Each is a single instruction on the processors that the program runs on.
    [[nodiscard]] T load_relaxed() const noexcept {
        return __atomic_load_n(object_, __ATOMIC_RELAXED);
    }
    void store_relaxed(T value) const noexcept {
        __atomic_store_n(object_, value, __ATOMIC_RELAXED);
    }
    void add_relaxed(T value) const noexcept {
        __atomic_fetch_add(object_, value, __ATOMIC_RELAXED);
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
