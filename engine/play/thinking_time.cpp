#include "engine/play/thinking_time.h"

#include "engine/play/search_cost.h"

#include <algorithm>

namespace emilia {

bool ThinkingTime::enough(const Line& best, double seconds, const Iteration& last,
                          const Iteration& next) noexcept {
    unchanged_ = best.move == move_ ? unchanged_ + 1 : 0;
    move_ = best.move;
    // Scores of odd and even depths are biased in opposite directions, so compare with the score
    // two iterations ago.
    const Score score = best.value.in_discs();
    const double drop = score_before_ ? (*score_before_ - score).discs() : 0;
    score_before_ = score_;
    score_ = score;

    constexpr int stable = 5; // iterations
    double share = unchanged_ >= stable ? 0.7 : unchanged_ == 0 ? 1.5 : 1;
    constexpr double harmless_drop = 1;
    constexpr double serious_drop = 5;
    share *= 1 + std::clamp((drop - harmless_drop) / (serious_drop - harmless_drop), 0.0, 1.0);
    return seconds >= std::min(share * allotment_.target, allotment_.limit)
           || is_hopeless(seconds, last, next);
}

bool ThinkingTime::is_hopeless(double seconds, const Iteration& last,
                               const Iteration& next) const noexcept {
    const auto known = end_nodes(last);
    const auto wanted = end_nodes(next);
    return known && wanted && seconds * *wanted / *known > allotment_.limit;
}

} // namespace emilia
