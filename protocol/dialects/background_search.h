#pragma once

// A search in a thread of its own, for dialects in which commands are answered while one runs.

#include "engine/search/search_thread.h"
#include "engine/search/units.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace emilia {

/// One at a time. The functions are for one and the same thread, the owner's.
class BackgroundSearch {
public:
    /// Searches until it is done or `stop` becomes true; tells its nodes so far now and then.
    using Work = std::function<void(const std::atomic<bool>& stop, std::atomic<Nodes>& nodes)>;

    struct Progress {
        Nodes nodes = 0;
        double seconds = 0;
    };

    BackgroundSearch() = default;
    ~BackgroundSearch() { stop(); }
    BackgroundSearch(const BackgroundSearch&) = delete;
    BackgroundSearch& operator=(const BackgroundSearch&) = delete;

    /// Nothing may be running. `finished` is called in the search's thread, in one step with the
    /// end: nobody sees the search run after it or idle before it.
    void start(Work work, std::function<void()> finished);

    /// Has a search that runs stop, and waits for that. False where none was running.
    bool stop();

    /// Calls `tell` with how far the search is, or with none where none runs; it does not end
    /// before `tell` returns.
    void look(const std::function<void(const std::optional<Progress>&)>& tell);

private:
    std::mutex mutex_; ///< of `running_`
    bool running_ = false;
    std::atomic<bool> stop_ = false;
    std::atomic<Nodes> nodes_ = 0;
    Clock::time_point begin_;
    std::thread thread_;
};

} // namespace emilia
