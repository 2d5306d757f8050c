// Stands between a program and the C library when it is preloaded: its request number
// EMILIA_FAIL_AT for memory fails. With EMILIA_COUNT_TO the number of all requests is written to
// that file at the end.

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::atomic<long> requests = 0;

bool fails() {
    static const long fail_at = [] {
        const char* const text = std::getenv("EMILIA_FAIL_AT");
        return text == nullptr ? 0 : std::atol(text);
    }();
    if (++requests != fail_at) return false;
    errno = ENOMEM;
    return true;
}

struct Report {
    ~Report() {
        const char* const path = std::getenv("EMILIA_COUNT_TO");
        if (path == nullptr) return;
        const long number = requests;
        if (std::FILE* const file = std::fopen(path, "w")) {
            std::fprintf(file, "%ld\n", number);
            std::fclose(file);
        }
    }
} report;

} // namespace

extern "C" {

void* malloc(std::size_t size) {
    return fails() ? nullptr : __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size) {
    return fails() ? nullptr : __libc_calloc(number, size);
}

void* realloc(void* memory, std::size_t size) {
    return fails() ? nullptr : __libc_realloc(memory, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
    return fails() ? nullptr : __libc_memalign(alignment, size);
}
}
