#pragma once

// How fast a client speaks and returns: the server disconnects clients that flood it, and all that
// it loses come back at once unless each waits for a time of its own.

#include "engine/base/random_numbers.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace emilia::ggs {

using SteadyClock = std::chrono::steady_clock;
using Time = SteadyClock::time_point;

struct OutgoingLine {
    /// Each overtakes those behind it here.
    enum class Rank : std::uint8_t {
        move,
        command,  ///< of which the client knows how many it sends
        courtesy, ///< may be lost
    };
    std::string text;    ///< without a line end
    bool secret = false; ///< not for a log
    Rank rank = Rank::courtesy;
};

class Outbox {
public:
    static constexpr int burst = 20;      ///< lines at once
    static constexpr int per_second = 10; ///< lines in the long run

    /// Further lines of a rank, such as answers to a flood of challenges, are dropped, but no move.
    static constexpr std::size_t most_waiting = 40;

    void add(OutgoingLine line);
    /// Takes the next line if one may leave now.
    [[nodiscard]] std::optional<OutgoingLine> take(Time now);
    /// Forgets all lines, as after the end of a connection.
    void clear() noexcept;
    [[nodiscard]] bool empty() const noexcept;

private:
    std::array<std::deque<OutgoingLine>, 3> lines_; ///< by rank
    double allowed_ = burst;                        ///< lines that might have left at `counted_`
    std::optional<Time> counted_;
};

/// The pauses between attempts to connect: each about twice as long as the one before, up to five
/// minutes. Each is chosen at random between half of that and all of it, so that the clients of a
/// server that has come back don't all arrive at once.
class Backoff {
public:
    using Milliseconds = std::chrono::milliseconds;
    static constexpr Milliseconds first{1000};
    static constexpr Milliseconds longest{300'000};

    explicit Backoff(std::uint64_t seed) : random_(seed, 0) {}

    [[nodiscard]] Milliseconds next() noexcept {
        const int most = static_cast<int>(pause_.count());
        pause_ = std::min(2 * pause_, longest);
        return Milliseconds(random_.between(most / 2, most));
    }

    /// Call this when a connection has lasted.
    void reset() noexcept { pause_ = first; }

private:
    RandomNumbers random_;
    Milliseconds pause_ = first;
};

} // namespace emilia::ggs
