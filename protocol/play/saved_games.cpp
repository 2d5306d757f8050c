#include "protocol/play/saved_games.h"

#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/sgf.h"
#include "engine/system/paths.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace emilia {
namespace {

using Failure = tl::unexpected<std::string>;

bool has_ending(std::string_view path, std::string_view ending) {
    return path.size() > ending.size()
           && equal_ignoring_case(path.substr(path.size() - ending.size()), ending);
}

namespace fs = std::filesystem;

constexpr int slots = 9;

std::optional<fs::file_time_type> time_of(const fs::path& file) {
    std::error_code error;
    const auto time = fs::last_write_time(file, error);
    return error ? std::nullopt : std::optional(time);
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
    std::string remark;
    if (!file->problems.empty()) {
        remark = fmt::format("Some of the file can't be read: {}.", file->problems.front());
    } else if (file->games.size() > 1) {
        remark = fmt::format("This is the first of {} games in the file.", file->games.size());
    } else if (!file->notes.empty()) {
        remark = fmt::format("{}.", file->notes.front());
    }
    return LoadedGame{.game = std::move(file->games.front()), .remark = std::move(remark)};
}

fs::path GameKeeper::file_of(int slot) const {
    return folder_ / fmt::format("unfinished-{}.ggf", slot);
}

std::optional<std::string> GameKeeper::file() const {
    return own_ ? std::optional(to_text(file_of(own_->number))) : std::nullopt;
}

std::optional<GameKeeper::Slot> GameKeeper::take(int slot) const {
    if (own_ && own_->number == slot) return std::nullopt;
    const fs::path path = folder_ / fmt::format("unfinished-{}.lock", slot);
    auto lock = OpenFile::to_append(to_text(path));
    if (!lock || !lock->try_lock(OpenFile::Lock::exclusive).value_or(false)) return std::nullopt;
    return Slot{slot, std::move(*lock)};
}

std::vector<int> GameKeeper::used_slots() const {
    std::vector<std::pair<fs::file_time_type, int>> used;
    for (int slot = 1; slot <= slots; ++slot)
        if (const auto time = time_of(file_of(slot))) used.emplace_back(*time, slot);
    std::sort(used.begin(), used.end());
    std::vector<int> numbers;
    for (const auto& [time, slot] : used) numbers.push_back(slot);
    return numbers;
}

std::optional<GameKeeper::Slot> GameKeeper::take_free() const {
    const std::vector<int> used = used_slots();
    for (int slot = 1; slot <= slots; ++slot) {
        if (std::find(used.begin(), used.end(), slot) != used.end()) continue;
        if (auto taken = take(slot)) return taken;
    }
    for (const int slot : used) // the game that has waited longest makes room
        if (auto taken = take(slot)) return taken;
    return std::nullopt;
}

std::optional<GameKeeper::KeptGame> GameKeeper::take_last() const {
    std::vector<int> used = used_slots();
    std::reverse(used.begin(), used.end());
    for (const int slot : used) {
        auto taken = take(slot);
        if (!taken) continue;
        const auto text = read_file(to_text(file_of(slot)));
        if (!text) continue;
        if (auto game = parse_ggf(*text)) return KeptGame{std::move(*taken), std::move(*game)};
    }
    return std::nullopt;
}

tl::expected<void, std::string> GameKeeper::keep(const Game& game) {
    if (!own_) {
        std::error_code error;
        fs::create_directories(folder_, error);
        if (error) {
            return tl::unexpected(
                fmt::format("cannot make the folder '{}': {}", to_text(folder_), error.message()));
        }
        if (auto slot = take_free()) own_.emplace(std::move(*slot));
        if (!own_) {
            return tl::unexpected(
                fmt::format("cannot lock a file in the folder '{}'", to_text(folder_)));
        }
        remove_unfinished(to_text(file_of(own_->number)));
    }
    return replace_file(to_text(file_of(own_->number)), to_ggf(game) + '\n');
}

void GameKeeper::drop() {
    if (!own_) return;
    std::error_code ignored;
    fs::remove(file_of(own_->number), ignored);
    own_.reset();
}

std::optional<Game> GameKeeper::last() const {
    auto kept = take_last();
    return kept ? std::optional(std::move(kept->game)) : std::nullopt;
}

std::optional<Game> GameKeeper::resume() {
    auto kept = take_last();
    if (!kept) return std::nullopt;
    own_.emplace(std::move(kept->slot));
    return std::move(kept->game);
}

} // namespace emilia
