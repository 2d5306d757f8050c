#include "engine/classic/iago/time_allocation.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace emilia::classic {
namespace {

constexpr int moves_of_game = 60;

// The article's times, in seconds.
constexpr double game = 30 * 60;
constexpr double kept_back = 150;
constexpr double overhead = 10;

struct Point {
    int move;
    double value;
};
/// The curve consists of straight lines between these points.
constexpr std::array<Point, 9> curve = {{{1, 0.05},
                                         {2, 0.6},
                                         {3, 0.8},
                                         {20, 1.0},
                                         {40, 1.4},
                                         {46, 2.2},
                                         {50, 1.6},
                                         {54, 0.4},
                                         {60, 0.1}}};

double marginal_value(int move) noexcept {
    const auto* const right = std::find_if(
        curve.begin(), curve.end(), [move](const Point& point) { return point.move >= move; });
    if (right->move == move) return right->value;
    const Point& left = *(right - 1);
    const double way = static_cast<double>(move - left.move) / (right->move - left.move);
    return left.value + way * (right->value - left.value);
}

} // namespace

double iago_time_fraction(int move) noexcept {
    move = std::clamp(move, 1, moves_of_game);
    double left = 0; // dividing by it also normalizes the curve for each side
    for (int later = move; later <= moves_of_game; later += 2) left += marginal_value(later);
    constexpr double most = 0.4; // so that some time always remains for another move
    return std::min(most, marginal_value(move) / left);
}

double IagoClock::usual_share(int move) noexcept {
    move = std::clamp(move, 1, moves_of_game);
    double left = game - kept_back;
    for (int earlier = 2 - move % 2; earlier < move; earlier += 2)
        left -= left * iago_time_fraction(earlier);
    return left * iago_time_fraction(move);
}

double IagoClock::usual_allocation(int move) noexcept {
    return std::max(0.0, usual_share(move) - overhead);
}

double IagoClock::allocation(int move, const GameClock& clock) noexcept {
    if (!first_seen_) first_seen_ = clock.seconds;
    if (clock.moves) return std::max(0.0, clock.seconds) / std::max(1, *clock.moves);
    const double scale = *first_seen_ / game;
    const double left = std::max(0.0, clock.seconds - scale * kept_back);
    return std::max(0.0, left * iago_time_fraction(move) - scale * overhead) + clock.increment
           + clock.overtime;
}

} // namespace emilia::classic
