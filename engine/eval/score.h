#pragma once

// The value of a position in hundredths of a disc, seen by the side to move. All code uses this
// type, except the inner loops of the solvers.

#include <cmath>
#include <compare>

namespace emilia {

class Score {
public:
    constexpr Score() = default;
    [[nodiscard]] static constexpr Score from_discs(int discs) noexcept {
        return Score(discs * 100);
    }
    [[nodiscard]] static constexpr Score from_hundredths(int hundredths) noexcept {
        return Score(hundredths);
    }
    /// The nearest hundredth. A decimal such as 0.29 is a little less than 29 hundredths in binary.
    [[nodiscard]] static Score nearest(double discs) noexcept {
        return Score(static_cast<int>(std::lround(100 * discs)));
    }

    [[nodiscard]] constexpr int hundredths() const noexcept { return hundredths_; }
    [[nodiscard]] constexpr double discs() const noexcept { return hundredths_ / 100.0; }
    /// Whole discs, rounded towards zero. A solved score is exact, as it has no fraction.
    [[nodiscard]] constexpr int whole_discs() const noexcept { return hundredths_ / 100; }

    /// Whole discs, rounded down and up.
    [[nodiscard]] constexpr int floor_discs() const noexcept {
        return hundredths_ >= 0 ? hundredths_ / 100 : -((99 - hundredths_) / 100);
    }
    [[nodiscard]] constexpr int ceil_discs() const noexcept { return -(-*this).floor_discs(); }

    [[nodiscard]] constexpr Score operator-() const noexcept { return Score(-hundredths_); }
    [[nodiscard]] constexpr Score operator+(Score other) const noexcept {
        return Score(hundredths_ + other.hundredths_);
    }
    [[nodiscard]] constexpr Score operator-(Score other) const noexcept {
        return Score(hundredths_ - other.hundredths_);
    }
    [[nodiscard]] friend constexpr auto operator<=>(Score, Score) = default;

private:
    constexpr explicit Score(int hundredths) noexcept : hundredths_(hundredths) {}
    int hundredths_ = 0;
};

/// Searches tell scores apart that differ by this. It is the width of a zero window, and all scores
/// of midgame searches are multiples of it: finer ones would take more nodes and mean no more.
inline constexpr Score score_step = Score::from_hundredths(50);
/// The nearest multiple of `score_step`; of two, the one farther from zero.
[[nodiscard]] constexpr Score in_steps(Score score) noexcept {
    const int step = score_step.hundredths();
    const int half = score.hundredths() < 0 ? -step / 2 : step / 2;
    return Score::from_hundredths((score.hundredths() + half) / step * step);
}
/// The greatest multiple of `score_step` that is not above `score`.
[[nodiscard]] constexpr Score floor_in_steps(Score score) noexcept {
    const int step = score_step.hundredths();
    const int rest = score.hundredths() % step;
    return Score::from_hundredths(score.hundredths() - rest - (rest < 0 ? step : 0));
}
inline constexpr Score max_score = Score::from_discs(64);
inline constexpr Score min_score = -max_score;

/// How a game ends for the player to move, under best play by both sides.
enum class Outcome { loss = -1, draw = 0, win = 1 };

/// 1 for a win, 0 for a draw, −1 for a loss.
[[nodiscard]] constexpr int sign(Outcome outcome) noexcept {
    return static_cast<int>(outcome);
}
[[nodiscard]] constexpr Outcome opposite(Outcome outcome) noexcept {
    return static_cast<Outcome>(-sign(outcome));
}
[[nodiscard]] constexpr Outcome outcome_of(Score score) noexcept {
    if (score == Score()) return Outcome::draw;
    return score > Score() ? Outcome::win : Outcome::loss;
}

} // namespace emilia
