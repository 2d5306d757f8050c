#include "engine/notation/formats/wthor_files.h"

#include "engine/base/numbers.h"
#include "engine/base/read_file.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_file_kind.h"
#include "engine/system/paths.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include <fmt/format.h>

namespace emilia {
namespace {

using Paths = std::vector<std::string>;

/// Collects the games of several bases and numbers them.
class GameCollection {
public:
    [[nodiscard]] tl::expected<void, std::string> add(const std::string& path, WthorBase base) {
        if (static_cast<std::size_t>(base.year) > max_year
            || base.games.size() + base.damaged.size() > max_games_per_year) {
            return tl::unexpected(fmt::format("'{}' holds {} of {}; games can be numbered up to "
                                              "the year {}, and up to {} in a year",
                                              path, counted(base.games.size(), "game"), base.year,
                                              max_year, max_games_per_year));
        }
        const auto [other, is_new] = years_.emplace(base.year, path);
        if (!is_new) {
            return tl::unexpected(fmt::format("'{}' and '{}' both hold the games of {}; leave one "
                                              "out",
                                              other->second, path, base.year));
        }
        const std::size_t first = static_cast<std::size_t>(base.year) * max_games_per_year;
        for (WthorGame& game : base.games) {
            const auto number = static_cast<std::uint32_t>(first + game.number - 1);
            games_.push_back({number, std::move(game), base.depth});
        }
        return {};
    }

    [[nodiscard]] std::vector<NumberedGame> take() { return std::move(games_); }

private:
    static constexpr std::size_t max_games_per_year = 100'000;
    static constexpr std::size_t max_year = 9'999;
    std::map<int, std::string> years_;
    std::vector<NumberedGame> games_;
};

tl::expected<Paths, std::string> bases_in(const std::string& folder) {
    Paths found;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(to_path(folder), error)) {
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
        if (!std::filesystem::is_directory(to_path(path), error)) {
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
    const auto files = expand_folders(paths);
    if (!files) return tl::unexpected(files.error());
    GameCollection games;
    for (const std::string& path : *files) {
        const auto bytes = read_file(path);
        if (!bytes) return tl::unexpected(bytes.error());
        auto base = parse_wthor_file(path, *bytes);
        if (!base) return tl::unexpected(base.error());
        if (!years.contain(base->year)) continue;
        for (const DamagedWthorGame& damaged : base->damaged) complain(damage_text(path, damaged));
        if (const auto added = games.add(path, std::move(*base)); !added)
            return tl::unexpected(added.error());
    }
    return games.take();
}

} // namespace emilia
