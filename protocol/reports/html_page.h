#pragma once

// HTML pages: of an analyzed game, of an opening book and of a season. A page is one file that
// needs neither a network nor other files. All pages share page.html, page.css and board.js. The
// page in the browser (protocol/page) uses these, too, and the viewer of an analyzed game:
// viewer.html and viewer.js.

#include "book/growth/book_tree.h"
#include "engine/analysis/game_analysis.h"

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// What a page adds to the parts that all pages share.
struct PageParts {
    std::string_view title;
    std::string_view style;
    std::string_view body;
    std::string script; ///< which finds the data in the element `data`
};

/// Texts of the data may contain anything: they are escaped, and bytes that are not valid UTF-8 are
/// replaced.
[[nodiscard]] std::string html_page(const PageParts& parts, const nlohmann::ordered_json& data);

/// What the page of an analyzed game adds.
[[nodiscard]] PageParts report_parts();

/// Returns the page of an analyzed game, which steps through the game and draws its scores,
/// mobility and discs. Names may contain anything. `viewer.js` reads
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
[[nodiscard]] std::string report_page(const AnalyzedGame& game);
/// The same from the JSON that `to_json` (result_json.h) makes of the game.
[[nodiscard]] std::string report_page(const nlohmann::ordered_json& game);

/// What the page of a season shows of an analyzed game, whose JSON `game` is and whose own page is
/// `page`:
///
///     {"page": "game-1a2b3c4d.html", "event": "", "date": "1980", "result": "44-20",
///      "opening": "Tiger", "names": {"X": "Cerf Jonathan", "O": "Mimura Takuya"},
///      "moves": [[1, "X", "f5", "f5", 0]]}
///
/// A move has its number, player, square, the best square and the discs that it lost. Throws
/// nlohmann::json::exception if it is another object.
[[nodiscard]] nlohmann::ordered_json season_game(const nlohmann::ordered_json& game,
                                                 std::string_view page);

/// Returns the page of a season with these games, an array: their list, and for each player what he
/// lost by phase, opening, colour and opponent, with links to the pages of the games.
[[nodiscard]] std::string season_page(const nlohmann::ordered_json& games);

/// Returns the page on which one can browse the tree of the position after `game`, out of a book
/// with `book_size` positions. The tree must not be empty. `book.js` reads
///
///     {"format": 1, "start": ["f5"], "player": "O", "opening": "", "book_size": 26684,
///      "positions": [{"board": "---…", "games": [24494, 3392, 22889], "name": "Tiger",
///                     "solved": true, "moves": [[29, 75, 47, 48714, 1, 4], [33, -308, 37, 637]]}]}
///
/// The page begins at position 0, which the moves of `start` lead to, with `player` to move. On a
/// board X is the side to move. `games` were won, drawn and lost by that side; there may be none,
/// and neither a name nor a solution. Moves come best first, each with
///
/// - its square, from 0 for a1 to 63 for h8; 64 is a pass,
/// - its value in hundredths of a disc, the depth of the book behind it, and the number of games,
/// - unless it can't be followed on the page, the number of the next position, and the symmetry
///   (engine/board/symmetry.h) that turns the board of this position into the one after the move.
[[nodiscard]] std::string book_page(const Game& game, const BookTree& tree, std::size_t book_size);

} // namespace emilia
