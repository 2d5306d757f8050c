#pragma once

// Lines of input, read in a thread of their own, so that they arrive while a search runs.

#include <atomic>
#include <condition_variable>
#include <deque>
#include <istream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace emilia {

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

    /// While one of these lives, any input, its end, and input that is already waiting set `stop`.
    class Watch {
    public:
        Watch(CommandQueue& queue, std::atomic<bool>& stop);
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
        std::deque<std::string> lines;
        bool ended = false;
        std::atomic<bool>* stop = nullptr; ///< set on arrival; null while nobody watches
    };
    static void read(std::istream& input, const std::shared_ptr<Shared>& shared);

    std::shared_ptr<Shared> shared_;
};

} // namespace emilia
