#include "engine/base/large_memory.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace emilia {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t small_alignment = 256;

constexpr std::size_t rounded_up(std::size_t bytes, std::size_t multiple) noexcept {
    return (bytes + multiple - 1) / multiple * multiple;
}

/// Memory of the allocator, cleared here.
std::unique_ptr<void, FreeMemory> allocate(std::size_t bytes, std::size_t alignment) {
    // std::aligned_alloc wants a multiple of the alignment.
    const std::size_t size = rounded_up(bytes, alignment);
    std::unique_ptr<void, FreeMemory> memory(std::aligned_alloc(alignment, size));
    if (!memory) throw std::bad_alloc();
    std::memset(memory.get(), 0, size);
    return memory;
}

#if defined(MAP_ANONYMOUS)
/// Whole huge pages that the system maps at a multiple of their size. It clears a page when it
/// hands it over.
std::unique_ptr<void, FreeMemory> map_huge_pages(std::size_t bytes) {
    const std::size_t size = rounded_up(bytes, huge_page);
    // One more page than needed, to cut the aligned part out of it.
    void* const start =
        mmap(nullptr, size + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) throw std::bad_alloc();
    auto* const first = static_cast<char*>(start);
    const std::size_t before =
        (huge_page - reinterpret_cast<std::uintptr_t>(first) % huge_page) % huge_page;
    if (before > 0) munmap(first, before);
    munmap(first + before + size, huge_page - before);
    std::unique_ptr<void, FreeMemory> memory(first + before, FreeMemory{size});
#ifdef MADV_HUGEPAGE
    madvise(memory.get(), size, MADV_HUGEPAGE); // may be refused
#endif
    return memory;
}
#endif

} // namespace

void FreeMemory::operator()(void* memory) const noexcept {
#if defined(MAP_ANONYMOUS)
    if (mapped > 0) {
        munmap(memory, mapped);
        return;
    }
#endif
    std::free(memory);
}

std::unique_ptr<void, FreeMemory> allocate_large(std::size_t bytes) {
    if (bytes < huge_page) return allocate(bytes, small_alignment);
    if (bytes > std::numeric_limits<std::size_t>::max() - 2 * huge_page) throw std::bad_alloc();
#if defined(MAP_ANONYMOUS)
    return map_huge_pages(bytes);
#else
    return allocate(bytes, huge_page);
#endif
}

} // namespace emilia
