#include "tests/locations.h"

namespace emilia::testing {

std::string program_path() {
    return EMILIA_PROGRAM;
}

std::string tests_path(const std::string& name) {
    return EMILIA_TESTS "/" + name;
}

std::string data_path(const std::string& name) {
    return tests_path("data/" + name);
}

std::string transcripts_path() {
    return tests_path("protocol/dialects/transcripts");
}

} // namespace emilia::testing
