#include "protocol/options/system_memory.h"

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace emilia {

std::optional<std::size_t> system_memory_megabytes() noexcept {
#if defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page_bytes > 0) {
        return static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_bytes)
               / (1024 * 1024);
    }
#endif
    return std::nullopt;
}

} // namespace emilia
