// The variables of a build with EMILIA_TUNABLE.

#include "engine/base/constants.h"

namespace emilia {
namespace constants {

#define EMILIA_CONSTANT(name, value, ...) int name = value;
EMILIA_CONSTANTS(EMILIA_CONSTANT)
#undef EMILIA_CONSTANT

} // namespace constants

bool set_constant(std::string_view name, int value) noexcept {
#define EMILIA_CONSTANT(name, ...) &constants::name,
    constexpr std::array variables = {EMILIA_CONSTANTS(EMILIA_CONSTANT)};
#undef EMILIA_CONSTANT
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const Constant& constant = all_constants[i];
        if (constant.name != name) continue;
        if (value < constant.least || value > constant.greatest) return false;
        *variables[i] = value;
        return true;
    }
    return false;
}

} // namespace emilia
