#pragma once

// Runs a search in its own thread, for dialects that answer commands during a search.

#include "engine/search/search_thread.h"
#include "engine/search/units.h"

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace emilia {

/// Runs one search at a time. Only the thread that owns the object may call its functions.
class BackgroundSearch {
public:
    /// Searches until it is done or `stop` becomes true, and updates `nodes` now and then.
    using Work = std::function<void(const std::atomic<bool>& stop, std::atomic<Nodes>& nodes)>;

    struct Progress {
        Nodes nodes = 0;
        double seconds = 0;
    };

    BackgroundSearch() = default;
    ~BackgroundSearch() { end(); }
    BackgroundSearch(const BackgroundSearch&) = delete;
    BackgroundSearch& operator=(const BackgroundSearch&) = delete;

    /// No search may be running. The search's thread calls `finished` and ends the search in one
    /// step: `look` sees either the running search or one that has called `finished`. Throws
    /// std::system_error, and no search runs, if the thread can't be started.
    void start(Work work, std::function<void()> finished);

    /// Stops the search and waits for its end. Returns false if none was running. Throws what the
    /// search or its `finished` has thrown, once.
    bool stop();

    /// Calls `tell` with the progress of the running search, or with none if no search runs. The
    /// search does not end before `tell` returns. Throws like `stop`.
    void look(const std::function<void(const std::optional<Progress>&)>& tell);

private:
    void run(const Work& work, const std::function<void()>& finished) noexcept;
    void end() noexcept;
    void rethrow();

    std::mutex mutex_; ///< guards the next two
    bool running_ = false;
    std::exception_ptr failure_; ///< of the search that has ended
    std::atomic<bool> stop_ = false;
    std::atomic<Nodes> nodes_ = 0;
    Clock::time_point begin_;
    std::thread thread_;
};

} // namespace emilia
