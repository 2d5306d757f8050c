#include "book/doubt.h"

#include <algorithm>
#include <cmath>

namespace emilia {
namespace {

Score rounded(double discs) noexcept {
    return Score::from_hundredths(static_cast<int>(std::lround(100 * discs)));
}

} // namespace

Score doubt_of_search(int empties, Depth depth, Confidence confidence) noexcept {
    const double horizon = depth >= empties ? 0 : 7.5 * std::exp(-0.0375 * std::max(depth, 0));
    const double selective = 2 * std::sqrt((100 - percent(confidence)) / 37.0);
    return rounded(std::exp(-0.030 * empties) * std::hypot(horizon, selective));
}

Score combined_doubt(Score one, Score other) noexcept {
    return rounded(std::hypot(one.discs(), other.discs()));
}

} // namespace emilia
