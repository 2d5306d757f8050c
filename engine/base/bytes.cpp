#include "engine/base/bytes.h"

#include <new>

#include <boost/crc.hpp>
#include <zstd.h>
#include <zstd_errors.h>

namespace emilia {

std::uint32_t checksum(std::string_view bytes) noexcept {
    boost::crc_32_type crc;
    crc.process_bytes(bytes.data(), bytes.size());
    return crc.checksum();
}

std::string pack(std::string_view bytes, int level) {
    std::string packed(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size =
        ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), level);
    if (ZSTD_isError(size) != 0U) throw std::bad_alloc();
    packed.resize(size);
    return packed;
}

std::optional<std::string> unpack(std::string_view packed, std::size_t most_bytes) {
    const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > most_bytes) {
        return std::nullopt;
    }
    std::string bytes(static_cast<std::size_t>(size), '\0');
    const std::size_t unpacked =
        ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
    if (ZSTD_getErrorCode(unpacked) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (unpacked != bytes.size()) return std::nullopt;
    return bytes;
}

} // namespace emilia
