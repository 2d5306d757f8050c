#pragma once

// WTHOR on disk: bases as the input of a job, one or many, for chosen years, with a stable number
// for each game; and the files of names beside a base. Errors are messages that name the file.

#include "engine/notation/formats/wthor.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
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

/// A range of years that includes its ends; by default every year that a WTHOR base can have.
struct Years {
    int first = 0;
    int last = 65'535;
    [[nodiscard]] bool contain(int year) const noexcept { return first <= year && year <= last; }
};

/// Parses `2012` or `1977-2022`; returns nothing for any other text.
[[nodiscard]] std::optional<Years> parse_years(std::string_view text) noexcept;

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

/// The files of names in the folder of a base, WTH.JOU and WTH.TRN in upper or lower case.
[[nodiscard]] std::map<WthorNameKind, std::string> name_files_beside(const std::string& path);

/// Reads a file of names.
[[nodiscard]] tl::expected<WthorNames, std::string> read_wthor_names(const std::string& path,
                                                                     WthorNameKind kind);

/// Whether `write_names_beside` would give names to bases that are there without any.
[[nodiscard]] bool would_name_other_bases(const std::string& path, const WthorNameBook& names);

/// Writes WTH.JOU and WTH.TRN into the folder of a base. An existing file is kept, and names that
/// are unknown are not written.
[[nodiscard]] tl::expected<void, std::string> write_names_beside(const std::string& path,
                                                                 const WthorNameBook& names);

} // namespace emilia
