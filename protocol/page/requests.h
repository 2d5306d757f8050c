#pragma once

// What the page in the browser asks its engine, and the answers. Both are JSON objects, because the
// page's engine (engine.js) and its scripts share nothing but text. A request names what it wants:
//
//   "ask"        with                         answer
//   "about"                                   version, levels, players of the literature
//   "open"       text                         the game in a text of any kind
//   "game"       game                         its positions with the legal moves of each
//   "write"      game, format                 `{"text": "…"}`: the game as `ggf`, `sgf` or `moves`
//   "prepare"                                 nothing; later searches begin without delay
//   "move"       position, level or player    a move to play
//   "evaluate"   position, seconds            what `emilia analyze --json` prints
//   "analyze"    game, seconds                what `emilia analyze --game --json` prints
//   "bench"                                   nodes and seconds of `emilia bench`
//
// A position is a board string; a game is
// `{"start": "---… X", "moves": "f5d6", "names": {"X": "", "O": ""}, "event": "", "date": ""}`, of
// which all but the start may be left out. What can't be done is answered by
// `{"error": "e1 is not a legal move for black"}`.
//
// "game" is answered by the moves without passes, and the positions before and after each. Where a
// player must pass, the position is the one after the pass. `note` says why no game reaches the
// start position, if that is so:
//
//     {"moves": [{"move": "f5", "player": "X"}],
//      "positions": [{"board": "---…", "player": "X", "discs": [2, 2], "mobility": [4, 4],
//                     "legal": ["d3", "c4"]}],
//      "over": false, "result": "", "opening": "", "record": "f5", "note": ""}
//
// "move" asks a player of the literature, or the engine at a level; unless "book" is false, the
// engine plays from the book. A request with "new_game" comes first in a game. The answer, and each
// of the engine's results so far, is
//
//     {"move": "f5", "line": {…}, "nodes": 1, "seconds": 0.1}
//
// Players of the literature give no line. While "evaluate" runs, the page gets the scores so far,
// during "analyze" how many moves are done, `{"done": 1, "all": 60}`, and during "bench" the sums.

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace emilia {

/// Receives the results so far of a search, as JSON.
using Tell = std::function<void(const std::string& json)>;

/// Answers requests one after the other. A search blocks until it is done, and can't be stopped:
/// the page ends the worker that runs it, and continues with a new one.
class Requests {
public:
    Requests();
    ~Requests();

    /// The answer to a request, one line of UTF-8. While a search runs, `tell` gets its results so
    /// far in the same form.
    [[nodiscard]] std::string answer(std::string_view request, const Tell& tell) noexcept;

private:
    class Answers;
    std::unique_ptr<Answers> answers_;
};

} // namespace emilia
