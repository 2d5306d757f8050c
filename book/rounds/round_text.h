#pragma once

// The searches of a round (round.h) and their answers as text, one a line.
//
//   <64 squares> X enter 20@63% d3c4
//   <64 squares> X enter 20@63% d3c4 f5+0.25 20@63%
//
// X is the side to move. The fields are: the purpose (enter, widen or deepen), the depth in plies
// and the confidence that are asked for, and the excluded moves, `-` if there are none. An answer
// adds the best of the other moves with its score in discs, `-` if there is none, and the depth and
// confidence that were reached.

#include "book/rounds/round.h"
#include "engine/notation/parse_error.h"

#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// Without a line feed.
[[nodiscard]] std::string to_text(const RoundSearch& search);
[[nodiscard]] std::string to_text(const RoundAnswer& answer);

/// Parses all lines of a text; an error gives the line.
[[nodiscard]] Parsed<std::vector<RoundSearch>> parse_round_searches(std::string_view text);
[[nodiscard]] Parsed<std::vector<RoundAnswer>> parse_round_answers(std::string_view text);

} // namespace emilia
