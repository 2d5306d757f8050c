// CMake defines EMILIA_VERSION.

#include "protocol/reports/message.h"

#include "engine/base/text.h"

namespace emilia {

std::string_view program_version() noexcept {
    return EMILIA_VERSION;
}

void print_message(std::string_view message) {
    std::cerr << "emilia: " + printable(message) + '\n';
}

void tell_wait(const std::string& folder) {
    print_message("waiting for another program that has locked the folder '{}'", folder);
}

} // namespace emilia
