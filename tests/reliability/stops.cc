// Searches that are stopped at random moments, and how soon they end.

#include "engine/notation/formats/obf.h"
#include "tests/locations.h"
#include "tests/reliability/rows.h"
#include "tests/search/random_stops.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

namespace emilia::testing {

namespace {

std::vector<Problem> read_problems() {
    const std::string path = data_path("ffo/fforum-20-39.obf");
    std::ifstream file(path);
    std::vector<Problem> problems;
    for (std::string line; std::getline(file, line);) {
        if (!is_obf_comment(line)) problems.push_back(parse_obf(line).value());
    }
    if (problems.empty()) throw std::runtime_error(path + " holds no problems");
    return problems;
}

} // namespace

Summary run_stops(Run& run, double most_milliseconds) {
    const std::vector<Problem> problems = read_problems();
    std::vector<Latency> latencies;
    while (run.goes_on()) {
        Random random = run.next_part();
        try {
            for (const Latency latency : stop_at_random_moments(problems, random)) {
                latencies.push_back(latency);
                if (latency > Latency(most_milliseconds))
                    throw Finding(fmt::format(
                        "a search went on for {:.1f} ms after its stop\nto repeat it: --seed {}",
                        latency.count(), run.part_seed()));
                run.finish_case();
            }
        } catch (const WrongAnswer& wrong) {
            throw Finding(
                fmt::format("{}\nto repeat it: --seed {}", wrong.what(), run.part_seed()));
        }
    }
    std::sort(latencies.begin(), latencies.end());
    const auto at = [&latencies](double part) {
        return latencies[static_cast<std::size_t>(part * static_cast<double>(latencies.size() - 1))]
            .count();
    };
    const std::string times = fmt::format("median {:.2f} ms, 99.99 % {:.2f} ms, longest {:.2f} ms",
                                          at(0.5), at(0.9999), at(1));
    return {fmt::format("{} stops of solvers with 2 to 8 threads at random moments", run.done()),
            "answers are legal and true; " + times};
}

} // namespace emilia::testing
