// Prints a table with the speed of each kernel in each instruction set. It is run by hand (see
// README.md of the tests). It only fails if they disagree, not if one is slow.

#include "tests/catch.h"
#include "tests/isa/kernels.h"
#include "tests/random_game.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

using namespace emilia;
using emilia::testing::kernels_that_run_here;
using emilia::testing::KernelsOfSet;
using emilia::testing::Random;
using emilia::testing::random_game;
using emilia::testing::random_move;

namespace {

/// The arguments of one call of each kernel.
struct Sample {
    Board board; ///< from any stage of a game, with a legal move
    Square move;
    Bitboard nearly_full; ///< the player's discs with one empty square left
    Square last;
};

std::vector<Sample> samples(std::size_t number) {
    Random random(61);
    std::vector<Sample> samples;
    std::vector<Board> nearly_full;
    while (samples.size() < number || nearly_full.size() < number) {
        for (const Board& board : random_game(random)) {
            if (board.legal_moves() != 0)
                samples.push_back({board, random_move(board, random), 0, Square::none});
            if (board.empties() == 1) nearly_full.push_back(board);
        }
    }
    // In the order of a game the processor could predict a sample from the one before.
    for (std::size_t i = samples.size(); i > 1; --i)
        std::swap(samples[i - 1], samples[random() % i]);
    samples.resize(number);
    for (std::size_t i = 0; i < number; ++i) {
        samples[i].nearly_full = nearly_full[i].player;
        samples[i].last = first_square(nearly_full[i].empty());
    }
    return samples;
}

/// Calls a kernel once for each sample. The sum keeps the compiler from removing the calls.
template <typename Call>
std::uint64_t sum_of(std::span<const Sample> samples, Call call) {
    std::uint64_t sum = 0;
    for (const Sample& sample : samples) sum += static_cast<std::uint64_t>(call(sample));
    return sum;
}

struct Kernel {
    std::string_view name;
    std::uint64_t (*run)(const KernelsOfSet& of, std::span<const Sample> samples);
};

const Kernel kernels[] = {
    {"legal_moves",
     [](const KernelsOfSet& of, std::span<const Sample> samples) {
         return sum_of(samples, [call = of.kernels.legal_moves](const Sample& sample) {
             return call(sample.board);
         });
     }},
    {"flips",
     [](const KernelsOfSet& of, std::span<const Sample> samples) {
         return sum_of(samples, [call = of.kernels.flips](const Sample& sample) {
             return call(sample.board, sample.move);
         });
     }},
    {"last_flips",
     [](const KernelsOfSet& of, std::span<const Sample> samples) {
         return sum_of(samples, [call = of.kernels.last_flips](const Sample& sample) {
             return call(sample.nearly_full, sample.last);
         });
     }},
    {"stable_discs",
     [](const KernelsOfSet& of, std::span<const Sample> samples) {
         return sum_of(samples, [call = of.kernels.stable_discs](const Sample& sample) {
             return call(sample.board);
         });
     }},
    {"evaluate",
     [](const KernelsOfSet& of, std::span<const Sample> samples) {
         return sum_of(samples, [call = of.set.evaluate](const Sample& sample) {
             return call(embedded_weights(), sample.board).whole_discs();
         });
     }},
};

struct Speed {
    double nanoseconds; ///< of one call
    double ratio;       ///< to the speed of the first instruction set
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// The speed of each instruction set. They take turns in many short rounds, and ratios compare
/// times of the same round, so other load on the machine hardly matters.
std::vector<Speed> measure(const Kernel& kernel, std::span<const KernelsOfSet> sets,
                           std::span<const Sample> samples) {
    constexpr int rounds = 201;
    constexpr int repeats = 30;
    std::vector<std::vector<double>> times(sets.size());
    std::vector<std::vector<double>> ratios(sets.size());
    const std::uint64_t sum = kernel.run(sets.front(), samples);
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < sets.size(); ++i) {
            const auto start = std::chrono::steady_clock::now();
            for (int repeat = 0; repeat < repeats; ++repeat)
                REQUIRE(kernel.run(sets[i], samples) == sum);
            const std::chrono::duration<double, std::nano> time =
                std::chrono::steady_clock::now() - start;
            times[i].push_back(time.count()
                               / (static_cast<double>(samples.size()) * double{repeats}));
            ratios[i].push_back(times[0].back() / times[i].back());
        }
    }
    std::vector<Speed> speeds;
    for (std::size_t i = 0; i < sets.size(); ++i)
        speeds.push_back({median(times[i]), median(ratios[i])});
    return speeds;
}

} // namespace

TEST_CASE("the speed of the kernels in each instruction set", "[.benchmark]") {
    const std::vector<KernelsOfSet> here = kernels_that_run_here();
    const std::vector<Sample> calls = samples(1'000);

    std::cout << fmt::format("{:<14}{:<12}{:>8}{:>8}\n", "kernel", "set", "ns/call", "ratio");
    for (const Kernel& kernel : kernels) {
        const std::vector<Speed> speeds = measure(kernel, here, calls);
        for (std::size_t i = 0; i < here.size(); ++i) {
            std::cout << fmt::format("{:<14}{:<12}{:>8.2f}{:>8.2f}\n", kernel.name,
                                     here[i].set.name, speeds[i].nanoseconds, speeds[i].ratio);
        }
    }
}
