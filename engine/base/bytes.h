#pragma once

// The bytes of binary files: numbers, little-endian, a checksum that protects them, and
// compression.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace emilia {

static_assert(std::endian::native == std::endian::little,
              "numbers are copied from memory as they are");

/// Appends the bytes of a value.
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

/// The CRC-32 of `bytes`.
[[nodiscard]] std::uint32_t checksum(std::string_view bytes) noexcept;

/// Compresses bytes with Zstandard. A higher `level`, 1 to 19, takes more time and gives a smaller
/// result. Throws std::bad_alloc if there is too little memory.
[[nodiscard]] std::string pack(std::string_view bytes, int level);

/// Undoes `pack`. Returns nothing if the bytes are damaged or cut off, or if they would unpack to
/// more than `most_bytes`. Throws std::bad_alloc if there is too little memory.
[[nodiscard]] std::optional<std::string> unpack(std::string_view packed, std::size_t most_bytes);

} // namespace emilia
