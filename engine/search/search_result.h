#pragma once

#include "engine/board/bitboard.h"
#include "engine/board/symmetry.h"
#include "engine/eval/score.h"
#include "engine/search/search_terms.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <vector>

namespace emilia {

/// How a value was found. The kinds from `wld` on are certain.
enum class ScoreKind {
    book,     ///< from the opening book
    midgame,  ///< by a search to some depth and the evaluation there
    probable, ///< by a selective search to the end of the game
    wld,      ///< a certain outcome, but no score
    exact,    ///< the score under best play by both sides
};

/// What a search found out about a move, for the side to move at the root: a score, or from the
/// win/loss/draw solver only an outcome.
class LineValue {
public:
    constexpr LineValue() = default;
    constexpr LineValue(Score score) noexcept : estimate_(score) {}
    /// `estimate` is the last score that a search found; the outcome may contradict it.
    constexpr LineValue(Outcome outcome, Score estimate) noexcept
        : outcome_(outcome), estimate_(estimate) {}

    /// The outcome, if that is all that is known.
    [[nodiscard]] constexpr std::optional<Outcome> outcome() const noexcept { return outcome_; }
    /// The score. The value must not be an outcome.
    [[nodiscard]] constexpr Score score() const noexcept {
        assert(!outcome_);
        return estimate_;
    }
    /// The score; for an outcome the last score that a search found.
    [[nodiscard]] constexpr Score estimate() const noexcept { return estimate_; }

    /// The score; for an outcome the estimate, moved to the side of the outcome if it contradicts
    /// it. For display and comparison.
    [[nodiscard]] constexpr Score in_discs() const noexcept {
        if (!outcome_) return estimate_;
        if (*outcome_ == Outcome::draw) return Score();
        constexpr Score least_win = Score::from_discs(2);
        return *outcome_ == Outcome::win ? std::max(estimate_, least_win)
                                         : std::min(estimate_, -least_win);
    }
    /// The number that tables and interfaces show: discs, or 1, 0 or −1 for an outcome.
    [[nodiscard]] constexpr double number() const noexcept {
        return outcome_ ? sign(*outcome_) : estimate_.discs();
    }
    [[nodiscard]] friend constexpr bool operator==(const LineValue&, const LineValue&) = default;

private:
    std::optional<Outcome> outcome_;
    Score estimate_;
};

/// A root move with its value.
struct Line {
    Square move = Square::none; ///< `Square::pass` if the player has no move
    LineValue value;            ///< an outcome if the kind is `wld`, otherwise a score
    Depth depth = 0;            ///< in plies; of a search to the end: the empties at the root
    ScoreKind kind = ScoreKind::midgame;
    Confidence confidence = Confidence::certain; ///< of the search that found the value
    std::vector<Square> principal_variation;     ///< begins with `move`; every move is legal
};

/// The line of `move` that mirrors `line`, if both moves lead to the same position but for a
/// symmetry of the board. Both are then worth the same.
[[nodiscard]] inline std::optional<Line> mirrored(const Line& line, const Board& board,
                                                  Square move) {
    const Board from = board.after(line.move);
    const Board to = board.after(move);
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        if (transformed(from, symmetry) != to) continue;
        Line result = line;
        for (Square& square : result.principal_variation) square = transformed(square, symmetry);
        if (!result.principal_variation.empty()) result.principal_variation.front() = move;
        result.move = move;
        return result;
    }
    return std::nullopt;
}

struct SearchResult {
    std::vector<Line> lines; ///< best first; empty only if the game is over
    Nodes nodes = 0;         ///< of all threads
    double seconds = 0;
    /// During an iteration: the first line is the best of the moves that it had searched, and its
    /// value only a lower bound; but if all of those lose, it is another move.
    bool interrupted = false;
};

} // namespace emilia
