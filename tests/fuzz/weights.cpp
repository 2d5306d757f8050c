#include "engine/eval/weights.h"

#include "tests/fuzz/checksummed.h"

using namespace emilia;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto weights = decode_weights(fuzz::as_text(data, size));
    if (!weights) fuzz::check_message(weights.error());
    return 0;
}

/// Usually keeps the description of the patterns, because any change to it is refused at once.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
    const std::string_view file = fuzz::as_text(data, size);
    std::string_view body = file.substr(std::min(size, fuzz::checksummed_header));
    std::string_view rest = body;
    std::uint32_t length = 0;
    const bool whole = take(rest, length) && length <= rest.size();
    if (!whole || seed % 16 == 0) return LLVMFuzzerMutate(data, size, max_size);
    const std::size_t kept = seed % 16 == 1 ? 0 : sizeof length + length;
    const std::string changed =
        std::string(body.substr(0, kept))
        + fuzz::mutated(body.substr(kept),
                        max_size - std::min(max_size, fuzz::checksummed_header + kept));
    return fuzz::put_back(fuzz::with_checksum(file, changed), data, max_size);
}
