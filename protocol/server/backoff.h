#pragma once

#include "engine/base/random_numbers.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace emilia::ggs {

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
