#include "engine/base/bytes.h"
#include "tests/catch.h"
#include "tests/random_game.h"

using namespace emilia;

TEST_CASE("numbers are written little-endian and read back, but not beyond the end") {
    std::string bytes;
    put(bytes, std::uint32_t{0x0102'0304});
    put(bytes, std::int8_t{-1});
    CHECK(bytes == std::string("\x04\x03\x02\x01\xff"));
    std::string_view rest = bytes;
    std::uint32_t number = 0;
    std::int8_t sign = 0;
    std::uint16_t none = 7;
    CHECK(take(rest, number));
    CHECK(number == 0x0102'0304);
    CHECK_FALSE(take(rest, none));
    CHECK(rest.size() == 1);
    CHECK(none == 7);
    CHECK(take(rest, sign));
    CHECK(sign == -1);
}

TEST_CASE("an array is written with its length and read back, but not beyond the end") {
    const std::vector<std::uint16_t> three{1, 2, 0xffff};
    std::string bytes;
    put_array(bytes, std::span(three));
    put_array(bytes, std::span<const std::uint16_t>());
    std::vector<std::uint16_t> found{7};
    std::string_view cut = std::string_view(bytes).substr(0, 8 + 5);
    CHECK_FALSE(take_array(cut, found));
    CHECK(found == std::vector<std::uint16_t>{7});
    std::string_view rest = bytes;
    CHECK(take_array(rest, found));
    CHECK(found == three);
    CHECK(take_array(rest, found));
    CHECK(found.empty());
    CHECK(rest.empty());
    std::string too_long;
    put(too_long, ~std::uint64_t{0});
    rest = too_long;
    CHECK_FALSE(take_array(rest, found));
}

TEST_CASE("the checksum is CRC-32, with its published check value") {
    CHECK(checksum("123456789") == 0xcbf4'3926);
    CHECK(checksum("") == 0);
}

TEST_CASE("packed bytes unpack to the same bytes, and regular ones become smaller") {
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

TEST_CASE("bytes that are too large when unpacked, cut off or not packed are refused") {
    const std::string packed = pack(std::string(1000, 'x'), 1);
    CHECK_FALSE(unpack(packed, 999));
    for (std::size_t size = 0; size < packed.size(); ++size)
        CHECK_FALSE(unpack(std::string_view(packed).substr(0, size), 1000));
    CHECK_FALSE(unpack("not packed at all", 1000));
    CHECK_FALSE(unpack("", 1000));
}
