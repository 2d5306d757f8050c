#pragma once

// Errors at the border of the library: no exception crosses it. A function's body runs inside
// `guarded`, which turns whatever it throws into a status and a message.

#include "protocol/library/include/emilia/emilia.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace emilia::library {

/// What a caller did wrong, or what failed.
class Failure : public std::runtime_error {
public:
    Failure(emilia_status status, const std::string& message)
        : std::runtime_error(message), status_(status) {}
    [[nodiscard]] emilia_status status() const noexcept { return status_; }

private:
    emilia_status status_;
};

/// Remembers the message for `emilia_message` in this thread and returns `status`. Control
/// characters, for example of a file's name, are escaped. Without memory for this it is
/// EMILIA_OUT_OF_MEMORY.
[[nodiscard]] emilia_status fail(emilia_status status, std::string_view message) noexcept;

/// Turns the exception that is being handled into a status and a message.
[[nodiscard]] emilia_status fail_as_thrown() noexcept;

template <typename Body>
[[nodiscard]] emilia_status guarded(const Body& body) noexcept {
    try {
        body();
        return EMILIA_OK;
    } catch (...) {
        return fail_as_thrown();
    }
}

/// Throws a Failure that names the argument if it is null.
void require(const void* argument, const char* name);

} // namespace emilia::library
