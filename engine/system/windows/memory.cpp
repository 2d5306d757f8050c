#include "engine/system/memory.h"

#include "engine/system/windows/windows_api.h"

#include <cstdint>

namespace emilia {

void* map_memory(std::size_t bytes, std::size_t alignment) noexcept {
    // More addresses than needed; only the aligned part of them gets memory.
    void* const start = ::VirtualAlloc(nullptr, bytes + alignment, MEM_RESERVE, PAGE_READWRITE);
    if (start == nullptr) return nullptr;
    auto* const first = static_cast<char*>(start);
    const std::size_t before =
        (alignment - reinterpret_cast<std::uintptr_t>(first) % alignment) % alignment;
    void* const memory = ::VirtualAlloc(first + before, bytes, MEM_COMMIT, PAGE_READWRITE);
    if (memory == nullptr) ::VirtualFree(start, 0, MEM_RELEASE);
    return memory;
}

void unmap_memory(void* memory, std::size_t /*bytes*/) noexcept {
    MEMORY_BASIC_INFORMATION information{};
    ::VirtualQuery(memory, &information, sizeof information);
    ::VirtualFree(information.AllocationBase, 0, MEM_RELEASE);
}

std::optional<std::size_t> main_memory_bytes() noexcept {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    if (!::GlobalMemoryStatusEx(&status)) return std::nullopt;
    return static_cast<std::size_t>(status.ullTotalPhys);
}

std::size_t peak_memory_bytes() noexcept {
    PROCESS_MEMORY_COUNTERS counters{};
    ::GetProcessMemoryInfo(::GetCurrentProcess(), &counters, sizeof counters);
    return counters.PeakWorkingSetSize;
}

} // namespace emilia
