#pragma once

// Bases of games for the tests of this folder.

#include "engine/games/game_base.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/move_list.h"
#include "tests/locations.h"
#include "tests/notation/notation_test.h"
#include "tests/random_game.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace emilia::testing {

[[nodiscard]] inline GameBase base_of(const std::vector<Game>& games) {
    GameBase base;
    std::uint32_t number = 0;
    for (const Game& game : games) base.add(game, 0, ++number);
    return base;
}

/// A game with names and date, by its moves.
[[nodiscard]] inline Game game_of(const std::string& black, const std::string& white, int year,
                                  const std::string& moves,
                                  std::optional<double> black_lead = std::nullopt) {
    const Game game = parse_moves(moves).value();
    GameHeader header;
    header.black_name = black;
    header.white_name = white;
    header.date = std::to_string(year);
    Game named(game.start(), header);
    if (black_lead) named.result = result_of_lead(*black_lead);
    for (const PlayedMove& played : game.moves()) static_cast<void>(named.play(played));
    return named;
}

/// Games of people, random games, and random games from other starts, half with White to move.
[[nodiscard]] inline std::vector<Game> mixed_games() {
    std::vector<Game> games;
    for (const char* base : {"wthor/WTH_1978.wtb", "literature/WTH_1980.wtb"}) {
        GameFile file = read_games(data_path(base)).value();
        std::move(file.games.begin(), file.games.end(), std::back_inserter(games));
    }
    Random random(56);
    for (int i = 0; i < 200; ++i) games.push_back(random_played_game(random));
    for (int i = 0; i < 50; ++i) {
        const auto boards = random_game(random);
        const Board start = boards[static_cast<std::size_t>(below(random, 20))];
        games.push_back(
            random_played_game(random, {start, i % 2 == 0 ? Color::black : Color::white}));
    }
    return games;
}

} // namespace emilia::testing
