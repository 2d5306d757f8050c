#include "engine/notation/formats/wthor_files.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_files.h"
#include "engine/system/paths.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace fs = std::filesystem;

using Paths = std::vector<std::string>;

constexpr const char* players_file = "WTH.JOU";
constexpr const char* tournaments_file = "WTH.TRN";

tl::expected<Paths, std::string> bases_in(const std::string& folder) {
    Paths found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(to_path(folder), error)) {
        if (!equal_ignoring_case(to_text(entry.path().extension()), ".wtb")) continue;
        found.push_back(to_text(entry.path()));
        if (is_no_ordinary_file(found.back())) {
            return tl::unexpected(
                fmt::format("cannot read '{}': it is no ordinary file", found.back()));
        }
    }
    if (error) return tl::unexpected(fmt::format("cannot read '{}': {}", folder, error.message()));
    if (found.empty())
        return tl::unexpected(fmt::format("'{}' holds no game bases (*.wtb)", folder));
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace

tl::expected<Paths, std::string> expand_folders(const Paths& paths) {
    Paths files;
    for (const std::string& path : paths) {
        std::error_code error;
        if (!fs::is_directory(to_path(path), error)) {
            files.push_back(path);
            continue;
        }
        const auto bases = bases_in(path);
        if (!bases) return tl::unexpected(bases.error());
        files.insert(files.end(), bases->begin(), bases->end());
    }
    return files;
}

tl::expected<WthorBase, std::string> parse_wthor_file(const std::string& path,
                                                      std::string_view bytes) {
    if (game_file_kind(bytes) == GameFileKind::labels)
        return tl::unexpected(fmt::format("'{}' holds labelled positions, no WTHOR base", path));
    return parse_wthor(bytes).map_error([&path](const ParseError& error) {
        return fmt::format("'{}' is not a complete WTHOR base: {} (byte {})", path, error.message,
                           error.offset);
    });
}

std::string damage_text(const std::string& path, const DamagedWthorGame& damaged) {
    return fmt::format("'{}', game {}: {} (byte {})", path, damaged.number, damaged.error.message,
                       damaged.error.offset);
}

tl::expected<std::vector<NumberedGame>, std::string>
read_wthor_games(const Paths& paths, const Years& years,
                 const std::function<void(const std::string&)>& complain) {
    constexpr std::size_t max_games_per_year = 100'000;
    constexpr std::size_t max_year = 9'999;
    const auto files = expand_folders(paths);
    if (!files) return tl::unexpected(files.error());
    std::vector<NumberedGame> games;
    std::map<std::size_t, std::string> files_of_years;
    for (const std::string& path : *files) {
        const auto bytes = read_file(path);
        if (!bytes) return tl::unexpected(bytes.error());
        auto base = parse_wthor_file(path, *bytes);
        if (!base) return tl::unexpected(base.error());
        const std::size_t year = base->year;
        if (!years.contain(base->year)) continue;
        for (const DamagedWthorGame& damaged : base->damaged) complain(damage_text(path, damaged));
        if (year > max_year || base->games.size() + base->damaged.size() > max_games_per_year) {
            return tl::unexpected(fmt::format("'{}' holds {} of {}; games can be numbered up to "
                                              "the year {}, and up to {} in a year",
                                              path, counted(base->games.size(), "game"), year,
                                              max_year, max_games_per_year));
        }
        const auto [other, is_new] = files_of_years.emplace(year, path);
        if (!is_new) {
            return tl::unexpected(fmt::format("'{}' and '{}' both hold the games of {}; leave one "
                                              "out",
                                              other->second, path, year));
        }
        for (WthorGame& game : base->games) {
            const std::size_t number = year * max_games_per_year + game.number - 1;
            games.push_back({static_cast<std::uint32_t>(number), std::move(game), base->depth});
        }
    }
    return games;
}

std::optional<Years> parse_years(std::string_view text) noexcept {
    const auto range = parse_range(text);
    if (!range) return std::nullopt;
    return Years{range->first, range->second};
}

std::map<WthorNameKind, std::string> name_files_beside(const std::string& path) {
    const fs::path parent = to_path(path).parent_path();
    std::map<WthorNameKind, std::string> files;
    std::error_code error;
    for (const auto& entry :
         fs::directory_iterator(parent.empty() ? fs::path(".") : parent, error)) {
        const std::string name = to_text(entry.path().filename());
        const std::string file = to_text(parent / entry.path().filename());
        if (equal_ignoring_case(name, players_file)) files[WthorNameKind::players] = file;
        if (equal_ignoring_case(name, tournaments_file)) files[WthorNameKind::tournaments] = file;
    }
    return files;
}

tl::expected<WthorNames, std::string> read_wthor_names(const std::string& path,
                                                       WthorNameKind kind) {
    if (is_no_ordinary_file(path))
        return tl::unexpected(fmt::format("cannot read '{}': it is no ordinary file", path));
    const auto bytes = read_file(path);
    if (!bytes) return tl::unexpected(bytes.error());
    return parse_wthor_names(*bytes, kind).map_error([&path](const ParseError& error) {
        return fmt::format("'{}' is not a complete file of names: {} (byte {})", path,
                           error.message, error.offset);
    });
}

bool would_name_other_bases(const std::string& path, const WthorNameBook& names) {
    const auto existing = name_files_beside(path);
    const auto is_new = [&existing](const WthorNames& known) {
        return !known.bytes.empty() && existing.count(known.kind) == 0;
    };
    if (!is_new(names.players) && !is_new(names.tournaments)) return false;
    const fs::path folder = to_path(path).parent_path();
    const auto bases = expand_folders({folder.empty() ? "." : to_text(folder)});
    return bases && std::any_of(bases->begin(), bases->end(), [&path](const std::string& base) {
               std::error_code ignored;
               return !fs::equivalent(to_path(base), to_path(path), ignored);
           });
}

tl::expected<void, std::string> write_names_beside(const std::string& path,
                                                   const WthorNameBook& names) {
    const auto existing = name_files_beside(path);
    const fs::path folder = to_path(path).parent_path();
    const auto write = [&](const WthorNames& known,
                           const char* name) -> tl::expected<void, std::string> {
        if (known.bytes.empty() || existing.count(known.kind) != 0) return {};
        return replace_file(to_text(folder / name), to_wthor_names(known));
    };
    if (auto written = write(names.players, players_file); !written) return written;
    return write(names.tournaments, tournaments_file);
}

} // namespace emilia
