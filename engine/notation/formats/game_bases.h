#pragma once

// Game bases on disk as a job's input: which files, which games of them, and a number for each.

#include "engine/notation/formats/wthor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// First and last, both included.
struct Years {
    int first = 0;
    int last = 9999;
    [[nodiscard]] bool contain(int year) const noexcept { return first <= year && year <= last; }
};

/// Reads `2012` or `1977-2022`; none if `text` is neither.
[[nodiscard]] std::optional<Years> parse_years(std::string_view text) noexcept;

/// `paths`, where folders stand for the WTHOR bases (`*.wtb`) in them, in the order of their names.
/// Throws std::runtime_error, with the path, for a folder that can't be read or has none.
[[nodiscard]] std::vector<std::string> game_files(const std::vector<std::string>& paths);

/// A game and a number that is the same in every run.
struct NumberedGame {
    std::uint32_t number; ///< 100,000 times the year and the place in its file, from 0
    WthorGame game;
    int depth; ///< empty squares from which its `perfect_discs` counts
};

/// A whole base; `bytes` are the contents of `path`. Throws std::runtime_error, with the path.
[[nodiscard]] WthorBase whole_wthor_base(const std::string& path, std::string_view bytes);

/// The games of `years` in WTHOR bases and in folders of them (`*.wtb`), by file and place.
/// Throws std::runtime_error, with the path, where one can't be read, and where two hold the same
/// year.
[[nodiscard]] std::vector<NumberedGame> read_wthor_games(const std::vector<std::string>& paths,
                                                         const Years& years);

} // namespace emilia
