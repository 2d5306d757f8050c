#pragma once

// The page's requests about games and positions, which need no search and are answered at once.

#include "engine/notation/game.h"

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// The program's version, its levels, and the players of the literature.
[[nodiscard]] nlohmann::ordered_json about();

/// The game of a request. Throws std::runtime_error if a move is illegal.
[[nodiscard]] Game game_of(const nlohmann::ordered_json& json);

/// The position of a board string. Throws std::runtime_error.
[[nodiscard]] Position position_of(const std::string& text);

/// Reads what a user has pasted: GGF, SGF, a line of a listing, moves, or a board. Throws
/// std::runtime_error, whose message says what is wrong and where.
[[nodiscard]] nlohmann::ordered_json open_text(std::string_view text);

/// The moves without passes, and the positions before and after each. Where a player must pass, the
/// position is the one after the pass:
///
///     {"moves": [{"move": "f5", "player": "X"}],
///      "positions": [{"board": "---…", "player": "X", "discs": [2, 2], "mobility": [4, 4],
///                     "legal": ["d3", "c4"]}],
///      "over": false, "result": "", "opening": "", "record": "f5", "note": ""}
///
/// `note` says why no game reaches the start position, if that is so.
[[nodiscard]] nlohmann::ordered_json positions_of(const Game& game);

/// `{"text": "…"}`. Throws std::runtime_error if there is no such format.
[[nodiscard]] nlohmann::ordered_json write_game(const Game& game, const std::string& format);

/// JSON on one line. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string to_text(const nlohmann::ordered_json& json);

} // namespace emilia
