#pragma once

// The games of 1980 and 1981 that Rosenbloom's article shows, read from WTHOR's files.

#include "engine/classic/evaluation.h"
#include "engine/notation/formats/wthor.h"
#include "tests/catch.h"
#include "tests/locations.h"

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace emilia::testing {

/// The games' indices in WTH_1980.wtb.
enum class ArticleGame : std::size_t {
    cerf_mimura = 1,         ///< 44-20 (figure 3.9)
    mimura_cerf = 4,         ///< 21-43 (figure 5.1, transposed)
    reversi_challenger = 51, ///< 3-60 against Iago (figure 3.7)
    aldaron = 78,            ///< 30-34 against Iago (figure 4.8)
    the_moor = 135,          ///< Iago 51-13 (figure 3.1)
};

struct Turn {
    Board board;
    Square played;
    bool black_moves;
};

inline std::vector<WthorGame> games_of(const std::string& name) {
    std::ostringstream bytes;
    bytes << std::ifstream(testing::data_path("literature/" + name), std::ios::binary).rdbuf();
    const Parsed<WthorBase> base = parse_wthor(bytes.str());
    REQUIRE(base);
    return base->games;
}

/// The positions in which a move was made.
inline std::vector<Turn> turns_of(const WthorGame& game) {
    std::vector<Turn> turns;
    Board board = Board::start();
    bool black = true;
    for (const Square move : game.moves) {
        if (move != Square::pass) turns.push_back({board, move, black});
        board = board.after(move);
        black = !black;
    }
    return turns;
}

inline std::vector<Turn> turns_of(ArticleGame game) {
    return turns_of(games_of("WTH_1980.wtb").at(static_cast<std::size_t>(game)));
}

/// The position in which move number `move` was made.
inline Turn turn_at(ArticleGame game, int move) {
    const std::vector<Turn> turns = turns_of(game);
    return turns.at(static_cast<std::size_t>(move) - 1);
}

} // namespace emilia::testing
