#include "engine/system/memory.h"

#include <cstdint>

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace emilia {

void* map_memory(std::size_t bytes, std::size_t alignment) noexcept {
    // More than needed, to cut the aligned part out of it.
    void* const start = ::mmap(nullptr, bytes + alignment, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return nullptr;
    auto* const first = static_cast<char*>(start);
    const std::size_t before =
        (alignment - reinterpret_cast<std::uintptr_t>(first) % alignment) % alignment;
    if (before > 0) ::munmap(first, before);
    ::munmap(first + before + bytes, alignment - before);
#ifdef MADV_HUGEPAGE
    ::madvise(first + before, bytes, MADV_HUGEPAGE); // may be refused
#endif
    return first + before;
}

void unmap_memory(void* memory, std::size_t bytes) noexcept {
    ::munmap(memory, bytes);
}

std::optional<std::size_t> main_memory_bytes() noexcept {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long page_bytes = ::sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page_bytes <= 0) return std::nullopt;
    return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_bytes);
}

std::size_t peak_memory_bytes() noexcept {
#ifdef __APPLE__
    constexpr std::size_t unit = 1;
#else
    constexpr std::size_t unit = 1024;
#endif
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    return static_cast<std::size_t>(used.ru_maxrss) * unit;
}

} // namespace emilia
