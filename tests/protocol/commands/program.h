#pragma once

// The real program, run as its users run it: a process of its own, spoken to through pipes.
// POSIX only.

#include "tests/locations.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia::testing {

/// What a process left behind.
struct Finished {
    int status = 0;     ///< its exit status, or 128 and the signal that killed it
    std::string output; ///< what nobody has read before
    std::string errors;
};

class Program {
public:
    /// Starts `path`, Emilia unless told otherwise. Throws std::system_error if it can't.
    explicit Program(const std::vector<std::string>& arguments,
                     const std::string& path = program_path());
    /// Kills the process if it still runs.
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    /// Writes to its standard input; in vain where it reads no more.
    void send(std::string_view text);
    /// The end of its standard input.
    void close_input() noexcept;
    /// Nobody reads its standard output any more.
    void close_output() noexcept;

    /// The next line of its standard output without the line feed; none at the end. Throws
    /// std::runtime_error if a minute passes without any output.
    [[nodiscard]] std::optional<std::string> read_line();

    /// Waits until it closes its output and exits; the same minute applies. Does not close its
    /// input.
    [[nodiscard]] Finished finish();

    /// Kilobytes of memory that it has touched and not given back. Linux only.
    [[nodiscard]] long memory() const;

private:
    /// One of the program's output streams.
    struct Stream {
        int descriptor = -1;  ///< −1: ended
        std::string text;     ///< what has come
        std::size_t read = 0; ///< of it by `read_line`
    };
    static void take_what_has_come(Stream& stream);

    /// Waits for output on either stream.
    void wait_for_output();

    int process_ = -1; ///< −1: gone
    int input_ = -1;
    Stream output_;
    Stream errors_;
};

/// Runs a program from start to end with `input` on its standard input.
[[nodiscard]] Finished run_program(const std::vector<std::string>& arguments,
                                   std::string_view input = {},
                                   const std::string& path = program_path());

/// The same of one of Emilia's commands: `book`, `convert`, …
[[nodiscard]] Finished run_command(const std::string& command,
                                   const std::vector<std::string>& words);

/// Runs a line of shell in which `"$0"` is Emilia.
[[nodiscard]] Finished run_shell(const std::string& line);

[[nodiscard]] inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// The lines of a text without their line feeds; what follows the last one counts if it is not
/// empty.
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);

} // namespace emilia::testing
