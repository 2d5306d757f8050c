#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace emilia {

/// Why a text could not be read. `message` is one clause in lower case without a full stop, names
/// what was found and what is wanted, and is fit to be shown to a person; `offset` is the byte at
/// which it went wrong.
struct ParseError {
    std::string message;
    std::size_t offset = 0;
};

template <typename Value>
using Parsed = tl::expected<Value, ParseError>;

/// What a reader returns where it fails: `return parse_failure("…", offset);`.
[[nodiscard]] inline tl::unexpected<ParseError> parse_failure(std::string message,
                                                              std::size_t offset = 0) {
    return tl::unexpected<ParseError>(ParseError{std::move(message), offset});
}

} // namespace emilia
