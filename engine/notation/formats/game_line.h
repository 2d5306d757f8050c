#pragma once

// Listings of game bases, with one game per line:
//
//   1980  World Championship  Cerf Jonathan  44-20  Mimura Takuya  f5d6c3d3c4…
//
// Two or more blanks, or a tab, separate the fields: date, event, Black's name, the score (Black's
// discs, then White's), White's name and the moves. Date and event may be missing; a date begins
// with four digits. `?` marks an unknown field and `?-?` an unknown score. A line that has only
// moves is read as `move_text.h` says. In lists of openings a line has a name before or behind the
// moves, in a field of its own or divided by `|`; it becomes the event. All games begin at the
// usual start.

#include "engine/notation/game.h"

#include <optional>
#include <string>
#include <string_view>

namespace emilia {

[[nodiscard]] Parsed<Game> parse_game_line(std::string_view line);

/// Writes a line that parses to the same game, except for what a listing cannot express: place,
/// ratings, clock, a date that does not begin with the year, annotations of moves and the kind of
/// ending. If it can say nothing of the game, the line has only the moves. Runs of blanks in names
/// become one blank. Returns nothing if the game does not begin at the usual start.
[[nodiscard]] std::optional<std::string> to_game_line(const Game& game);

} // namespace emilia
