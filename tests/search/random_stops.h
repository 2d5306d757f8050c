#pragma once

// Searches with several threads that are stopped at random moments.

#include "engine/notation/formats/obf.h"
#include "tests/random_game.h"

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace emilia::testing {

/// A stopped search has told something wrong.
class WrongAnswer : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// How long a search went on after its stop.
using Latency = std::chrono::duration<double, std::milli>;

/// Solves one of the problems with 2 to 8 threads, stops it twenty times at random moments, and
/// then lets it end. Throws WrongAnswer, which names the problem, if an answer is illegal or says
/// what is not true. The problems have the scores of their best moves.
[[nodiscard]] std::vector<Latency> stop_at_random_moments(const std::vector<Problem>& problems,
                                                          Random& random);

} // namespace emilia::testing
