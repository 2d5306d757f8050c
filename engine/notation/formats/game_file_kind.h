#pragma once

// What a file of games is, told by its contents: names of files say nothing.

#include <cstdint>
#include <string_view>

namespace emilia {

enum class GameFileKind : std::uint8_t {
    ggf,
    sgf,
    wthor,       ///< a game base, perhaps a damaged one
    wthor_names, ///< the names that go with game bases
    positions,   ///< OBF
    lines,       ///< a game a line: moves, or a listing of a game base
    no_text,     ///< none of these, and nothing that is read by eye
};

[[nodiscard]] GameFileKind game_file_kind(std::string_view contents);

} // namespace emilia
