#include "engine/play/thinking_time.h"

#include <algorithm>

namespace emilia {

bool ThinkingTime::enough(const Line& best, double seconds) noexcept {
    unchanged_ = best.move == move_ ? unchanged_ + 1 : 0;
    move_ = best.move;
    // Values of odd and even depths lean to different sides, so each is held against its like.
    const Score score = value_in_discs(best);
    const double fall = score_before_ ? (*score_before_ - score).discs() : 0;
    score_before_ = score_;
    score_ = score;

    constexpr int firm = 5; // iterations
    double share = unchanged_ >= firm ? 0.7 : unchanged_ == 0 ? 1.5 : 1;
    constexpr double harmless_fall = 1;
    constexpr double grave_fall = 5;
    share *= 1 + std::clamp((fall - harmless_fall) / (grave_fall - harmless_fall), 0.0, 1.0);
    return seconds >= std::min(share * allotment_.target, allotment_.limit);
}

} // namespace emilia
