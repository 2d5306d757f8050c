#pragma once

#include "engine/board/square.h"
#include "engine/eval/score.h"
#include "engine/search/confidence.h"
#include "engine/search/units.h"

#include <algorithm>
#include <vector>

namespace emilia {

/// How a score was found and what it is worth.
enum class ScoreKind {
    book,     ///< from the opening book
    midgame,  ///< searched to some depth and estimated there
    probable, ///< searched to the end of the game, a part of it taken on trust
    wld,      ///< the outcome is certain: +1 disc for a win, 0 for a draw, −1 for a loss
    exact,    ///< the score is the move's value under best play by both
};

/// A root move and what the search thinks of it.
struct Line {
    Square move = Square::none; ///< `Square::pass` where the player has no move
    Score score;                ///< from the side to move at the root
    Depth depth = 0;            ///< plies looked ahead; to the end: the empties at the root
    ScoreKind kind = ScoreKind::midgame;
    Confidence confidence = Confidence::certain; ///< less: a part was taken on trust
    Score estimate; ///< in discs even where the score is only an outcome, but for its sign
    std::vector<Square> principal_variation; ///< begins with `move`; every move is legal
};

/// The value of a move in discs, as people read it: of an outcome alone, the last estimate, made
/// to agree with it.
[[nodiscard]] constexpr Score value_in_discs(const Line& line) noexcept {
    if (line.kind != ScoreKind::wld) return line.score;
    if (line.score == Score()) return line.score;
    constexpr Score least_win = Score::from_discs(2);
    return line.score > Score() ? std::max(line.estimate, least_win)
                                : std::min(line.estimate, -least_win);
}

struct SearchResult {
    std::vector<Line> lines; ///< best first; empty only where the game is over
    Nodes nodes = 0;         ///< of all threads
    double seconds = 0;
    bool interrupted = false; ///< in the middle of an iteration: the best line is the best of the
                              ///< moves that were searched, its score no more than a lower bound
};

} // namespace emilia
