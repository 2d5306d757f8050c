#pragma once

// Games in lines: a list of one game a line, or games that take several lines. record_text.h reads
// texts of any kind.

#include "engine/notation/formats/record_text.h"

#include <string_view>

namespace emilia {

/// Parses a line: moves, a listing, an opening with its name, a board with moves behind it, JSON,
/// or the address of a page that carries moves or a board. Other characters than ASCII's count as
/// `plain_text.h` says where the line can't be read without that.
[[nodiscard]] Parsed<Game> parse_record_line(std::string_view line);

/// Reads the games of a text as `read_text_games` says.
TextSummary read_line_games(std::string_view text, const TakeTextGame& take);

} // namespace emilia
