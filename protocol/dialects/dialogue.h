#pragma once

// Reads commands, writes replies, and logs both.

#include "protocol/dialects/command_queue.h"
#include "protocol/reports/dialogue_log.h"

#include <atomic>
#include <chrono>
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
    /// The same, but waits no longer than `patience`; then it returns none, too.
    [[nodiscard]] std::optional<std::string> next(std::chrono::milliseconds patience);

    /// Returns whether all of the input has been read, or nobody reads the output any more. Some
    /// commands may still be waiting in the queue.
    [[nodiscard]] bool ended() const { return queue_.ended() || lost(); }

    /// Writes one line, or several with line feeds between them, and flushes the output. Characters
    /// that are not printable ASCII become `?`, because some clients crash on them. Any thread may
    /// call this.
    void reply(std::string_view line);

    /// See CommandQueue.
    void wait(CommandQueue::Sign sign, const std::atomic<bool>& done) { queue_.wait(sign, done); }
    void notify() { queue_.notify(); }

private:
    [[nodiscard]] bool lost() const;
    [[nodiscard]] std::optional<std::string> logged(std::optional<std::string> line);

    mutable std::mutex writing_; ///< guards the output and the log
    std::ostream& output_;
    DialogueLog log_;
    CommandQueue queue_; ///< last, because it begins to read
};

} // namespace emilia
