#pragma once

// The page of an analysed game, for a browser: one file that needs neither a network nor another
// file. It steps through the game and draws its scores, mobility and discs.

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// The page for an analysed game; it is safe to embed whatever the names contain, and what is not
/// UTF-8 in them is replaced. `page.js` reads
///
///     {"format": 1, "title": "Cerf Jonathan – Mimura Hiroshi", "event": "", "date": "1980",
///      "result": "44-20", "opening": "", "names": {"X": "Cerf Jonathan", "O": "Mimura Hiroshi"},
///      "positions": [{"board": "---…", "player": "X", "discs": [2, 2], "mobility": [4, 4]}],
///      "moves": [{"number": 1, "player": "X", "move": "f5", "score": 0.25, "best": "f5",
///                 "loss": 0, "certainty": "63%", "depth": 18, "pv": ["f5", "d6"],
///                 "hints": [{"move": "f5", "score": 0.25}]}],
///      "players": {"X": {"loss": 12.5}, "O": {"loss": 3}}, "finished": true, "note": ""}
///
/// Move i is played in position i; a forced pass is no move, but is part of the position after it.
/// Pairs are black's and white's; score and loss are in discs for the side to move, the hints are
/// the best moves, best first.
[[nodiscard]] std::string report_page(const nlohmann::ordered_json& game);

} // namespace emilia
