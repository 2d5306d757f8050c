#pragma once

#include "engine/play/game_clock.h"
#include "engine/search/search_result.h"
#include "engine/search/search_terms.h"

#include <optional>

namespace emilia {

/// Decides after each iteration whether a move has used enough of the game clock. A move takes less
/// than its share if the best move is stable, and more if it has just changed or the score drops.
/// It does not begin a surer search to the end of the game that would hardly be done within the
/// limit: the time is worth more to later moves.
class ThinkingTime {
public:
    explicit ThinkingTime(const Allotment& allotment) noexcept : allotment_(allotment) {}

    /// Call this after each iteration with the best line, the seconds since the search started,
    /// this iteration and the next one.
    [[nodiscard]] bool enough(const Line& best, double seconds, const Iteration& last,
                              const Iteration& next) noexcept;

private:
    /// Whether the next search to the end takes longer than the limit, if it takes as many times
    /// the time of the last one as usual.
    [[nodiscard]] bool is_hopeless(double seconds, const Iteration& last,
                                   const Iteration& next) const noexcept;

    Allotment allotment_;
    Square move_ = Square::none;
    int unchanged_ = 0;                 ///< iterations since the best move changed
    std::optional<Score> score_;        ///< of the previous iteration
    std::optional<Score> score_before_; ///< of the iteration before that
};

} // namespace emilia
