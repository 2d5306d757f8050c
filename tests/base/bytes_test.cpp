#include "engine/base/bytes.h"
#include "tests/catch.h"

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

TEST_CASE("the checksum is CRC-32, with its published check value") {
    CHECK(checksum("123456789") == 0xcbf4'3926);
    CHECK(checksum("") == 0);
}
