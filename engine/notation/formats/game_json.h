#pragma once

// Games in JSON, as Othello Quest gives them: wherever an object has a list `moves` of objects with
// a square under `m`, of squares, or one text of moves, that is a game from the usual start.
//
//   {"moves":[{"m":"f5","t":1200},{"m":"d6","t":900}]}

#include "engine/notation/game.h"

#include <string_view>
#include <vector>

namespace emilia {

/// Whether `text` looks like JSON: an object, or a list of some.
[[nodiscard]] bool looks_like_json(std::string_view text) noexcept;

/// The games in their order. Fails if the text is no JSON, holds no moves or has a wrong move.
[[nodiscard]] Parsed<std::vector<Game>> parse_game_json(std::string_view text);

} // namespace emilia
