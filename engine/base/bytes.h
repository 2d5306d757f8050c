#pragma once

// Writes numbers to the bytes of a file and reads them back, little-endian, and computes the
// checksum that protects them.

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace emilia {

static_assert(std::endian::native == std::endian::little,
              "numbers are copied from memory as they are");

template <typename Value>
void put(std::string& to, const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Removes a value from the front of `from`. Returns false and removes nothing if too few bytes are
/// left.
template <typename Value>
[[nodiscard]] bool take(std::string_view& from, Value& value) noexcept {
    static_assert(std::is_trivially_copyable_v<Value>);
    if (from.size() < sizeof value) return false;
    std::memcpy(&value, from.data(), sizeof value);
    from.remove_prefix(sizeof value);
    return true;
}

/// CRC-32.
[[nodiscard]] std::uint32_t checksum(std::string_view bytes) noexcept;

} // namespace emilia
