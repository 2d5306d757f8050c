#pragma once

#include "engine/play/game_clock.h"
#include "engine/search/search_result.h"

#include <optional>

namespace emilia {

/// Decides, iteration by iteration, whether a move has had enough of a game clock: less than its
/// share where the best move stands firm, more where it has just changed or where the score falls.
class ThinkingTime {
public:
    explicit ThinkingTime(const Allotment& allotment) noexcept : allotment_(allotment) {}

    /// To be told each iteration's best line and the seconds since the search began.
    [[nodiscard]] bool enough(const Line& best, double seconds) noexcept;

private:
    Allotment allotment_;
    Square move_ = Square::none;
    int unchanged_ = 0;          ///< iterations since the best move changed
    std::optional<Score> score_; ///< of the iteration before
    std::optional<Score> score_before_;
};

} // namespace emilia
