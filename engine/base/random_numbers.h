#pragma once

#include <cstdint>
#include <random>

namespace emilia {

/// Random numbers that are the same on every machine: the standard fixes the generator and how it
/// is seeded, but not its distributions, which are therefore not used.
class RandomNumbers {
public:
    /// Every pair gives numbers of its own.
    RandomNumbers(std::uint64_t seed, std::uint32_t stream) {
        std::seed_seq sequence{static_cast<std::uint32_t>(seed),
                               static_cast<std::uint32_t>(seed >> 32), stream};
        generator_.seed(sequence);
    }

    /// From 0 to `limit` − 1; as even as 64 bits allow.
    [[nodiscard]] int below(int limit) noexcept {
        const auto product =
            static_cast<unsigned __int128>(generator_()) * static_cast<unsigned __int128>(limit);
        return static_cast<int>(product >> 64);
    }
    /// From `least` to `greatest`, both included.
    [[nodiscard]] int between(int least, int greatest) noexcept {
        return least + below(greatest - least + 1);
    }

private:
    std::mt19937_64 generator_;
};

} // namespace emilia
