#pragma once

// The games of files with the index of their positions, and the bytes of a file that keeps them, so
// that they need not be read and indexed again. Whether the games' files have changed since then is
// for the caller to find out.

#include "engine/games/game_base.h"
#include "engine/games/position_index.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace emilia {

/// A file as it was when its games were read.
struct GameSource {
    std::string path; ///< absolute
    std::uint64_t bytes = 0;
    std::int64_t modified = 0; ///< in the units of the system's clock of files

    [[nodiscard]] friend bool operator==(const GameSource&, const GameSource&) = default;
};

struct IndexedGames {
    /// The files of the games, to which `BaseGame::file` points, and those with names beside them.
    std::vector<GameSource> sources;
    std::vector<std::string> problems; ///< what could not be read
    std::vector<std::string> notes;    ///< what was left out
    GameBase base;
    PositionIndex index;
};

/// Whether a file begins as one of `to_bytes` does, complete or not, of this version or another.
[[nodiscard]] bool looks_like_indexed_games(std::string_view bytes) noexcept;

/// The file: a magic number, a version, a checksum of what follows, and that.
[[nodiscard]] std::string to_bytes(const IndexedGames& games);

/// Parses a whole file. An error is the end of a sentence that begins with the file's name.
[[nodiscard]] tl::expected<IndexedGames, std::string> parse_indexed_games(std::string_view bytes);

} // namespace emilia
