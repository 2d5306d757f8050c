#pragma once

#include "engine/board/square.h"
#include "engine/eval/score.h"
#include "engine/search/confidence.h"
#include "engine/search/units.h"

#include <algorithm>
#include <vector>

namespace emilia {

/// How a score was found. The kinds from `wld` on are certain.
enum class ScoreKind {
    book,     ///< from the opening book
    midgame,  ///< by a search to some depth and the evaluation there
    probable, ///< by a selective search to the end of the game
    wld,      ///< a certain outcome: +1 disc for a win, 0 for a draw, −1 for a loss
    exact,    ///< the score under best play by both sides
};

/// A root move with its score.
struct Line {
    Square move = Square::none; ///< `Square::pass` if the player has no move
    Score score;                ///< for the side to move at the root
    Depth depth = 0;            ///< in plies; of a search to the end: the empties at the root
    ScoreKind kind = ScoreKind::midgame;
    Confidence confidence = Confidence::certain; ///< of the search that found the score
    Score estimate; ///< the last score in discs, kept where `score` is only an outcome
    std::vector<Square> principal_variation; ///< begins with `move`; every move is legal
};

/// The score of a line in discs, for display. For an outcome this is the last estimate, moved to
/// the side of the outcome if it contradicts it.
[[nodiscard]] constexpr Score value_in_discs(const Line& line) noexcept {
    if (line.kind != ScoreKind::wld) return line.score;
    if (line.score == Score()) return line.score;
    constexpr Score least_win = Score::from_discs(2);
    return line.score > Score() ? std::max(line.estimate, least_win)
                                : std::min(line.estimate, -least_win);
}

struct SearchResult {
    std::vector<Line> lines; ///< best first; empty only if the game is over
    Nodes nodes = 0;         ///< of all threads
    double seconds = 0;
    /// During an iteration: the first line is the best of the moves that it had searched, and its
    /// score only a lower bound; but if all of those lose, it is another move.
    bool interrupted = false;
};

} // namespace emilia
