#pragma once

#include <string_view>

namespace emilia {

/// One line of progress on standard error that overwrites itself; silent where standard error is
/// not a terminal.
class ProgressLine {
public:
    ProgressLine() noexcept;
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    [[nodiscard]] bool on_terminal() const noexcept { return on_terminal_; }
    void show(std::string_view text);
    void clear();

private:
    bool on_terminal_;
    bool shown_ = false;
};

} // namespace emilia
