#pragma once

// Output for people at a terminal: text and progress that overwrite themselves, and paragraphs
// wrapped to its width.

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// Whether standard output is a terminal with colours and NO_COLOR (https://no-color.org) is unset.
[[nodiscard]] bool output_has_colors() noexcept;

/// Whether a person types the input and reads the output: both are terminals.
[[nodiscard]] bool at_terminal() noexcept;

/// A table as it fits the terminal: each line is cut off at the width. If standard output is no
/// terminal, nothing is cut.
[[nodiscard]] std::string fitted(std::string_view table);

/// Text on standard output that replaces the text shown before. If standard output is not a
/// terminal, only the last text is written.
class LiveText {
public:
    LiveText() noexcept;
    [[nodiscard]] bool is_live() const noexcept { return live_; }
    /// Replaces the shown lines; cuts each off at the terminal's width.
    void show(std::string_view text);
    /// Writes the last text in full.
    void finish(std::string_view text);

private:
    void erase();
    bool live_;
    int lines_ = 0; ///< number of lines on the terminal
};

/// One line of progress on standard error that overwrites itself. If standard error is not a
/// terminal, it writes nothing, or a plain line at intervals.
class ProgressLine {
public:
    using Clock = std::chrono::steady_clock;
    /// `plain_every` is the time between plain lines; without it there are none.
    explicit ProgressLine(std::optional<Clock::duration> plain_every = {}) noexcept;
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    [[nodiscard]] bool on_terminal() const noexcept { return on_terminal_; }
    void show(std::string_view text);
    void clear();

private:
    void show_plainly(std::string_view text);

    bool on_terminal_;
    bool shown_ = false;
    std::optional<Clock::duration> plain_every_;
    Clock::time_point last_plain_;
};

/// What a job counts, and what ends it.
struct JobExtent {
    std::optional<std::size_t> total;   ///< units to do; none if only time or Ctrl-C ends the job
    std::string unit;                   ///< what is counted, in the singular: `game`
    std::optional<double> seconds = {}; ///< limit of the job's time
};

/// Shows the progress of a long job: how much is done, the rate and the time left. On a terminal it
/// overwrites one line on standard error; elsewhere it prints a new line every half minute. Only
/// the thread that owns the object may call it.
class JobProgress {
public:
    JobProgress(std::optional<std::size_t> total, std::string unit,
                std::optional<double> seconds = {})
        : extent_{total, std::move(unit), seconds} {}

    /// There is more or less to do than was known before.
    void expect(std::size_t total) { extent_.total = total; }
    /// Shows that `done` units are done. It costs little to call this often.
    void show(std::size_t done);
    /// Removes the line from the terminal.
    void clear() { line_.clear(); }

private:
    using Clock = std::chrono::steady_clock;
    JobExtent extent_;
    ProgressLine line_{std::chrono::seconds(30)};
    Clock::time_point start_ = Clock::now();
};

/// `1,200 of 8,300 games, 310 games/s, 0:23 left`. It leaves out what is not known: the total, the
/// rate before the first unit is done, and the time left if nothing limits the job.
[[nodiscard]] std::string job_progress_text(const JobExtent& extent, std::size_t done,
                                            double seconds);

/// Fills the lines of each paragraph up to the 80 columns of a terminal. A paragraph ends at an
/// empty line or before an indented one; indented lines stay as they are.
[[nodiscard]] std::string wrapped(std::string_view text);

} // namespace emilia
