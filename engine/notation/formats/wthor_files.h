#pragma once

// Reads WTHOR bases from disk as the input of a job: one base or many, for chosen years, with a
// stable number for each game. Errors are messages that name the file.

#include "engine/notation/formats/game_selection.h"
#include "engine/notation/formats/wthor.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace emilia {

/// Expands each folder in `paths` to the WTHOR bases (`*.wtb`) in it, sorted by name. Fails for a
/// folder that cannot be read or holds no base.
[[nodiscard]] tl::expected<std::vector<std::string>, std::string>
expand_folders(const std::vector<std::string>& paths);

/// Parses `bytes`, the contents of `path`.
[[nodiscard]] tl::expected<WthorBase, std::string> parse_wthor_file(const std::string& path,
                                                                    std::string_view bytes);

/// Says which game of `path` is damaged, and where and why.
[[nodiscard]] std::string damage_text(const std::string& path, const DamagedWthorGame& damaged);

struct NumberedGame {
    std::uint32_t number; ///< 100,000 · year + index in its file; the same in every run
    WthorGame game;
    int depth; ///< empty squares from which `perfect_discs` assumes perfect play
};

/// Reads all games of `years` from WTHOR bases and folders of them, ordered by file and index.
/// Fails if a file cannot be read, or if two files hold the same year, because their games would
/// share numbers. `complain` gets a message for each damaged game, which is left out.
[[nodiscard]] tl::expected<std::vector<NumberedGame>, std::string>
read_wthor_games(const std::vector<std::string>& paths, const Years& years,
                 const std::function<void(const std::string&)>& complain);

} // namespace emilia
