#pragma once

// Messages as the server writes them, for the tests of this folder.

#include "protocol/server/messages.h"

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
    std::string move = "  1: f5//3.47"; ///< none if it is empty
    std::string black = "alice";
    std::string black_clock = "00:56,1:0//02:00,1:0";
    std::string white = "emilia";
    std::string white_clock = "01:00,0:0//02:00,0:0";
    std::string squares = // after f5
        "---------------------------O*------***--------------------------";
    char side = 'O';
};

/// `/os: update .5 8b K?` and its lines.
[[nodiscard]] inline std::string board_text(const BoardText& board) {
    std::string text = fmt::format("/os: {} {} {} K?\n", board.kind, board.game, board.type);
    if (!board.move.empty()) text += fmt::format("|{}\n", board.move);
    text += fmt::format("|{:8} (1720.0 *) {}\n", board.black, board.black_clock);
    text += fmt::format("|{:8} (1650.5 O) {}\n|\n", board.white, board.white_clock);
    text += "|   A B C D E F G H\n";
    for (std::size_t row = 0; row < 8; ++row) {
        text += fmt::format("| {} ", row + 1);
        for (const char square : board.squares.substr(8 * row, 8))
            text += fmt::format("{} ", square);
        text += fmt::format("{} \n", row + 1);
    }
    return text + fmt::format("|   A B C D E F G H\n|\n|{} to move", board.side);
}

} // namespace emilia::testing
