#pragma once

// Files of problems: boards with the scores of their moves, where known (engine/notation/obf.h).

#include "engine/notation/formats/obf.h"

#include <string>
#include <vector>

namespace emilia {

struct NumberedProblem {
    int id; ///< counted from 1 over the file's problems, unreadable ones too
    Problem problem;
};

struct ProblemFile {
    std::vector<NumberedProblem> problems;
    std::vector<std::string> bad_lines; ///< what is wrong with them, with file and line
};

/// Throws std::runtime_error where the file can't be read or holds no problems at all.
[[nodiscard]] ProblemFile read_problems(const std::string& path);

} // namespace emilia
