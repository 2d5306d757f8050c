#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace emilia {

/// Whether standard output is a terminal that understands colours, and the user wants them
/// (https://no-color.org).
[[nodiscard]] bool output_has_colors() noexcept;

/// Text on standard output that takes the place of what was shown before. Where standard output is
/// no terminal only the last text is written.
class LiveText {
public:
    LiveText() noexcept;
    [[nodiscard]] bool is_live() const noexcept { return live_; }
    /// Shows lines, cut off at the terminal's edge, in the place of the ones before.
    void show(std::string_view text);
    /// The last text, in full.
    void finish(std::string_view text);

private:
    void erase();
    bool live_;
    int lines_ = 0; ///< on the terminal
};

/// One line of progress on standard error that overwrites itself. Where standard error is not a
/// terminal: nothing, or a plain line now and then.
class ProgressLine {
public:
    using Clock = std::chrono::steady_clock;
    /// `plain_every`: the time between two plain lines.
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
