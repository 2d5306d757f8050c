#pragma once

// The program's commands: `emilia`, `emilia analyze`, `emilia solve` and so on.

#include <string>
#include <vector>

namespace emilia {

using Arguments = std::vector<std::string>;

/// What the program returns to the shell.
enum class ExitStatus : int { ok = 0, failed = 1, usage = 2, interrupted = 130 };

[[nodiscard]] ExitStatus run_protocol(const Arguments& arguments);
[[nodiscard]] ExitStatus run_analyze(const Arguments& arguments);
[[nodiscard]] ExitStatus run_solve(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book(const Arguments& arguments);
[[nodiscard]] ExitStatus run_convert(const Arguments& arguments);
[[nodiscard]] ExitStatus run_literature(const Arguments& arguments);
[[nodiscard]] ExitStatus run_selfplay(const Arguments& arguments);
[[nodiscard]] ExitStatus run_perft(const Arguments& arguments);
[[nodiscard]] ExitStatus run_label(const Arguments& arguments);
[[nodiscard]] ExitStatus run_train(const Arguments& arguments);
[[nodiscard]] ExitStatus run_calibrate(const Arguments& arguments);
[[nodiscard]] ExitStatus run_evaluate(const Arguments& arguments);
[[nodiscard]] ExitStatus run_bench(const Arguments& arguments);

/// Runs what the command line asks for, and turns every error into one line on standard error and
/// a status.
[[nodiscard]] ExitStatus run_command_line(const Arguments& arguments) noexcept;

} // namespace emilia
