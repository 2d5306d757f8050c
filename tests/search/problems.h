#pragma once

// Problems with known scores: the FFO endgame test, and positions of tournament games.

#include "engine/notation/formats/obf.h"
#include "tests/catch.h"
#include "tests/locations.h"

#include <fstream>
#include <string>
#include <vector>

namespace emilia::testing {

/// The problems of a file in tests/data.
[[nodiscard]] inline std::vector<Problem> problems_of(const std::string& file) {
    std::ifstream lines(testing::data_path(file));
    std::vector<Problem> found;
    for (std::string line; std::getline(lines, line);) {
        if (!is_obf_comment(line)) found.push_back(parse_obf(line).value());
    }
    REQUIRE_FALSE(found.empty());
    return found;
}

} // namespace emilia::testing
