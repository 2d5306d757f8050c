#pragma once

// An analysed game as people read it.

#include "engine/analysis/game_analysis.h"

#include <array>
#include <string>
#include <string_view>

namespace emilia {

/// The parts of a game that are told apart, as in Rosenbloom's Table 5.1 (1982): in the later one
/// everything is solved.
struct GamePart {
    std::string_view name;
    int first; ///< number of a move
    int last;
};
inline constexpr std::array<GamePart, 2> game_parts{{{"1-45", 1, 45}, {"46-60", 46, 60}}};

/// `Cerf Jonathan – Mimura Hiroshi`, with `Black` or `White` for a name that is not known.
[[nodiscard]] std::string title_of(const Game& game);

/// `44-20`: of the board where the game is over, else as its file says, else empty.
[[nodiscard]] std::string result_of(const Game& game);

/// The name of the opening, or empty.
[[nodiscard]] std::string opening_of(const Game& game);

/// What there is to know about the whole: unfinished, stopped, exact from which move on; or empty.
[[nodiscard]] std::string note_on(const Game& game, const GameAnalysis& analysis);

/// Title and what else the file says, a line.
[[nodiscard]] std::string heading_text(const Game& game);

/// A line a move, then the turning points.
[[nodiscard]] std::string moves_text(const GameAnalysis& analysis);

} // namespace emilia
