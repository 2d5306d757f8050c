#include "protocol/server/game_files.h"

#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_text.h"
#include "engine/notation/formats/ggf.h"
#include "engine/system/paths.h"
#include "protocol/reports/or_throw.h"

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace emilia::ggs {
namespace {

AppendFile open(const std::string& path) {
    const std::string beginning = or_throw(read_beginning(path));
    if (!beginning.empty() && !trimmed(beginning).starts_with("(;")) {
        throw std::runtime_error(fmt::format(
            "'{}' holds no games in GGF, so nothing is appended to it; choose another --games",
            path));
    }
    AppendFile file = or_throw(AppendFile::open(path));
    // A crash may have torn the last line; a reader finds the next game in a line of its own.
    if (file.size() > 0 && !or_throw(read_file(path)).ends_with('\n')) or_throw(file.append("\n"));
    return file;
}

std::vector<Game> read_games(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(to_path(path), ignored)) return {};
    const std::string text = or_throw(read_file(path));
    std::vector<Game> games;
    GameCutter cutter(text, Variations::none);
    while (const auto part = cutter.next()) {
        auto game = parse_ggf(part->text);
        if (!game) {
            throw std::runtime_error(fmt::format("'{}' holds a game that can't be read: {}; move "
                                                 "it away",
                                                 path, game.error().message));
        }
        games.push_back(std::move(*game));
    }
    return games;
}

std::string date_now() {
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return fmt::format("{:%F %T} GMT", fmt::gmtime(now));
}

} // namespace

GameFiles::GameFiles(const std::string& file)
    : finished_(open(file)),
      unfinished_(file + ".unfinished"),
      left_over_(read_games(unfinished_)) {
    or_throw(check_replaceable(unfinished_));
}

tl::expected<void, std::string> GameFiles::keep(Game game) {
    if (game.date.empty()) game.date = date_now();
    new_games_ += to_ggf(game) + '\n';
    return write();
}

tl::expected<void, std::string> GameFiles::keep_unfinished(const std::vector<Game>& games) {
    std::string text;
    for (const Game& game : games) text += to_ggf(game) + '\n';
    new_unfinished_ = std::move(text);
    return write();
}

tl::expected<void, std::string> GameFiles::write() {
    tl::expected<void, std::string> added;
    if (!new_games_.empty()) {
        added = finished_.append(new_games_);
        if (added) new_games_.clear();
    }
    if (new_unfinished_) {
        const auto replaced = replace_file(unfinished_, new_games_ + *new_unfinished_);
        if (!replaced) return replaced;
        if (added) new_unfinished_.reset();
    }
    return added;
}

} // namespace emilia::ggs
