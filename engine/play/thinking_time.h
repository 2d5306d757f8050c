#pragma once

#include "engine/play/game_clock.h"
#include "engine/search/search_result.h"

#include <optional>

namespace emilia {

/// Decides after each iteration whether a move has used enough of the game clock. A move takes less
/// than its share if the best move is stable, and more if it has just changed or the score drops.
class ThinkingTime {
public:
    explicit ThinkingTime(const Allotment& allotment) noexcept : allotment_(allotment) {}

    /// Call this after each iteration with the best line and the seconds since the search started.
    [[nodiscard]] bool enough(const Line& best, double seconds) noexcept;

private:
    Allotment allotment_;
    Square move_ = Square::none;
    int unchanged_ = 0;                 ///< iterations since the best move changed
    std::optional<Score> score_;        ///< of the previous iteration
    std::optional<Score> score_before_; ///< of the iteration before that
};

} // namespace emilia
