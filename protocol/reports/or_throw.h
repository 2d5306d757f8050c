#pragma once

// Turns the errors of files, which are messages, into exceptions, for callers that can do nothing
// about them.

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <tl/expected.hpp>

namespace emilia {

/// Returns the value of `result`. Throws std::runtime_error with its message if it is an error.
template <typename Value>
Value or_throw(tl::expected<Value, std::string> result) {
    if (!result) throw std::runtime_error(result.error());
    if constexpr (!std::is_void_v<Value>) return std::move(*result);
}

} // namespace emilia
