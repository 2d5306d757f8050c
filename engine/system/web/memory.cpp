#include "engine/system/memory.h"

#include <cstdlib>
#include <cstring>

#include <emscripten/heap.h>

namespace emilia {

void* map_memory(std::size_t bytes, std::size_t alignment) noexcept {
    // Memory can't be given back to the browser, so what the allocator returns may have been used.
    void* const memory = std::aligned_alloc(alignment, bytes);
    if (memory != nullptr) std::memset(memory, 0, bytes);
    return memory;
}

void unmap_memory(void* memory, std::size_t) noexcept {
    std::free(memory);
}

std::optional<std::size_t> main_memory_bytes() noexcept {
    return std::nullopt;
}

std::size_t peak_memory_bytes() noexcept {
    return emscripten_get_heap_size(); // it never shrinks
}

} // namespace emilia
