#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace emilia {

/// Why a text could not be parsed. `message` is shown to users: one clause in lower case, without a
/// full stop, that says what was found and what was expected. `offset` is the byte of the error.
struct ParseError {
    std::string message;
    std::size_t offset = 0;
};

template <typename Value>
using Parsed = tl::expected<Value, ParseError>;

/// Makes the result of a failed parse: `return parse_failure("…", offset);`.
[[nodiscard]] inline tl::unexpected<ParseError> parse_failure(std::string message,
                                                              std::size_t offset = 0) {
    return tl::unexpected<ParseError>(ParseError{std::move(message), offset});
}

} // namespace emilia
