#include "engine/search/multi_probcut.h"

#include "engine/search/probcut_deviations.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace emilia {
namespace {

constexpr std::size_t most_empties = 60;

/// Between the fitted phases in proportion; beyond them as in the nearest.
constexpr double deviation(int empties, Depth shallow, Depth deep) noexcept {
    if (empties <= probcut_phases.front().empties)
        return deviation(probcut_phases.front(), shallow, deep);
    for (std::size_t i = 1; i < probcut_phases.size(); ++i) {
        const ProbcutPhase& after = probcut_phases[i];
        if (empties > after.empties) continue;
        const ProbcutPhase& before = probcut_phases[i - 1];
        const double part = static_cast<double>(empties - before.empties)
                            / static_cast<double>(after.empties - before.empties);
        return (1 - part) * deviation(before, shallow, deep)
               + part * deviation(after, shallow, deep);
    }
    return deviation(probcut_phases.back(), shallow, deep);
}

/// In hundredths of a disc, by the depth of the search that is spared and the empty squares.
constexpr auto deviations = [] {
    std::array<std::array<std::int16_t, most_empties + 1>, most_empties + 1> result{};
    for (std::size_t depth = least_probcut_depth; depth < result.size(); ++depth) {
        const auto deep = static_cast<Depth>(depth);
        for (std::size_t empties = 0; empties <= most_empties; ++empties) {
            result[depth][empties] = static_cast<std::int16_t>(
                100 * deviation(static_cast<int>(empties), probcut_probe_depth(deep), deep));
        }
    }
    return result;
}();

} // namespace

int probcut_margin(Depth depth, int empties, Confidence confidence) noexcept {
    return deviations[static_cast<std::size_t>(depth)][static_cast<std::size_t>(empties)]
           * margin_in_tenths(confidence) / 10;
}

} // namespace emilia
