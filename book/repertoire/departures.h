#pragma once

// Where games left a repertoire: which side played another move than it has, and what that cost.

#include "book/repertoire/repertoire.h"
#include "engine/games/game_query.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace emilia {

/// How some games left the repertoire.
struct Departure {
    enum class Kind : std::uint8_t {
        own,      ///< the repertoire's side played another move
        opponent, ///< the opponent's move is not in the repertoire
        end,      ///< the games stayed in it to its end or to their own
    };

    Kind kind = Kind::end;
    // Not for an end; all squares are of the board that `line` reaches.
    std::vector<Square> line; ///< from the first position
    Square played = Square::none;
    std::optional<Square> instead = {}; ///< the repertoire's move, if it is that side's turn
    std::optional<Score> loss = {};     ///< against `instead`, or the best move; none if unknown
    Tally tally = {};                   ///< of the games, for the repertoire's side
};

struct GameDeparture {
    std::uint32_t game = 0;    ///< its place in the base
    std::size_t departure = 0; ///< its place among the departures
};

struct Departures {
    std::vector<Departure> all; ///< most frequent first
    std::vector<GameDeparture> games;
};

/// The departures of games that were chosen because they pass through the repertoire's first
/// position, seen from `side`, the side of the repertoire. The book is that of the repertoire.
[[nodiscard]] Departures departures(const GameBase& base, const std::vector<ChosenGame>& chosen,
                                    const Repertoire& repertoire, const Book& book, Color side);

} // namespace emilia
