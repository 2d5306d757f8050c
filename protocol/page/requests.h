#pragma once

// What the page in the browser asks the engine, and the answers. Both are JSON objects, because the
// page and the engine share nothing but text. A request names what it wants:
//
//   "ask"        with                         answer
//   "about"                                   version, levels, players of the literature
//   "open"       text                         the game in a text of any kind
//   "game"       game                         its positions with the legal moves of each
//   "write"      game, format                 the game as `ggf`, `sgf` or `moves`
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

#include "protocol/page/searches.h"

#include <string>
#include <string_view>

namespace emilia {

/// Answers requests one after the other. A search blocks until it is done.
class Requests {
public:
    /// The answer to a request, one line of UTF-8. While a search runs, `tell` gets its results so
    /// far in the same form.
    [[nodiscard]] std::string answer(std::string_view request, const Tell& tell) noexcept;

private:
    Searches searches_;
};

} // namespace emilia
