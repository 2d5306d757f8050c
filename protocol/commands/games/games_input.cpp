#include "protocol/commands/games/games_input.h"

#include "engine/base/bytes.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/games/games_reading.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/formats/wthor_files.h"
#include "engine/system/paths.h"
#include "protocol/reports/message.h"
#include "protocol/reports/terminal.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace fs = std::filesystem;

/// The file as it is now; none if it can't be looked at.
std::optional<GameSource> source_of(const std::string& path) {
    const fs::path file = fs::absolute(to_path(path));
    std::error_code error;
    GameSource source{.path = to_text(file.lexically_normal())};
    source.bytes = fs::file_size(file, error);
    if (error) return std::nullopt;
    source.modified = fs::last_write_time(file, error).time_since_epoch().count();
    if (error) return std::nullopt;
    return source;
}

/// The files, then the files of names in their folders; none if one of them can't be read twice.
std::optional<std::vector<GameSource>> sources_of(const std::vector<std::string>& files) {
    std::vector<GameSource> sources;
    std::map<fs::path, std::string> by_folder;
    const auto add = [&sources](const std::string& path) {
        auto source = is_no_ordinary_file(path) ? std::nullopt : source_of(path);
        if (source) sources.push_back(std::move(*source));
        return source.has_value();
    };
    for (const std::string& file : files) {
        if (!add(file)) return std::nullopt;
        by_folder.emplace(to_path(file).parent_path(), file);
    }
    for (const auto& [folder, file] : by_folder) {
        for (const auto& [kind, names] : name_files_beside(file)) {
            if (!add(names)) return std::nullopt;
        }
    }
    return sources;
}

/// Refuses files that are there twice, whose games would count twice.
void refuse_twice(const std::vector<GameSource>& sources) {
    std::map<fs::path, std::string> seen;
    for (const GameSource& source : sources) {
        std::error_code ignored;
        const fs::path place = fs::weakly_canonical(to_path(source.path), ignored);
        const auto [first, is_new] = seen.emplace(place, source.path);
        if (is_new) continue;
        throw UsageError("'{}' and '{}' are the same file, whose games would count twice; leave "
                         "one out",
                         first->second, source.path);
    }
}

/// A place in the user's cache for the index of these files; none if the environment names no
/// folder.
std::optional<std::string> place_in_cache(const std::vector<GameSource>& sources) {
    const auto folder = user_cache_folder();
    if (!folder) return std::nullopt;
    std::string paths;
    for (const GameSource& source : sources) paths += source.path + '\n';
    return to_text(*folder / "emilia" / fmt::format("games-{:08x}.index", checksum(paths)));
}

/// What ends the reading of games at an interrupt.
struct Interrupted {};

IndexedGames read_and_index(const std::vector<std::string>& files, const InterruptFlag& interrupt) {
    IndexedGames games;
    JobProgress progress{std::nullopt, "game"};
    GamesReading reading(games, [&](std::size_t number) {
        if (interrupt.raised()) throw Interrupted();
        progress.show(number);
    });
    for (const std::string& file : files) reading.read(file);
    progress.clear();
    games.index = PositionIndex(games.base);
    return games;
}

/// The saved games, if there are any and their files are still these.
std::optional<IndexedGames> saved_games(const std::string& path,
                                        const std::vector<GameSource>& sources, bool is_named) {
    std::error_code ignored;
    if (!fs::exists(to_path(path), ignored)) return std::nullopt;
    const auto bytes = or_throw(read_file(path, std::numeric_limits<std::size_t>::max()));
    if (is_named && !bytes.empty() && !looks_like_indexed_games(bytes)) {
        fail("'{}' is no index of games, so it is not replaced; choose another file for "
             "--index-file",
             path);
    }
    auto games = parse_indexed_games(bytes);
    if (!games) {
        print_message("'{}' {}; the games are read again", path, games.error());
        return std::nullopt;
    }
    if (games->sources == sources) return std::move(*games);
    print_message("the files have changed since '{}' was written; the games are read again", path);
    return std::nullopt;
}

