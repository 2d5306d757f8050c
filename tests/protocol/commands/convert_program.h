#pragma once

#include "tests/locations.h"
#include "tests/protocol/commands/program.h"

#include <string>
#include <vector>

namespace emilia::testing {

inline const std::string base_of_1978 = data_path("wthor/WTH_1978.wtb");

inline Finished convert(const Words& words) {
    return run_command("convert", words);
}

} // namespace emilia::testing
