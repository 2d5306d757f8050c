#include "engine/base/bytes.h"
#include "tests/fuzz/book_check.h"
#include "tests/fuzz/checksummed.h"

using namespace emilia;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto book = decode_book(fuzz::as_text(data, size));
    if (book) {
        fuzz::check_book(*book);
    } else {
        fuzz::check_message(book.error());
    }
    return 0;
}

/// Usually changes the unpacked body, sometimes the packed bytes, rarely any byte of the file.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
    constexpr std::size_t max_body = 4096;
    const std::string_view file = fuzz::as_text(data, size);
    if (size < fuzz::checksummed_header || seed % 16 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    const std::string_view packed = file.substr(fuzz::checksummed_header);
    const auto body = unpack(packed, max_body);
    const std::string changed = body && seed % 16 < 14 ? pack(fuzz::mutated(*body, max_body), 1)
                                                       : fuzz::mutated(packed, max_body);
    return fuzz::put_back(fuzz::with_checksum(file, changed), data, max_size);
}
