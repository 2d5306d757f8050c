#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace emilia {

/// Whether standard output is a terminal with colours and NO_COLOR (https://no-color.org) is unset.
[[nodiscard]] bool output_has_colors() noexcept;

/// Whether a person types the input and reads the output: both are terminals.
[[nodiscard]] bool at_terminal() noexcept;

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

} // namespace emilia
