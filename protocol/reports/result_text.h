#pragma once

// Boards and search results as text for people.

#include "engine/notation/position.h"
#include "engine/search/search_result.h"

#include <string>

namespace emilia {

/// Draws the board in ASCII with coordinates: `X` black, `O` white, `.` legal move, `-` empty. The
/// side to move and the disc counts stand beside it. The text does not end with a line feed.
[[nodiscard]] std::string draw_board(const Position& position);

/// Draws the same board for a terminal, with coloured discs on a green board.
[[nodiscard]] std::string paint_board(const Position& position);

/// ` at 63%` for a search that prunes on statistics with this confidence, or `, full width`.
[[nodiscard]] std::string selectivity_text(Confidence confidence);

/// `exact`, `win/loss/draw`, `depth 12 at 63%`, `depth 3, full width`, `book, depth 24 at 63%`, or
/// `to the end at 93%` for a selective search to the end of the game. `not searched` if the limits
/// left no time for the first ply.
[[nodiscard]] std::string certainty_text(const Line& line);

/// For programs: `exact`, `wld`, `book`, the confidence of a selective search such as `63%`,
/// `full-width`, or `none` without a search.
[[nodiscard]] std::string certainty_word(const Line& line);

/// `+6` if exact, `win` from the win/loss/draw solver, or `+1.25` for an estimate.
[[nodiscard]] std::string score_text(const Line& line);

/// A summary of a running search: `depth 12 at 63%: f5 +1.25, 1,234,567 nodes, 1.2 s`.
[[nodiscard]] std::string progress_text(const SearchResult& result);

} // namespace emilia
