#pragma once

// What the program says: its version, texts on standard output, messages on standard error, and
// errors as exceptions.

#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <tl/expected.hpp>

namespace emilia {

/// The version number of the program, such as `0.1.0`.
[[nodiscard]] std::string_view program_version() noexcept;

/// Prints a text on standard output.
template <typename... Values>
void print(fmt::format_string<const Values&...> text, const Values&... values) {
    std::cout << fmt::format(text, values...);
}

/// Prints a message, such as an error, as a line on standard error that begins with the program's
/// name. Control characters, for example of a file's name, are escaped.
void print_message(std::string_view message);
template <typename... Values>
requires(sizeof...(Values) > 0) void print_message(fmt::format_string<const Values&...> message,
                                                   const Values&... values) {
    print_message(fmt::format(message, values...));
}

/// Throws std::runtime_error with the message.
template <typename... Values>
[[noreturn]] void fail(fmt::format_string<const Values&...> message, const Values&... values) {
    throw std::runtime_error(fmt::format(message, values...));
}

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
