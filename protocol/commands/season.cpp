#include "protocol/commands/season.h"

#include "engine/base/bytes.h"
#include "engine/base/files.h"
#include "engine/system/paths.h"
#include "protocol/reports/html_page.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_json.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

/// A name that the game keeps, whatever other games the season has.
std::string page_name(const GameKey& key) {
    std::string text;
    for (const std::string& part : key) text += part + '\n';
    return fmt::format("game-{:08x}.html", checksum(text));
}

} // namespace

bool names_folder(const std::string& path) {
    std::error_code ignored;
    return path.ends_with('/') || std::filesystem::is_directory(to_path(path), ignored);
}

std::string season_records(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(to_path(folder), error);
    if (error) fail("cannot make the folder '{}': {}", folder, error.message());
    return to_text(to_path(folder) / "games.jsonl");
}

void write_season(const std::string& folder, const std::string& records,
                  const RecordedSettings& settings) {
    const auto path_of = [&folder](const std::string& name) {
        return to_text(to_path(folder) / name);
    };
    const std::string wanted = line_of(to_json(settings));
    auto games = nlohmann::ordered_json::array();
    std::ifstream lines(to_path(records), std::ios::binary);
    if (!lines) fail("cannot read '{}'", records);
    for (std::string line; std::getline(lines, line);) {
        const auto json = nlohmann::ordered_json::parse(line);
        const RecordedGame game = recorded_game(json);
        if (game.settings != wanted) continue;
        const std::string name = page_name(game.key);
        games.push_back(season_game(json, name));
        std::error_code ignored;
        if (!std::filesystem::exists(to_path(path_of(name)), ignored))
            or_throw(replace_file(path_of(name), report_page(json)));
    }
    or_throw(replace_file(path_of("index.html"), season_page(games)));
}

} // namespace emilia
