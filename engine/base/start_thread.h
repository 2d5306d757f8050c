#pragma once

#include <system_error>
#include <thread>
#include <utility>

namespace emilia {

/// Starts a thread. Throws std::system_error, whose message says what failed, if the system can't
/// start one more.
template <class Work>
[[nodiscard]] std::thread start_thread(Work&& work) {
    try {
        return std::thread(std::forward<Work>(work));
    } catch (const std::system_error& error) {
        throw std::system_error(error.code(), "cannot start a thread");
    }
}

} // namespace emilia
