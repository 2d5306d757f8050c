#pragma once

// Standard input, output and error: files, pipes or a terminal.

#include <cstddef>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

namespace emilia {

enum class StandardStream { input = 0, output = 1, error = 2 };

/// Call it first in `main`, before anything is read, written or opened. Afterwards text passes
/// unchanged, a terminal reads and shows UTF-8, a stream that was closed is no file that is opened
/// later, and a write that fails is an error that ends nothing: when the reader of the output goes
/// away, a job still saves its results.
void prepare_standard_streams();

/// Whether a terminal is at the other end of the stream.
[[nodiscard]] bool is_terminal(StandardStream stream) noexcept;

/// Whether that terminal moves its cursor and changes its colours on ANSI escape sequences.
[[nodiscard]] bool obeys_escapes(StandardStream stream) noexcept;

/// The width of the terminal of standard output; 80 if it is unknown.
[[nodiscard]] std::size_t terminal_columns() noexcept;

/// Whether the stream goes to the file `path`, so that writing `path` would spoil it. Terminals and
/// other devices can't be spoiled, nor can standard error in a pipe.
[[nodiscard]] bool suffers_from(const std::string& path, StandardStream stream);

/// Whether standard output is a pipe whose reader has gone. Ask after a write has failed.
[[nodiscard]] bool output_reader_has_gone() noexcept;

/// Ends the process as the system ends others that write to such a pipe; returns where the system
/// has no custom for it.
void end_without_reader() noexcept;

/// The path that stands for standard input in `open_input`.
[[nodiscard]] std::string standard_input_path();

/// Opens a file, or standard input, to read its bytes. If that fails, the stream's state says so,
/// and errno why.
[[nodiscard]] std::unique_ptr<std::istream> open_input(const std::string& path);

} // namespace emilia
