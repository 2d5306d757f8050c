#pragma once

// Lines of input, read in a thread of their own, so that they arrive while a search runs. What
// waits is limited: a client that sends more is made to wait by its pipe.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <istream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace emilia {

/// Bytes of a line; the rest of a longer one, which is no command of any dialect, is dropped.
inline constexpr std::size_t longest_line = std::size_t{1} << 20;

class CommandQueue {
public:
    /// Begins to read `input`. The thread lives until the input ends, perhaps longer than this
    /// object; `input` must outlive the program's last use of it.
    explicit CommandQueue(std::istream& input);
    ~CommandQueue();
    CommandQueue(const CommandQueue&) = delete;
    CommandQueue& operator=(const CommandQueue&) = delete;

    /// The next line without its end (LF or CRLF); waits for it. None at the end of the input.
    [[nodiscard]] std::optional<std::string> next();

    /// Whether all of the input has been read; lines of it may still be waiting.
    [[nodiscard]] bool ended() const;

    /// What sets a watch's `stop`.
    enum class Sign {
        any,  ///< a line or the end of the input
        line, ///< a line alone
    };

    /// While one of these lives, its sign sets `stop`, also one that is already there.
    class Watch {
    public:
        Watch(CommandQueue& queue, std::atomic<bool>& stop, Sign sign = Sign::any);
        ~Watch();
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;

    private:
        CommandQueue& queue_;
    };

private:
    struct Shared {
        std::mutex mutex;
        std::condition_variable arrival;
        std::condition_variable departure;
        std::deque<std::string> lines;
        std::size_t bytes = 0; ///< of the lines
        bool ended = false;
        std::atomic<bool>* stop = nullptr; ///< set on arrival; null while nobody watches
        Sign sign = Sign::any;             ///< that sets it
    };
    static void read(std::istream& input, const std::shared_ptr<Shared>& shared);

    std::shared_ptr<Shared> shared_;
};

} // namespace emilia
