#pragma once

// Lines on their way to the server, which disconnects clients that flood it. Lines leave at a
// limited rate.

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>

namespace emilia::ggs {

using SteadyClock = std::chrono::steady_clock;
using Time = SteadyClock::time_point;

struct OutgoingLine {
    std::string text;    ///< without a line end
    bool secret = false; ///< not for a log
    bool urgent = false; ///< must not be lost and overtakes the others: a move, for example
};

class Outbox {
public:
    static constexpr int burst = 20;      ///< lines at once
    static constexpr int per_second = 10; ///< lines in the long run

    /// Further lines that are not urgent, such as answers to a flood of challenges, are dropped.
    static constexpr std::size_t most_waiting = 40;

    void add(OutgoingLine line);
    /// Takes the next line if one may leave now.
    [[nodiscard]] std::optional<OutgoingLine> take(Time now);
    /// Forgets all lines, as after the end of a connection.
    void clear() noexcept;
    [[nodiscard]] bool empty() const noexcept { return urgent_.empty() && others_.empty(); }

private:
    std::deque<OutgoingLine> urgent_;
    std::deque<OutgoingLine> others_;
    double allowed_ = burst; ///< lines that might have left at `counted_`
    std::optional<Time> counted_;
};

} // namespace emilia::ggs
