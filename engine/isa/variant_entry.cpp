// The only symbol of a variant that the rest of the program sees. CMake gives it its name.

#include "engine/isa/variant_table.h"

extern "C" const emilia::Variant* EMILIA_VARIANT_ENTRY() noexcept {
    return &emilia::variant_table;
}
