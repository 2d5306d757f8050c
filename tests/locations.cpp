#include "tests/locations.h"

namespace emilia::testing {

std::string program_path() {
    return EMILIA_PROGRAM;
}

std::string data_path(const std::string& name) {
    return EMILIA_TEST_DATA "/" + name;
}

std::string transcripts_path() {
    return EMILIA_TRANSCRIPTS;
}

} // namespace emilia::testing
