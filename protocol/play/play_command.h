#pragma once

// What a person types in a game: a move, or a command such as `undo` or `save game.ggf`.

#include "engine/board/bitboard.h"

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace emilia {

enum class PlayVerb {
    move,
    undo,
    redo,
    hint,
    switch_sides,
    evaluation,
    comments,
    level,
    adapt,
    player,
    clock,
    new_game,
    resume,
    save,
    load,
    analysis,
    board,
    moves,
    help,
    quit,
};

struct PlayCommand {
    PlayVerb verb = PlayVerb::board;
    Square move = Square::none; ///< for `move`
    bool on = false;            ///< for `evaluation`, `comments` and `adapt`
    int number = 0;             ///< for `level` and `hint`
    std::string text{};         ///< for `player`, `clock`, `save` and `load`
};

/// Parses a line that is not blank. Words may be in upper or lower case. The error is one clause
/// that says what is wrong and what can be typed instead.
[[nodiscard]] tl::expected<PlayCommand, std::string> parse_play_command(std::string_view line);

/// All commands, a line each.
[[nodiscard]] std::string play_help();

} // namespace emilia
