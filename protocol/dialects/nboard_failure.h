#pragma once

#include <istream>
#include <ostream>
#include <string_view>

namespace emilia {

/// Tells NBoard why its engine could not start. NBoard says nothing about an engine that ends, so
/// this shows `message` in its status line, again for each request, and returns at the end of the
/// input. For any other client it returns soon: after two seconds without input, and as soon as the
/// input shows that it is not NBoard, whose games are signed `PC[NBoard]`. `input` must live as
/// long as the program (see CommandQueue).
void show_failure_in_nboard(std::string_view message, std::istream& input, std::ostream& output);

} // namespace emilia
