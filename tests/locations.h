#pragma once

// Where the tests find the program and their data. Only locations.cpp knows the paths of a build.

#include <string>

namespace emilia::testing {

/// The path of the `emilia` that is tested.
[[nodiscard]] std::string program_path();

/// The path of a file or folder of the tests, such as `bench.signature`.
[[nodiscard]] std::string tests_path(const std::string& name);

/// The path of a file or folder of tests/data, such as `wthor/WTH_1978.wtb`.
[[nodiscard]] std::string data_path(const std::string& name);

/// The folder of the dialogues that the dialects are tested with.
[[nodiscard]] std::string transcripts_path();

} // namespace emilia::testing