/// Writes the index. In the cache it is worth no error.
void save(const IndexedGames& games, const std::string& path, bool is_named) {
    const auto written = [&]() -> tl::expected<void, std::string> {
        const fs::path folder = to_path(path).parent_path();
        std::error_code error;
        if (!is_named) fs::create_directories(folder, error);
        if (error) {
            return tl::unexpected(
                fmt::format("cannot make the folder '{}': {}", to_text(folder), error.message()));
        }
        return replace_file(path, to_bytes(games));
    }();
    if (written) return;
    if (is_named) throw std::runtime_error(written.error());
    print_message("{}; the index is not saved, so the next run reads the games again; "
                  "choose a place with --index-file",
                  written.error());
}

/// Whether reading the games takes long enough to save them: some 0.1 s.
bool are_many(const IndexedGames& games) noexcept {
    constexpr std::size_t many_positions = 500'000;
    return games.index.size() >= many_positions;
}

IndexedGames read_or_saved(const GamesInput& input, const InterruptFlag& interrupt) {
    const auto& [files, index_file] = input;
    if (index_file && std::any_of(files.begin(), files.end(), is_no_ordinary_file)) {
        fail("an index needs ordinary files, which can be read again; leave out --index-file, or "
             "save the input to a file first");
    }
    auto sources = sources_of(files);
    if (!sources) return read_and_index(files, interrupt);
    refuse_twice(*sources);
    const auto place = index_file ? index_file : place_in_cache(*sources);
    if (place) {
        if (auto saved = saved_games(*place, *sources, index_file.has_value()))
            return std::move(*saved);
    }
    if (index_file) or_throw(check_replaceable(*place));
    IndexedGames games = read_and_index(files, interrupt);
    games.sources = std::move(*sources);
    constexpr std::size_t most_problems = 1000; // a file of another kind has one in each line
    const bool is_worth_it = index_file || are_many(games);
    if (place && is_worth_it && games.problems.size() <= most_problems)
        save(games, *place, index_file.has_value());
    return games;
}

/// The records with these numbers of a file.
std::map<std::uint32_t, Game> records_of(const std::string& path,
                                         const std::set<std::uint32_t>& numbers) {
    std::map<std::uint32_t, Game> records;
    std::uint32_t number = 0;
    const auto ignore = [](const std::string&) {}; // they have been shown before
    GameFileReader reader(
        [&](Parsed<Game> game) {
            if (numbers.contains(++number) && game) records.emplace(number, std::move(*game));
        },
        ignore, ignore);
    or_throw(reader.read(path));
    if (records.size() != numbers.size())
        fail("'{}' has changed while it was read; run the command again", path);
    return records;
}

} // namespace

std::optional<IndexedGames> read_indexed(const GamesInput& input, Complaints& complaints,
                                         const InterruptFlag& interrupt) {
    try {
        IndexedGames games = read_or_saved(input, interrupt);
        for (const std::string& problem : games.problems) complaints.add(problem);
        complaints.finish();
        for (const std::string& note : games.notes) print_message(note);
        return games;
    } catch (const Interrupted&) {
        return std::nullopt;
    }
}

std::vector<Game> whole_records(const IndexedGames& games, const std::vector<BaseGame>& chosen) {
    std::map<std::uint32_t, std::set<std::uint32_t>> needed; // numbers by file
    for (const BaseGame& game : chosen) {
        if (game.is_whole == 0) needed[game.file].insert(game.number);
    }
    std::map<std::uint32_t, std::map<std::uint32_t, Game>> read;
    for (const auto& [file, numbers] : needed) {
        if (file >= games.sources.size()) {
            fail("a game has more than its index keeps, and it is not from an ordinary file, which "
                 "could be read again; save the input to a file first");
        }
        read[file] = records_of(games.sources[file].path, numbers);
    }
    std::vector<Game> records;
    for (const BaseGame& game : chosen) {
        records.push_back(game.is_whole != 0 ? games.base.record(game)
                                             : std::move(read[game.file].at(game.number)));
    }
    return records;
}

} // namespace emilia
