#include "engine/base/memory.h"

#include "engine/system/memory.h"

#include <cstring>
#include <limits>
#include <new>

namespace emilia {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::align_val_t small_alignment{256};

/// Memory of the allocator, cleared here.
std::unique_ptr<void, FreeMemory> allocate(std::size_t bytes) {
    std::unique_ptr<void, FreeMemory> memory(::operator new(bytes, small_alignment));
    std::memset(memory.get(), 0, bytes);
    return memory;
}

/// Whole huge pages. The system clears a page when it hands it over.
std::unique_ptr<void, FreeMemory> map_huge_pages(std::size_t bytes) {
    const std::size_t size = (bytes + huge_page - 1) / huge_page * huge_page;
    std::unique_ptr<void, FreeMemory> memory(map_memory(size, huge_page), FreeMemory{size});
    if (!memory) throw std::bad_alloc();
    return memory;
}

} // namespace

void FreeMemory::operator()(void* memory) const noexcept {
    if (mapped > 0) {
        unmap_memory(memory, mapped);
    } else {
        ::operator delete(memory, small_alignment);
    }
}

std::unique_ptr<void, FreeMemory> allocate_large(std::size_t bytes) {
    if (bytes < huge_page) return allocate(bytes);
    if (bytes > std::numeric_limits<std::size_t>::max() - 2 * huge_page) throw std::bad_alloc();
    return map_huge_pages(bytes);
}

} // namespace emilia
