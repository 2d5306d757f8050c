#pragma once

// For files that begin with 8 bytes of their kind, a version and a checksum of all that follows:
// an input with a wrong one would be refused before anything of it is read.

#include "engine/base/bytes.h"
#include "tests/fuzz/fuzz.h"

#include <string>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace emilia::fuzz {

inline constexpr std::size_t checksummed_header = 16;

/// The file with this body and the checksum that belongs to it.
[[nodiscard]] inline std::string with_checksum(std::string_view file, std::string_view body) {
    std::string changed(file.substr(0, checksummed_header - sizeof(std::uint32_t)));
    put(changed, checksum(body));
    return changed.append(body);
}

/// Bytes changed by libFuzzer, which may become so many.
[[nodiscard]] inline std::string mutated(std::string_view bytes, std::size_t most) {
    std::string changed(bytes.substr(0, most));
    const std::size_t size = changed.size();
    changed.resize(most);
    changed.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(changed.data()), size, most));
    return changed;
}

/// Puts a file in the place of an input; one that is too long is cut off.
[[nodiscard]] inline std::size_t put_back(std::string_view file, std::uint8_t* data,
                                          std::size_t most) noexcept {
    const std::string_view kept = file.substr(0, most);
    std::copy(kept.begin(), kept.end(), data);
    return kept.size();
}

} // namespace emilia::fuzz
