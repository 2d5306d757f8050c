#pragma once

// Structures that the caller fills. They begin with their size, as the caller's header has it: one
// from an older header is shorter, and its missing members are zero; one from a newer header is
// longer, and members that this library does not know must be zero.

#include "protocol/library/failure.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

namespace emilia::library {

/// Copies what the caller has filled; a null pointer gives the defaults. `name` is for the message.
template <typename Struct>
[[nodiscard]] Struct read_struct(const Struct* given, const char* name) {
    Struct read{};
    if (given == nullptr) return read;
    std::size_t size = 0;
    std::memcpy(&size, given, sizeof size);
    constexpr std::size_t most = 4096; // more can't be a size
    if (size <= sizeof size || size > most) {
        throw Failure(EMILIA_BAD_ARGUMENT,
                      std::string("the member 'size' must be sizeof(") + name + ")");
    }
    const char* const bytes = reinterpret_cast<const char*>(given);
    if (size > sizeof read
        && std::any_of(bytes + sizeof read, bytes + size, [](char byte) { return byte != 0; })) {
        throw Failure(EMILIA_BAD_ARGUMENT,
                      std::string(name) + " has members that this version does not know");
    }
    std::memcpy(&read, given, std::min(size, sizeof read));
    return read;
}

} // namespace emilia::library
