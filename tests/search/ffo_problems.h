#pragma once

// The FFO endgame problems, with published scores of every move.

#include "engine/notation/obf.h"
#include "tests/catch.h"

#include <fstream>
#include <string>
#include <vector>

namespace emilia::testing {

/// The problems of a file in tests/data/ffo.
[[nodiscard]] inline std::vector<Problem> ffo_problems(const std::string& file) {
    std::ifstream lines(EMILIA_TEST_DATA "/ffo/" + file);
    std::vector<Problem> found;
    for (std::string line; std::getline(lines, line);) {
        if (!is_obf_comment(line)) found.push_back(parse_obf(line).value());
    }
    REQUIRE_FALSE(found.empty());
    return found;
}

} // namespace emilia::testing
