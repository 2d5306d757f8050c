#include "engine/eval/evaluation.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace emilia {
namespace {

// The look-ups are done one by one: gathering them with AVX2 or AVX-512 is no faster on a Zen 4,
// and on some processors a gather is far slower. With two sums an addition need not wait for the
// previous one.
template <std::size_t... I>
int sum_of_weights(const Weight* table, const std::int16_t* contents,
                   std::index_sequence<I...> /*features*/) noexcept {
    int sums[2] = {0, 0};
    ((sums[I % 2] += table[table_middles[I] + contents[I]]), ...);
    return sums[0] + sums[1];
}

} // namespace

Score evaluate(const Weights& weights, const PatternBoard& position) noexcept {
    // A board that no game can reach may have more empty squares than there are tables.
    const int empties = std::min(position.board().empties(), static_cast<int>(empties_numbers) - 1);
    const int sum = weights.constant(empties)
                    + sum_of_weights(weights.table(empties), position.contents(),
                                     std::make_index_sequence<feature_count>());
    constexpr int bound = 63 * weight_units_per_disc;
    return Score::from_hundredths(std::clamp(sum, -bound, bound) * 100 / weight_units_per_disc);
}

} // namespace emilia
