#pragma once

// The words of a command line, and the error for a mistake in them.

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

using Arguments = std::vector<std::string>;

/// A mistake in the command line. The program prints the message on standard error and exits with
/// status 2.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;

    /// Each command that the error passes through on its way out adds its name in front.
    void add_command(std::string_view name) {
        command_.insert(0, command_.empty() ? std::string(name) : std::string(name) + ' ');
    }

    /// The command that was used wrongly, such as `book probe`; empty: the program itself.
    [[nodiscard]] const std::string& command() const noexcept { return command_; }

private:
    std::string command_;
};

} // namespace emilia
