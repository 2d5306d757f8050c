#pragma once

// Messages as the server writes them, for the tests of this folder.

#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/server/messages.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace emilia::testing {

/// The only message that `text`, without its `READY`, is.
[[nodiscard]] inline ggs::RawMessage message_of(std::string_view text) {
    ggs::MessageReader reader;
    return reader.take(std::string(text) + "\nREADY\n").at(0);
}

struct BoardText {
    std::string kind = "update";
    std::string game = ".5";
    std::string type = "8b";
    std::string move = "  1: f5//3.47"; ///< of an update
    std::string black = "alice";
    std::string black_clock = "00:56,1:0//02:00,1:0";
    std::string white = "emilia";
    std::string white_clock = "01:00,0:0//02:00,0:0";
    std::string squares = // after f5
        "---------------------------O*------***--------------------------";
    char side = 'O';
};

/// The players, the squares and the side to move.
[[nodiscard]] inline std::string position_text(const BoardText& board) {
    std::string text = fmt::format("|{:8} (1720.0 *) {}\n", board.black, board.black_clock);
    text += fmt::format("|{:8} (1650.5 O) {}\n|\n", board.white, board.white_clock);
    text += "|   A B C D E F G H\n";
    for (std::size_t row = 0; row < 8; ++row) {
        text += fmt::format("| {} ", row + 1);
        for (const char square : board.squares.substr(8 * row, 8))
            text += fmt::format("{} ", square);
        text += fmt::format("{} \n", row + 1);
    }
    return text + fmt::format("|   A B C D E F G H\n|\n|{} to move\n", board.side);
}

/// `/os: update .5 8b K?` and its lines, or a `join` without moves.
[[nodiscard]] inline std::string board_text(const BoardText& board) {
    std::string text = fmt::format("/os: {} {} {} K?\n", board.kind, board.game, board.type);
    text += board.kind == "join" ? "|0 move(s)\n|  0: PASS\n" : '|' + board.move + '\n';
    text += position_text(board);
    text.pop_back();
    return text;
}

inline void set_position(BoardText& board, const Position& position) {
    board.squares = to_string(position).substr(0, square_count);
    std::replace(board.squares.begin(), board.squares.end(), 'X', '*');
    board.side = position.to_move == Color::black ? '*' : 'O';
}

/// The `join` of a game that has gone some moves already, with the clocks of `board` at its end.
[[nodiscard]] inline std::string join_text(const Game& game, BoardText board = {}) {
    BoardText start = board;
    set_position(start, game.start());
    start.black_clock = start.white_clock = "01:00//02:00";
    set_position(board, game.position());
    std::string text = fmt::format("/os: join {} {} K?\n|{} move(s)\n", board.game, board.type,
                                   game.moves().size());
    text += position_text(start);
    for (std::size_t i = 0; i < game.moves().size(); ++i)
        text += fmt::format("|{:3}: {}/1.00/0.36\n", i + 1, to_string(game.moves()[i].move));
    text += position_text(board);
    text.pop_back();
    return text;
}
[[nodiscard]] inline std::string join_text(const char* moves, BoardText board = {}) {
    return join_text(*parse_moves(moves), std::move(board));
}

} // namespace emilia::testing
