#include "engine/base/memory.h"
#include "tests/catch.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace emilia;

TEST_CASE("large memory is zero and aligned to a huge page, small memory to 256 bytes") {
    const auto address = [](const void* memory) {
        return reinterpret_cast<std::uintptr_t>(memory);
    };
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{1000}, (std::size_t{2} << 20) - 1,
                                    std::size_t{2} << 20, (std::size_t{4} << 20) + 3}) {
        const auto memory = allocate_large(bytes);
        CAPTURE(bytes);
        CHECK(address(memory.get()) % (bytes >= std::size_t{2} << 20 ? std::size_t{2} << 20 : 256)
              == 0);
        const auto* const first = static_cast<const unsigned char*>(memory.get());
        CHECK(std::all_of(first, first + bytes, [](unsigned char byte) { return byte == 0; }));
        std::memset(memory.get(), 0xff, bytes); // all of it can be written
    }
}

TEST_CASE("a large array that does not fit into memory throws") {
    CHECK_THROWS_AS(allocate_large(std::numeric_limits<std::size_t>::max() / 4), std::bad_alloc);
}

#ifdef __GLIBC__
TEST_CASE("small memory is given back to the allocator") {
    const auto taken = [] {
        const auto figures = ::mallinfo2();
        return figures.uordblks + figures.hblkhd;
    };
    const std::size_t before = taken();
    for (int i = 0; i < 10; ++i) static_cast<void>(allocate_large(std::size_t{1} << 20));
    CHECK(taken() < before + (std::size_t{1} << 20));
}
#endif
