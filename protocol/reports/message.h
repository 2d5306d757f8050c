#pragma once

// What the program says about itself: its version, messages on standard error, and errors as
// exceptions.

#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <tl/expected.hpp>

namespace emilia {

/// The version number of the program, such as `0.1.0`.
[[nodiscard]] std::string_view program_version() noexcept;

/// Prints a message, such as an error, as a line on standard error that begins with the program's
/// name. Control characters, for example of a file's name, are escaped.
void print_message(std::string_view message);

/// Prints that the program waits for another one to finish writing in `folder`.
void tell_wait(const std::string& folder);

/// Returns the value of `result`. Throws std::runtime_error with its message if it is an error: for
/// callers that can do nothing about the errors of files.
template <typename Value>
Value or_throw(tl::expected<Value, std::string> result) {
    if (!result) throw std::runtime_error(result.error());
    if constexpr (!std::is_void_v<Value>) return std::move(*result);
}

} // namespace emilia
