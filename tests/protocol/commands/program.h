#pragma once

// Runs the real program in its own process and talks to it through pipes.

#include "tests/locations.h"
#include "tests/system/process.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia::testing {

/// The words of a command line.
using Words = std::vector<std::string>;

/// The result of a finished process.
struct Finished {
    int status = 0;     ///< its exit status, or 128 and the signal that killed it
    std::string output; ///< without the lines that were read before
    std::string errors;
};

class Program {
public:
    using Reader = Process::Reader;

    /// Starts the program `path`, by default Emilia. If the reader of its standard output is gone,
    /// it can write nothing from the start. Throws std::system_error if that fails.
    explicit Program(const Words& arguments, const std::string& path = program_path(),
                     Reader reader = Reader::here);

    /// Writes to its standard input. If the program no longer reads it, the text is lost.
    void send(std::string_view text) { process_.send(text); }
    /// Ends its standard input.
    void close_input() noexcept { process_.close_input(); }
    /// Stops reading its standard output.
    void close_output() noexcept { process_.close_output(); }

    /// Returns the next line of its standard output without the line feed, or none at the end.
    /// Throws std::runtime_error if a minute passes without any output.
    [[nodiscard]] std::optional<std::string> read_line();

    /// Waits until it has written `text` to its standard error, with the same time limit.
    void wait_for_errors(std::string_view text);

    /// Waits until it closes its output and exits, with the same time limit. Does not close its
    /// input.
    [[nodiscard]] Finished finish();

    /// Returns its resident memory in kilobytes.
    [[nodiscard]] std::size_t memory() const { return process_.memory(); }

private:
    void wait_for_output();

    Process process_;
    std::string output_;   ///< received so far
    std::size_t read_ = 0; ///< characters of it that `read_line` has returned
    std::string errors_;
};

/// Runs a program to its end with `input` on its standard input.
[[nodiscard]] Finished run_program(const Words& arguments, std::string_view input = {},
                                   const std::string& path = program_path());

/// Runs one of Emilia's commands: `book`, `convert`, …
[[nodiscard]] Finished run_command(const std::string& command, const Words& words);

/// Runs the program with each of these command lines, of which none is right. Checks that each run
/// ends with `status` and one line of error. Returns them as a terminal would show them.
[[nodiscard]] std::string refusals(const std::vector<Words>& command_lines, int status);

/// Runs a command line of the Unix shell in which `"$0"` is Emilia.
[[nodiscard]] Finished run_shell(const std::string& line);

[[nodiscard]] inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// Splits a text into lines without their line feeds. The last line may lack one.
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);

} // namespace emilia::testing
