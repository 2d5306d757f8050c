#pragma once

// Asks a person positions whose best moves are known, or the moves of a repertoire. What was wrong
// is asked again in the same sitting until it is right; `FlashCards` decide on which day a position
// is asked again.

#include "engine/drill/flash_cards.h"
#include "engine/notation/formats/obf.h"
#include "engine/play/bounds.h"

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>
#include <unordered_set>
#include <vector>

namespace emilia {

/// How many positions a sitting has at most.
inline constexpr Bounds<std::size_t> drill_count_bounds{1, 10'000};
inline constexpr std::size_t default_drill_count = 20;

/// What came of a move that was asked.
struct DrillVerdict {
    Problem problem;
    std::optional<Square> move; ///< none: the person didn't know
    bool right = false;
    /// For the log; none if the position is repeated, which has had its answer of this day.
    std::optional<DrillAnswer> answer{};
};

/// One sitting.
class Drill {
public:
    /// Takes up to `count` of the problems: those that are due, longest due first, then new ones in
    /// their order. Every problem has scores.
    Drill(const std::vector<Problem>& problems, FlashCards cards, std::size_t count,
          std::chrono::sys_days today);

    [[nodiscard]] bool is_over() const noexcept { return asked_.empty(); }
    /// How many are left, those to be repeated included.
    [[nodiscard]] std::size_t left() const noexcept { return asked_.size(); }
    /// The position to be answered. Must not be called when the drill is over.
    [[nodiscard]] const Problem& current() const { return asked_.front(); }

    /// Takes a legal move in the current position; none from who doesn't know.
    DrillVerdict answer(std::optional<Square> move);

    /// How many different positions the problems have.
    [[nodiscard]] std::size_t positions() const noexcept { return boards_.size(); }
    /// How many positions were answered in this sitting, and how many of them right at once.
    [[nodiscard]] std::size_t answered() const noexcept { return answered_; }
    [[nodiscard]] std::size_t right() const noexcept { return right_; }
    [[nodiscard]] std::chrono::sys_days today() const noexcept { return today_; }
    /// When the next position is due, today at the earliest; none without problems.
    [[nodiscard]] std::optional<std::chrono::sys_days> next_due() const;

private:
    FlashCards cards_;
    std::chrono::sys_days today_;
    std::vector<Board> boards_; ///< of all problems
    std::deque<Problem> asked_;
    std::unordered_set<Board, BoardHash> repeated_; ///< canonical; were answered wrongly
    std::size_t right_ = 0;
    std::size_t answered_ = 0;
};

} // namespace emilia
