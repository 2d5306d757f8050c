#include "engine/search/multi_probcut.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace emilia {
namespace {

// In standard deviations; probcut_percent goes with it. Mean absolute errors on 1,000 positions
// with 24 empties after 14 plies: 2.65 discs with 1.1 (143 million nodes), 2.60 with 1.5 (209
// million), 2.51 with 2.0 (317 million); 16 plies with 1.1 are 2.54 (351 million).
constexpr double confidence = 1.3;

constexpr double square_root(double number) noexcept {
    double root = number;
    for (int i = 0; i < 20; ++i) root = (root + number / root) / 2;
    return root;
}

// The standard deviation of the difference between two searches of the same position, in discs:
// 1 + 1.33 √(plies between them) · 0.878^(plies of the shallower). Fitted to searches of 0 to 9
// plies from 560 positions of self-play with 16 to 52 empty squares, whose deviations go from 5.0
// (0 and 9 plies) by 2.6 (4 and 8) to 1.5 (8 and 9); it is right within a fifth nearly everywhere
// and depends little on the number of empties, below 30 a bit.
constexpr double deviation(Depth shallow, Depth deep) noexcept {
    double result = 1.33 * square_root(deep - shallow);
    for (Depth ply = 0; ply < shallow; ++ply) result *= 0.878;
    return 1 + result;
}

constexpr auto margins = [] {
    std::array<int, 61> result{};
    for (Depth depth = least_probcut_depth; depth < static_cast<Depth>(result.size()); ++depth) {
        result[static_cast<std::size_t>(depth)] =
            static_cast<int>(100 * confidence * deviation(probcut_probe_depth(depth), depth));
    }
    return result;
}();

} // namespace

int probcut_margin(Depth depth, int empties) noexcept {
    const int percent = 100 + std::max(0, 30 - empties);
    return margins[static_cast<std::size_t>(depth)] * percent / 100;
}

} // namespace emilia
