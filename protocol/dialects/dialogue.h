#pragma once

// Reads commands, writes replies, and logs both.

#include "protocol/dialects/command_queue.h"

#include <atomic>
#include <fstream>
#include <istream>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace emilia {

class Dialogue {
public:
    /// An empty `log_file` means no log. Throws std::runtime_error if it can't be opened. If it
    /// can't be written later, the dialogue goes on without it, after a message on standard error.
    Dialogue(std::istream& input, std::ostream& output, const std::string& log_file);

    /// Waits for the next command. Returns none at the end of the input, or when nobody reads the
    /// output any more.
    [[nodiscard]] std::optional<std::string> next();

    /// Returns whether all of the input has been read, or nobody reads the output any more. Some
    /// commands may still be waiting in the queue.
    [[nodiscard]] bool ended() const { return queue_.ended() || lost(); }

    /// Writes one line, or several with line feeds between them, and flushes the output. Characters
    /// that are not printable ASCII become `?`, because some clients crash on them. Any thread may
    /// call this.
    void reply(std::string_view line);

    /// While the result lives, `sign` sets `stop` (see CommandQueue::Watch).
    [[nodiscard]] CommandQueue::Watch watch(std::atomic<bool>& stop,
                                            CommandQueue::Sign sign = CommandQueue::Sign::any) {
        return {queue_, stop, sign};
    }

private:
    [[nodiscard]] bool lost() const;
    void log(std::string_view direction, std::string_view text);

    CommandQueue queue_;
    mutable std::mutex writing_; ///< guards the output and the log
    std::ostream& output_;
    const std::string log_file_;
    std::ofstream log_;
};

} // namespace emilia
