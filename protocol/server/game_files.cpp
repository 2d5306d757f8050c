#include "protocol/server/game_files.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/ggf.h"
#include "engine/system/paths.h"
#include "protocol/reports/message.h"

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

std::string date_now() {
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return fmt::format("{:%F %T} GMT", fmt::gmtime(now));
}

constexpr std::string_view continues = "continues ";
constexpr std::string_view unrated = "unrated ";

} // namespace

GameFiles::GameFiles(const std::string& file) : finished_(open(file)), path_(file + ".unfinished") {
    or_throw(check_replaceable(path_));
    read_unfinished();
    or_throw(write());
}

void GameFiles::read_unfinished() {
    std::error_code ignored;
    if (!std::filesystem::exists(to_path(path_), ignored)) return;
    const std::string text = or_throw(read_file(path_));
    constexpr int most_keys = 1'000'000'000;
    LineReader lines(text);
    for (int other = most_keys; const auto line = lines.next(); ++other) {
        std::string_view rest = line->text;
        if (rest.empty()) continue;
        const auto key = whole_number(take_word(rest)); // none: a game of an older version
        rest = trimmed(key ? rest : line->text);
        const bool may_continue = !rest.starts_with(unrated);
        for (const std::string_view word : {continues, unrated})
            if (key && rest.starts_with(word)) rest.remove_prefix(word.size());
        const auto game = parse_ggf(rest);
        const bool is_whole = game || (key && rest.empty());
        if (!is_whole && !text.ends_with('\n') && line->offset + line->text.size() == text.size())
            break; // a kill has torn it
        if (!is_whole || (key && (*key < 0 || *key >= most_keys))) {
            throw std::runtime_error(
                fmt::format("'{}' holds a game that can't be read: {}; move it away", path_,
                            game ? "its number is wrong" : game.error().message));
        }
        set(key.value_or(other),
            game ? std::string(may_continue ? continues : unrated) + to_ggf(*game) : "");
    }
    // From here on a key is the place in this list.
    for (const auto& [key, line] : std::exchange(unfinished_, {})) {
        const Game game = parse_ggf(line).value();
        const int place = static_cast<int>(unfinished_.size() + new_games_.size());
        if (!line.starts_with(unrated)) {
            unfinished_[place] = line;
            left_over_.push_back({place, game, true});
        } else {
            unfinished_[place] = line;
            new_games_[place] = to_ggf(game);
        }
    }
    bytes_ = most_unfinished_bytes + 1; // write it anew
}

tl::expected<void, std::string> GameFiles::keep(Game game, int key) {
    if (game.date.empty()) game.date = date_now();
    new_games_[key] = to_ggf(game);
    return write();
}

tl::expected<void, std::string> GameFiles::keep(const UnfinishedGame& game) {
    set(game.key, std::string(game.continues ? continues : unrated) + to_ggf(game.game));
    return write();
}

void GameFiles::set(int key, std::string line) {
    std::string& before = unfinished_[key];
    const bool is_new = before != line;
    if (is_new) new_lines_ += fmt::format("{}{}{}\n", key, line.empty() ? "" : " ", line);
    before = std::move(line);
    if (before.empty()) unfinished_.erase(key);
}

tl::expected<void, std::string> GameFiles::write() {
    tl::expected<void, std::string> added;
    if (!new_games_.empty()) {
        std::string lines;
        for (const auto& [key, line] : new_games_) lines += line + '\n';
        added = finished_.append(lines);
        for (const auto& [key, line] : new_games_)
            set(key, added ? "" : std::string(unrated) + line);
        if (added) new_games_.clear();
    }
    const auto written = write_unfinished();
    return added ? written : added;
}

tl::expected<void, std::string> GameFiles::write_unfinished() {
    const bool anew = bytes_ + new_lines_.size() > most_unfinished_bytes;
    if (new_lines_.empty() && !anew) return {};
    tl::expected<void, std::string> written;
    if (anew) {
        std::string text;
        for (const auto& [key, line] : unfinished_) text += fmt::format("{} {}\n", key, line);
        written = replace_file(path_, text);
        if (written) bytes_ = text.size();
    } else {
        written = AppendFile::open(path_).and_then([this](AppendFile&& file) {
            return unfinished_.empty() ? file.cut(0) : file.append(new_lines_);
        });
        if (written) bytes_ = unfinished_.empty() ? 0 : bytes_ + new_lines_.size();
    }
    if (written) {
        new_lines_.clear();
    } else if (auto checked = check_replaceable(path_); !checked) {
        return checked; // the reason in other words: it is a folder, for example
    }
    return written;
}

} // namespace emilia::ggs
