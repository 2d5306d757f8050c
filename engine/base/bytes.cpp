#include "engine/base/bytes.h"

#include <boost/crc.hpp>

namespace emilia {

std::uint32_t checksum(std::string_view bytes) noexcept {
    boost::crc_32_type crc;
    crc.process_bytes(bytes.data(), bytes.size());
    return crc.checksum();
}

} // namespace emilia
