#include "engine/notation/formats/game_files.h"

#include "engine/base/read_file.h"
#include "engine/base/replace_file.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_file_kind.h"
#include "engine/notation/formats/game_line.h"
#include "engine/notation/formats/game_text.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/obf.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/formats/wthor.h"
#include "engine/notation/formats/wthor_files.h"
#include "engine/notation/move_list.h"
#include "engine/system/paths.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <string_view>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace fs = std::filesystem;

using TakeGame = GameFileReader::TakeGame;

constexpr const char* players_file = "WTH.JOU";
constexpr const char* tournaments_file = "WTH.TRN";

/// Gives the line numbers of increasing offsets in a text, in one pass over it.
class LineCounter {
public:
    explicit LineCounter(std::string_view text) noexcept : text_(text) {}

    [[nodiscard]] std::size_t line_of(std::size_t offset) noexcept {
        for (; at_ < offset && at_ < text_.size(); ++at_) {
            if (text_[at_] == '\n') ++line_;
        }
        return line_;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

void read_game_text(const std::string& path, std::string_view text, GameFileKind kind,
                    const TakeGame& take) {
    const bool is_sgf = kind == GameFileKind::sgf;
    GameCutter cutter(text, is_sgf ? Variations::some : Variations::none);
    LineCounter lines(text);
    std::size_t number = 0;
    while (const auto part = cutter.next()) {
        ++number;
        auto game = is_sgf ? parse_sgf(part->text) : parse_ggf(part->text);
        if (!game) {
            ParseError& error = game.error();
            error.message =
                fmt::format("'{}', line {}, game {}: {}", path,
                            lines.line_of(part->offset + error.offset), number, error.message);
        }
        take(std::move(game));
    }
}

Parsed<Game> parse_line(std::string_view line) {
    if (const std::size_t nul = line.find('\0'); nul != std::string_view::npos)
        return parse_failure("NUL bytes are not allowed in text", nul);
    return parse_game_line(line);
}

/// Whether a line is only a move, such as `d6` or `2. d6`.
bool is_lone_move(std::string_view line) noexcept {
    line.remove_prefix(std::min(line.find_first_not_of("0123456789. \t"), line.size()));
    constexpr std::size_t length_of_move = 2;
    return line.size() == length_of_move && begins_with_move(line);
}

void read_lines(const std::string& path, std::string_view text, const TakeGame& take) {
    std::size_t number = 1;
    for (std::size_t begin = 0; begin < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = trimmed(text.substr(begin, end - begin));
        begin = end + 1;
        if (is_obf_comment(line)) continue;
        auto game = parse_line(line);
        if (!game) {
            const char* const hint =
                is_lone_move(line) ? "; each line is read as a game of its own" : "";
            game.error().message =
                fmt::format("'{}', line {}: {}{}", path, number, game.error().message, hint);
        }
        take(std::move(game));
    }
}

/// Finds the files of names in the folder of `path`; their names may be in upper or lower case.
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

/// Reads the file `path` into `names`, or reports the problem and leaves `names` unchanged.
void read_names(const std::string& path, WthorNames& names,
                const GameFileReader::TakeProblem& complain) {
    if (is_no_ordinary_file(path))
        return complain(fmt::format("cannot read '{}': it is no ordinary file", path));
    const auto bytes = read_file(path);
    if (!bytes) return complain(bytes.error());
    auto read = parse_wthor_names(*bytes, names.kind);
    if (!read) {
        return complain(fmt::format("'{}' is not a complete file of names: {} (byte {})", path,
                                    read.error().message, read.error().offset));
    }
    names = std::move(*read);
}

} // namespace

tl::expected<void, std::string> GameFileReader::read(const std::string& path) {
    const auto contents = read_file(path);
    if (!contents) return tl::unexpected(contents.error());
    files_.push_back(path);
    const std::string_view text = without_byte_order_mark(*contents);
    bool has_games = false;
    const TakeGame take = [&](Parsed<Game> game) {
        has_games = true;
        take_(std::move(game));
    };
    switch (const GameFileKind kind = game_file_kind(text)) {
    case GameFileKind::ggf:
    case GameFileKind::sgf: read_game_text(path, text, kind, take); break;
    case GameFileKind::wthor: read_wthor(path, *contents); return {};
    case GameFileKind::lines: read_lines(path, text, take); break;
    case GameFileKind::wthor_names:
        complain_(
            fmt::format("'{}' holds names for WTHOR bases, no games; it is read together with "
                        "a base in the same folder",
                        path));
        return {};
    case GameFileKind::positions:
        complain_(
            fmt::format("'{}' holds positions (OBF), no games; 'emilia solve' reads it", path));
        return {};
    case GameFileKind::book:
        complain_(fmt::format("'{}' is an opening book, which holds no games; 'emilia book' reads "
                              "it",
                              path));
        return {};
    case GameFileKind::edax_book:
        complain_(fmt::format("'{}' is a book in Edax's format, which holds no games; 'emilia book "
                              "import' reads it",
                              path));
        return {};
    case GameFileKind::labels:
        complain_(
            fmt::format("'{}' holds labelled positions, no games; 'emilia train' reads it", path));
        return {};
    case GameFileKind::binary:
        complain_(fmt::format("'{}' is neither a WTHOR base nor text: byte {} is NUL", path,
                              text.find('\0')));
        return {};
    }
    if (!has_games) complain_(fmt::format("'{}' holds no games", path));
    return {};
}

void GameFileReader::read_wthor(const std::string& path, std::string_view bytes) {
    const auto base = parse_wthor_file(path, bytes);
    if (!base) return complain_(base.error());
    const WthorNameBook& names = names_beside(path);
    auto damaged = base->damaged.begin();
    const auto take_damaged = [&](std::size_t before) {
        for (; damaged != base->damaged.end() && damaged->number < before; ++damaged)
            take_(parse_failure(damage_text(path, *damaged), damaged->error.offset));
    };
    for (const WthorGame& recorded : base->games) {
        take_damaged(recorded.number);
        take_(to_game(recorded, base->year, names));
    }
    take_damaged(std::numeric_limits<std::size_t>::max());
    if (base->games.empty() && base->damaged.empty())
        complain_(fmt::format("'{}' holds no games", path));
}

const WthorNameBook& GameFileReader::names_beside(const std::string& path) {
    const auto [found, is_new] = names_.try_emplace(to_text(to_path(path).parent_path()));
    WthorNameBook& names = found->second;
    if (!is_new) return names;
    for (const auto& [kind, file] : name_files_beside(path)) {
        files_.push_back(file);
        read_names(file, kind == WthorNameKind::players ? names.players : names.tournaments,
                   complain_);
    }
    return names;
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

tl::expected<GameFile, std::string> read_games(const std::string& path) {
    GameFile file;
    GameFileReader reader(
        [&file](Parsed<Game> game) {
            if (game) {
                file.games.push_back(std::move(*game));
            } else {
                file.problems.push_back(std::move(game.error().message));
            }
        },
        [&file](const std::string& problem) { file.problems.push_back(problem); });
    return reader.read(path).map([&file] { return std::move(file); });
}

} // namespace emilia
