#include "engine/base/packing.h"
#include "tests/catch.h"
#include "tests/random_game.h"

using namespace emilia;

TEST_CASE("what is packed is unpacked as it was, and takes less room where it can") {
    testing::Random random(1);
    std::string noise;
    for (int i = 0; i < 10'000; ++i) noise += static_cast<char>(random());
    for (const std::string& bytes : {std::string(), std::string(100'000, 'x'), noise}) {
        for (const int level : {1, 7, 19}) {
            const std::string packed = pack(bytes, level);
            CHECK(unpack(packed, bytes.size()) == bytes);
            if (bytes.size() > noise.size()) CHECK(packed.size() < 100);
        }
    }
}

TEST_CASE("what would become too large, is cut off or was never packed is not unpacked") {
    const std::string packed = pack(std::string(1000, 'x'), 1);
    CHECK_FALSE(unpack(packed, 999));
    for (std::size_t size = 0; size < packed.size(); ++size)
        CHECK_FALSE(unpack(std::string_view(packed).substr(0, size), 1000));
    CHECK_FALSE(unpack("not packed at all", 1000));
    CHECK_FALSE(unpack("", 1000));
}
