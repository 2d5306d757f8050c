#pragma once

// Games of a base as tables and as JSON: lists, what was played in a position, and how groups of
// games scored.

#include "book/game_openings.h"
#include "engine/games/game_query.h"
#include "engine/games/indexed_games.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// The games with something in common.
struct GroupReport {
    std::string what; ///< they have in common: `opening`
    /// The side from which the results are seen; none: each player's own.
    std::optional<Color> side;
    std::vector<GameGroup> groups;
};

/// Where games leave the book, seen from a side.
struct ExitReport {
    Color side = Color::black;
    std::vector<BookExit> exits;
};

/// What is shown of games.
struct GamesReport {
    std::size_t all = 0;     ///< games of the files
    std::size_t chosen = 0;  ///< of them
    bool has_player = false; ///< the results are those of a player, whatever his colour
    Tally as_black;
    Tally as_white; ///< counts only with a player

    std::optional<Game> position;  ///< the moves to the position that all games pass through
    std::vector<PlayedNext> moves; ///< in that position

    std::optional<std::vector<GroupReport>> groups;
    std::optional<std::vector<ExitReport>> exits;

    struct Listed {
        std::size_t number = 0; ///< in the list of the chosen games, from 1
        BaseGame game;
        std::string_view opening;
    };
    std::optional<std::vector<Listed>> list;
    std::size_t most_rows = 0; ///< of a list or a table of groups
};

/// For a terminal with 80 columns.
[[nodiscard]] std::string games_text(const GameBase& base, const GamesReport& report);

/// One object with all of it.
[[nodiscard]] nlohmann::ordered_json games_json(const IndexedGames& games,
                                                const GamesReport& report);

/// The keys of a tally: `{"games": 12, "won": 7, …}`.
[[nodiscard]] nlohmann::ordered_json to_json(const Tally& tally);
/// `58.3%`, or `-` if no result is known.
[[nodiscard]] std::string points_text(const Tally& tally);
/// A line that says how many of `all` things were shown; empty if all were.
[[nodiscard]] std::string and_more(std::size_t all, std::size_t shown, std::string_view what);

/// The score of a game: `44-20`; `1-0` if only the winner is known, `*` if nothing is.
[[nodiscard]] std::string score_text(const BaseGame& game);

} // namespace emilia
