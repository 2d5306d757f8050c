#pragma once

// Files of test problems: one OBF line per problem (engine/notation/formats/obf.h).

#include "engine/notation/formats/obf.h"

#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace emilia {

struct NumberedProblem {
    int id; ///< counts the file's problems from 1, including those that cannot be parsed
    Problem problem;
};

struct ProblemFile {
    std::vector<NumberedProblem> problems;
    std::vector<std::string> bad_lines; ///< a message with file and line for each bad line
};

/// Fails if the file cannot be read or has neither problems nor bad lines.
[[nodiscard]] tl::expected<ProblemFile, std::string> read_problems(const std::string& path);

} // namespace emilia
