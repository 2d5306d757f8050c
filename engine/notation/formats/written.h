#pragma once

// The formats in which programs get a game, by the names that they ask for.

#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/pgn.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/move_list.h"

#include <array>
#include <string>
#include <string_view>

namespace emilia {

struct WrittenFormat {
    std::string_view name;
    std::string (*write)(const Game& game);
};

inline constexpr std::array<WrittenFormat, 5> written_formats{{
    {"ggf", [](const Game& game) { return to_ggf(game); }},
    {"sgf", [](const Game& game) { return to_sgf(game); }},
    {"pgn", [](const Game& game) { return to_pgn(game); }},
    {"moves", [](const Game& game) { return to_string(moves_of(game)); }},
    {"board", [](const Game& game) { return to_string(game.position()); }}, ///< after all moves
}};

} // namespace emilia
