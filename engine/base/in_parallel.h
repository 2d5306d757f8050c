#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <system_error>
#include <vector>

namespace emilia {

/// Calls `work(part)` once for each part from 0 to `parts` − 1, with up to `threads` threads, the
/// caller's among them. A result that is gathered by parts, and not by threads, does not depend on
/// how many there are. What `work` throws reaches the caller when all threads have ended.
template <class Work>
void in_parallel(std::size_t parts, int threads, const Work& work) {
    std::atomic<std::size_t> next = 0;
    const auto run = [&] {
        for (std::size_t part = next++; part < parts; part = next++) work(part);
    };
    std::vector<std::future<void>> helpers;
    const std::size_t useful = std::min(parts, static_cast<std::size_t>(std::max(threads, 1)));
    while (helpers.size() + 1 < useful) {
        try {
            helpers.push_back(std::async(std::launch::async, run));
        } catch (const std::system_error&) { // the system has no more threads
            break;
        }
    }
    run();
    for (std::future<void>& helper : helpers) helper.get();
}

} // namespace emilia
