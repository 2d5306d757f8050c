#pragma once

// The two ends of a conversation: commands in, replies out, and a log of both.

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
    /// `log_file` empty: no log. Throws std::runtime_error if it can't be written.
    Dialogue(std::istream& input, std::ostream& output, const std::string& log_file);

    /// The next command; none when the input has ended or nobody reads the output any more.
    [[nodiscard]] std::optional<std::string> next();

    /// Whether there is no more to come: the input has been read, or the output has lost its
    /// reader.
    [[nodiscard]] bool ended() const { return queue_.ended() || lost(); }

    /// Writes one line (or several, with line feeds within) and flushes it. What is not printable
    /// ASCII becomes `?`: some clients die of it. From any thread.
    void reply(std::string_view line);

    /// The sign sets `stop` while the result lives.
    [[nodiscard]] CommandQueue::Watch watch(std::atomic<bool>& stop,
                                            CommandQueue::Sign sign = CommandQueue::Sign::any) {
        return {queue_, stop, sign};
    }

private:
    [[nodiscard]] bool lost() const;
    void log(std::string_view direction, std::string_view text);

    CommandQueue queue_;
    mutable std::mutex writing_; ///< of the output and the log
    std::ostream& output_;
    std::ofstream log_;
};

} // namespace emilia
