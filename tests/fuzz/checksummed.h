#pragma once

// Helps to fuzz files that begin with 8 bytes of magic, a version and a checksum of the rest.
// Without a correct checksum, an input is refused before the rest is parsed.

#include "engine/base/bytes.h"
#include "tests/fuzz/fuzz.h"

#include <string>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace emilia::fuzz {

inline constexpr std::size_t checksummed_header = 16;

/// Replaces the body of `file` and corrects the checksum.
[[nodiscard]] inline std::string with_checksum(std::string_view file, std::string_view body) {
    std::string changed(file.substr(0, checksummed_header - sizeof(std::uint32_t)));
    put(changed, checksum(body));
    return changed.append(body);
}

/// Lets libFuzzer change `bytes`, which may grow to `max_size`.
[[nodiscard]] inline std::string mutated(std::string_view bytes, std::size_t max_size) {
    std::string changed(bytes.substr(0, max_size));
    const std::size_t size = changed.size();
    changed.resize(max_size);
    changed.resize(
        LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(changed.data()), size, max_size));
    return changed;
}

/// Copies a file into an input buffer of `max_size` bytes; the rest of a longer file is cut off.
[[nodiscard]] inline std::size_t put_back(std::string_view file, std::uint8_t* data,
                                          std::size_t max_size) noexcept {
    const std::string_view kept = file.substr(0, max_size);
    std::copy(kept.begin(), kept.end(), data);
    return kept.size();
}

} // namespace emilia::fuzz
