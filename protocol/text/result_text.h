#pragma once

// Formats search results as text.

#include "engine/search/search_result.h"

#include <string>

namespace emilia {

/// `exact`, `win/loss/draw`, `book 24@63%`, `midgame 12@73%`: 12 plies deep with 73 % confidence,
/// or `end@93%` for a selective search to the end of the game.
[[nodiscard]] std::string certainty_text(const Line& line);

/// For programs: `exact`, `wld`, `book`, or the confidence of the selective search such as `63%`;
/// `100%` for a full-width search.
[[nodiscard]] std::string certainty_word(const Line& line);

/// `+6` if exact, `win` from the win/loss/draw solver, or `+1.25` for an estimate.
[[nodiscard]] std::string score_text(const Line& line);

/// A summary of a running search: `midgame 12@73%: f5 +1.25, 1,234,567 nodes, 1.2 s`.
[[nodiscard]] std::string progress_text(const SearchResult& result);

} // namespace emilia
