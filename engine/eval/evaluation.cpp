#include "engine/eval/evaluation.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace emilia {
namespace {

// Look-ups one by one: on a Zen 4 gathering them with AVX2 or AVX-512 is no faster, and there are
// processors where a gather is far slower. Two sums, so that an addition need not wait for the one
// before.
template <std::size_t... I>
int sum_of_weights(const Weight* table, const std::int16_t* contents,
                   std::index_sequence<I...> /*features*/) noexcept {
    int sums[2] = {0, 0};
    ((sums[I % 2] += table[table_middles[I] + contents[I]]), ...);
    return sums[0] + sums[1];
}

} // namespace

Score evaluate(const Weights& weights, const PatternBoard& position) noexcept {
    // Boards that no game can reach have more empty squares than there are tables.
    const int empties = std::min(position.board().empties(), static_cast<int>(empties_numbers) - 1);
    const int sum = weights.constant(empties)
                    + sum_of_weights(weights.table(empties), position.contents(),
                                     std::make_index_sequence<feature_count>());
    constexpr int bound = 63 * weight_units_per_disc;
    return Score::from_hundredths(std::clamp(sum, -bound, bound) * 100 / weight_units_per_disc);
}

} // namespace emilia
