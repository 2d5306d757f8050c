#pragma once

// Search results as people read them.

#include "engine/search/search_result.h"

#include <string>

namespace emilia {

/// `exact`, `win/loss/draw`, `midgame 12`, or `93 % sure`: to the end, but a part taken on trust.
[[nodiscard]] std::string certainty_text(const Line& line);

/// For programs: `exact`, `wld`, `book`, or how sure the search wanted to be, `63%`; `100%` where
/// nothing was pruned on a guess.
[[nodiscard]] std::string certainty_word(const Line& line);

/// `+6`, `win`, or `+1.25` where it is an estimate.
[[nodiscard]] std::string score_text(const Line& line);

/// A running search in short: `midgame 12: f5 +1.25, 1,234,567 nodes, 1.2 s`.
[[nodiscard]] std::string progress_text(const SearchResult& result);

} // namespace emilia
