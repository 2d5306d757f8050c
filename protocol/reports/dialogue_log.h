#pragma once

// The log of a dialogue with another program: each line with its time and direction, appended to a
// file that holds nothing but such a log.

#include <fstream>
#include <string>
#include <string_view>

namespace emilia {

/// For use by one thread at a time.
class DialogueLog {
public:
    /// An empty `file` means no log. Throws std::runtime_error if it can't be opened or holds
    /// something else. If it can't be written later, the dialogue continues without it, after a
    /// message on standard error.
    explicit DialogueLog(const std::string& file);

    [[nodiscard]] bool is_open() const { return log_.is_open(); }

    /// Adds `text`, of one line or several, with the time and `direction`, such as `"> "`, in
    /// front.
    void add(std::string_view direction, std::string_view text);

private:
    const std::string file_;
    std::ofstream log_;
};

} // namespace emilia
