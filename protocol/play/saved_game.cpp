#include "protocol/play/saved_game.h"

#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/sgf.h"
#include "engine/system/paths.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

using Failure = tl::unexpected<std::string>;

bool has_ending(std::string_view path, std::string_view ending) {
    return path.size() > ending.size()
           && equal_ignoring_case(path.substr(path.size() - ending.size()), ending);
}

} // namespace

tl::expected<void, std::string> save_game(const Game& game, const std::string& path,
                                          bool may_replace) {
    const bool sgf = has_ending(path, ".sgf");
    if (!sgf && !has_ending(path, ".ggf")) {
        return Failure(
            fmt::format("'{}' ends neither in .ggf nor in .sgf, which tell the format", path));
    }
    std::error_code ignored;
    if (!may_replace
        && std::filesystem::symlink_status(to_path(path), ignored).type()
               != std::filesystem::file_type::not_found) {
        return Failure(fmt::format("'{}' exists already; choose another name", path));
    }
    return replace_file(path, (sgf ? to_sgf(game) : to_ggf(game)) + '\n');
}

tl::expected<LoadedGame, std::string> load_game(const std::string& path) {
    if (is_no_ordinary_file(path)) // reading a pipe would wait for its writer
        return Failure(fmt::format("'{}' is no ordinary file", path));
    auto file = read_games(path);
    if (!file) return Failure(file.error());
    if (file->games.empty()) {
        return Failure(file->problems.empty() ? fmt::format("'{}' holds no game", path)
                                              : file->problems.front());
    }
    return LoadedGame{.game = std::move(file->games.front()), .games = file->games.size()};
}

} // namespace emilia
