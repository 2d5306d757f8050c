#pragma once

#include <cstdint>
#include <random>

namespace emilia {

/// Random numbers that are the same on every machine. The C++ standard defines the generator and
/// how it is seeded, but its distributions may differ between libraries, so this class has its own.
class RandomNumbers {
public:
    /// Each pair of a seed and a stream gives another sequence.
    RandomNumbers(std::uint64_t seed, std::uint32_t stream) {
        std::seed_seq sequence{static_cast<std::uint32_t>(seed),
                               static_cast<std::uint32_t>(seed >> 32), stream};
        generator_.seed(sequence);
    }

    /// Uniform from 0 to `limit` − 1, as far as 64 bits allow.
    [[nodiscard]] int below(int limit) noexcept {
        const auto product =
            static_cast<unsigned __int128>(generator_()) * static_cast<unsigned __int128>(limit);
        return static_cast<int>(product >> 64);
    }
    /// Uniform from `least` to `greatest`, both included.
    [[nodiscard]] int between(int least, int greatest) noexcept {
        return least + below(greatest - least + 1);
    }

private:
    std::mt19937_64 generator_;
};

} // namespace emilia
