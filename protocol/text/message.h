#pragma once

#include <string_view>

namespace emilia {

/// Prints a message, such as an error, as a line on standard error that begins with the program's
/// name. Control characters, for example of a file's name, are escaped.
void print_message(std::string_view message);

} // namespace emilia
