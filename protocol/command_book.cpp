#include "protocol/command_book.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <string_view>

#include <fmt/format.h>

namespace emilia {
namespace {

struct Command {
    std::string_view name;
    ExitStatus (*run)(const Arguments& arguments);
};

constexpr auto commands = std::to_array<Command>({
    {"build", run_book_build},
});

constexpr std::string_view usage =
    R"(emilia book COMMAND: the opening book.

  emilia book build --book FILE     grow a book, best-first; Ctrl-C ends it, the same command goes on

  emilia book COMMAND --help        the options and examples of each
)";

} // namespace

ExitStatus run_book(const Arguments& arguments) {
    const std::string first = arguments.empty() ? "" : arguments.front();
    for (const Command& command : commands) {
        if (first == command.name) return command.run({arguments.begin() + 1, arguments.end()});
    }
    if (first == "help" || first == "--help" || first == "-h") {
        std::cout << usage;
        return ExitStatus::ok;
    }
    std::string names;
    for (const Command& command : commands) {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", command.name);
    }
    throw UsageError(first.empty() ? fmt::format("book needs a command: {}", names)
                                   : fmt::format("book has no command '{}', only {}", first, names));
}

} // namespace emilia
