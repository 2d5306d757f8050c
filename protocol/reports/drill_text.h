#pragma once

// What a drill says to a person.

#include "engine/drill/drill.h"

#include <string>

namespace emilia {

/// `The best move for black?`, or `After f5d6, Perpendicular: your move for black?`
[[nodiscard]] std::string question_of(const Problem& problem);

/// `Right: g8 +18.`, or `Wrong: h7 +6 loses 12 discs; g8 +18.`; only the solution for who didn't
/// know.
[[nodiscard]] std::string to_text(const DrillVerdict& verdict);

/// `8 of 10 right.`, and when the next position is due; only the latter if none was answered.
[[nodiscard]] std::string summary_of(const Drill& drill);

} // namespace emilia
