#include "protocol/commands/lost_output.h"

#include "engine/system/standard_streams.h"

#include <iostream>

namespace emilia {

EndsWithItsOutput::EndsWithItsOutput() {
    std::cout.exceptions(std::ios::badbit);
}

EndsWithItsOutput::~EndsWithItsOutput() {
    std::cout.exceptions(std::ios::goodbit);
}

ExitStatus report_lost_output() {
    if (output_reader_has_gone()) {
        end_without_reader();
        return ExitStatus::failed;
    }
    std::cerr << "emilia: cannot write to standard output\n";
    return ExitStatus::failed;
}

} // namespace emilia
