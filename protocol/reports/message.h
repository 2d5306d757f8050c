#pragma once

#include <string>
#include <string_view>

namespace emilia {

/// Prints a message, such as an error, as a line on standard error that begins with the program's
/// name. Control characters, for example of a file's name, are escaped.
void print_message(std::string_view message);

/// Prints that the program waits for another one to finish writing in `folder`.
void tell_wait(const std::string& folder);

} // namespace emilia
