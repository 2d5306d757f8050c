#pragma once

// Makes an HTML page of an analyzed game, which steps through the game and draws its scores,
// mobility and discs. The page in the browser (protocol/page) shares its viewer: viewer.html and
// viewer.js.

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// Returns the page. Names may contain anything. `viewer.js` reads
///
///     {"format": 1, "title": "Cerf Jonathan – Mimura Takuya", "event": "", "date": "1980",
///      "result": "44-20", "opening": "", "names": {"X": "Cerf Jonathan", "O": "Mimura Takuya"},
///      "positions": [{"board": "---…", "player": "X", "discs": [2, 2], "mobility": [4, 4]}],
///      "moves": [{"number": 1, "player": "X", "move": "f5", "score": 0.25, "best": "f5",
///                 "loss": 0, "certainty": "63%", "depth": 18,
///                 "turning_point": false, "pv": ["f5", "d6"],
///                 "hints": [{"move": "f5", "score": 0.25}]}],
///      "players": {"X": {"loss": 12.5}, "O": {"loss": 3}}, "finished": true, "note": ""}
///
/// Move i is played in position i. A forced pass is not a move: the position is the one after it.
/// Pairs are black's value and white's. Scores and losses are in discs for the side to move. The
/// hints are the best moves, best first.
[[nodiscard]] std::string report_page(const nlohmann::ordered_json& game);

} // namespace emilia
