#pragma once

// The bytes of binary files: numbers, little-endian, a checksum that protects them, and
// compression.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

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

/// Appends the number of `values`, as 64 bits, and their bytes.
template <typename Value>
void put_array(std::string& to, std::span<const Value> values) {
    static_assert(std::is_trivially_copyable_v<Value>);
    put(to, static_cast<std::uint64_t>(values.size()));
    to.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

/// Removes what `put_array` has appended from the front of `from`. Returns false if too few bytes
/// are left; `values` is then unchanged.
template <typename Value>
[[nodiscard]] bool take_array(std::string_view& from, std::vector<Value>& values) {
    static_assert(std::is_trivially_copyable_v<Value>);
    std::uint64_t size = 0;
    if (!take(from, size) || size > from.size() / sizeof(Value)) return false;
    values.resize(static_cast<std::size_t>(size));
    const std::size_t bytes = values.size() * sizeof(Value);
    if (bytes > 0) std::memcpy(values.data(), from.data(), bytes);
    from.remove_prefix(bytes);
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
