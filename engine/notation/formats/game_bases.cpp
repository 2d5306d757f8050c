#include "engine/notation/formats/game_bases.h"

#include "engine/base/read_file.h"
#include "engine/base/text.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

namespace emilia {
namespace {

/// The games of some files, with numbers made of the year and the place in the file.
class GameCollection {
public:
    void add(const std::string& path, WthorBase base) {
        if (static_cast<std::size_t>(base.year) > most_years || base.games.size() > games_a_year) {
            throw std::runtime_error(fmt::format("'{}' holds {} games of {}; at most {} a year up "
                                                 "to {} can be numbered",
                                                 path, base.games.size(), base.year, games_a_year,
                                                 most_years));
        }
        const auto [other, is_new] = years_.emplace(base.year, path);
        if (!is_new) {
            throw std::runtime_error(fmt::format("'{}' and '{}' both hold the games of {}; "
                                                 "leave one out",
                                                 other->second, path, base.year));
        }
        auto number =
            static_cast<std::uint32_t>(static_cast<std::size_t>(base.year) * games_a_year);
        for (WthorGame& game : base.games) {
            games_.push_back({number++, std::move(game), base.depth});
        }
    }

    [[nodiscard]] std::vector<NumberedGame> take() { return std::move(games_); }

private:
    static constexpr std::size_t games_a_year = 100'000;
    static constexpr std::size_t most_years = 9'999;
    std::map<int, std::string> years_;
    std::vector<NumberedGame> games_;
};

} // namespace

std::vector<std::string> game_files(const std::vector<std::string>& paths) {
    namespace fs = std::filesystem;
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        std::error_code error;
        if (!fs::is_directory(path, error)) {
            files.push_back(path);
            continue;
        }
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(path, error)) {
            if (equal_ignoring_case(entry.path().extension().string(), ".wtb"))
                found.push_back(entry.path().string());
        }
        if (error) {
            throw std::runtime_error(fmt::format("cannot read '{}': {}", path, error.message()));
        }
        if (found.empty()) {
            throw std::runtime_error(fmt::format("'{}' holds no game bases (*.wtb)", path));
        }
        std::sort(found.begin(), found.end());
        files.insert(files.end(), found.begin(), found.end());
    }
    return files;
}

std::optional<Years> parse_years(std::string_view text) noexcept {
    const std::size_t dash = text.find('-');
    const auto first = whole_number(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : whole_number(text.substr(dash + 1));
    if (!first || !last || *first > *last) return std::nullopt;
    return Years{*first, *last};
}

WthorBase whole_wthor_base(const std::string& path, std::string_view bytes) {
    auto base = parse_wthor(bytes);
    if (!base) {
        throw std::runtime_error(fmt::format("'{}' is not a whole WTHOR base: {} (byte {})", path,
                                             base.error().message, base.error().offset));
    }
    return std::move(*base);
}

std::vector<NumberedGame> read_wthor_games(const std::vector<std::string>& paths,
                                           const Years& years) {
    GameCollection games;
    for (const std::string& path : game_files(paths)) {
        const auto bytes = read_file(path);
        if (!bytes) throw std::runtime_error(bytes.error());
        WthorBase base = whole_wthor_base(path, *bytes);
        if (years.contain(base.year)) games.add(path, std::move(base));
    }
    return games.take();
}

} // namespace emilia
