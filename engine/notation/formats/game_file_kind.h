#pragma once

// Recognises the kind of a game file by its contents; file names and extensions are ignored.

#include <cstdint>
#include <string_view>

namespace emilia {

enum class GameFileKind : std::uint8_t {
    ggf,
    sgf,
    wthor,       ///< a game base, possibly damaged
    wthor_names, ///< the players or tournaments of game bases
    positions,   ///< OBF
    book,        ///< an opening book of Emilia
    edax_book,   ///< an opening book of Edax
    labels,      ///< labelled positions, for training
    lines,       ///< text with one game per line: a move list or a listing of a game base
    binary,      ///< none of these, and not text
};

[[nodiscard]] GameFileKind game_file_kind(std::string_view contents);

} // namespace emilia
