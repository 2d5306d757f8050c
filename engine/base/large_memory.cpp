#include "engine/base/large_memory.h"

#include <cstdlib>
#include <new>

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

namespace emilia {

void FreeMemory::operator()(void* memory) const noexcept {
    std::free(memory);
}

std::unique_ptr<void, FreeMemory> allocate_large(std::size_t bytes) {
    constexpr std::size_t huge_page = std::size_t{2} << 20;
    constexpr std::size_t small_alignment = 256;
    const std::size_t alignment = bytes >= huge_page ? huge_page : small_alignment;
    // std::aligned_alloc wants a multiple of the alignment.
    const std::size_t size = (bytes + alignment - 1) / alignment * alignment;
    std::unique_ptr<void, FreeMemory> memory(std::aligned_alloc(alignment, size));
    if (!memory) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    if (alignment == huge_page) madvise(memory.get(), size, MADV_HUGEPAGE); // may be refused
#endif
    return memory;
}

} // namespace emilia
