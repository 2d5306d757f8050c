#pragma once

// Games as one line of text each, as a listing of a game base shows them:
//
//   1980  World Championship  Cerf Jonathan  44-20  Mimura Hiroshi  f5d6c3d3c4…
//
// Fields stand apart by two blanks or more, or by a tab. The last one is the moves. The score is
// Black's discs and White's; Black stands before it, White behind it. Date and event, before
// those, may be left out; a date begins with four digits. `?` is what is not known, `?-?` a score
// that is not. A line of nothing but moves is a move list (`move_list.h`). All games begin at the
// usual start.

#include "engine/notation/game.h"

#include <optional>
#include <string>
#include <string_view>

namespace emilia {

[[nodiscard]] Parsed<Game> parse_game_line(std::string_view line);

/// A line that reads back as the same game, but for what such a line does not hold: place, ratings,
/// clock, a date that does not begin with the year, notes on moves, how a game ended and, in names,
/// blanks that are not one between two words. Nothing where the game does not begin at the usual
/// start.
[[nodiscard]] std::optional<std::string> to_game_line(const Game& game);

} // namespace emilia
