#include "protocol/reports/version.h"

namespace emilia {

std::string_view program_version() noexcept {
    return EMILIA_VERSION;
}

} // namespace emilia
