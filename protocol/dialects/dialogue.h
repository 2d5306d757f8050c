#pragma once

// The lines of a client: a thread of its own reads commands, so that they arrive while a search
// runs; replies are written and both are logged. The queue is limited: when it is full, reading
// pauses and the client has to wait.

#include "protocol/reports/dialogue_log.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <istream>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace emilia {

/// In bytes. The rest of a longer line is dropped; no dialect has commands of this length.
inline constexpr std::size_t longest_line = std::size_t{1} << 20;

/// Reads the next line without its end, shortened if it is too long. Returns false at the end of
/// the input, or at an error.
[[nodiscard]] bool read_line(std::istream& input, std::string& line);

class CommandQueue {
public:
    /// Starts to read `input`. The reading thread lives until the input ends, perhaps longer than
    /// this object, and `input` must live as long as that thread. Throws std::system_error if the
    /// thread can't be started.
    explicit CommandQueue(std::istream& input);

    /// Waits for the next line, if there is a `patience` no longer than that, and returns it
    /// without its end (LF or CRLF); none when the input or the patience has ended. After the last
    /// line it throws what the reading thread has thrown: std::bad_alloc.
    [[nodiscard]] std::optional<std::string>
    next(std::optional<std::chrono::milliseconds> patience = {});

    /// Returns whether all of the input has been read. Lines may still be waiting in the queue.
    [[nodiscard]] bool ended() const;

    /// What ends `wait`.
    enum class Sign {
        any,  ///< a line or the end of the input
        line, ///< only a line
    };

    /// Waits until `sign` has come, perhaps long ago, or until `done` is true. Takes no line.
    void wait(Sign sign, const std::atomic<bool>& done);
    /// Makes `wait` look at `done` again. Any thread may call this.
    void notify();

private:
    struct Shared {
        std::mutex mutex;
        std::condition_variable arrival;
        std::condition_variable departure;
        std::deque<std::string> lines;
        std::size_t bytes = 0; ///< in `lines`
        bool ended = false;
        std::exception_ptr failure; ///< the reading has ended with it
    };
    static void read(std::istream& input, Shared& shared) noexcept;

    std::shared_ptr<Shared> shared_;
};

class Dialogue {
public:
    /// An empty `log_file` means no log. Throws std::runtime_error if it can't be opened. If it
    /// can't be written later, the dialogue continues without it, after a message on standard
    /// error.
    Dialogue(std::istream& input, std::ostream& output, const std::string& log_file);

    /// Waits for the next command as CommandQueue does. Returns none, too, when nobody reads the
    /// output any more.
    [[nodiscard]] std::optional<std::string>
    next(std::optional<std::chrono::milliseconds> patience = {});

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

    mutable std::mutex writing_; ///< guards the output and the log
    std::ostream& output_;
    DialogueLog log_;
    CommandQueue queue_; ///< last, because it begins to read
};

} // namespace emilia
