#include "engine/notation/formats/game_files.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/base/unpacked.h"
#include "engine/notation/formats/plain_text.h"
#include "engine/notation/formats/record_text.h"
#include "engine/system/paths.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace emilia {
namespace {

/// A text may contain a stray NUL byte. More NUL bytes than lines mean a binary file, unless it is
/// UTF-16.
bool is_text(std::string_view contents) noexcept {
    if (contents.starts_with("\xff\xfe") || contents.starts_with("\xfe\xff")) return true;
    const auto nuls = std::count(contents.begin(), contents.end(), '\0');
    return nuls == 0 || nuls <= std::count(contents.begin(), contents.end(), '\n');
}

} // namespace

/// What is known of a kind of file.
struct GameFileReader::Format {
    GameFileKind kind;
    bool (*recognises)(std::string_view contents);
    /// Reads the games of a file; returns false if it holds none.
    bool (GameFileReader::*read)(const std::string& path, std::string_view text);
    /// The message for a file of this kind, if it is not read: the path, and the offset of the
    /// first NUL, are inserted.
    std::string_view complaint;
};

const GameFileReader::Format& GameFileReader::format_of(std::string_view contents) {
    using Contents = std::string_view;
    using enum GameFileKind;
    // The first kind that recognises the contents is theirs.
    static constexpr auto formats = std::to_array<Format>({
        {labels, [](Contents c) { return c.starts_with("EMILIAPO"); }, nullptr,
         "'{}' holds labelled positions, no games; 'emilia train' reads it"},
        {wthor_names, [](Contents c) { return wthor_name_kind(c).has_value(); }, nullptr,
         "'{}' holds names for WTHOR bases, no games; it is read together with a base in the same "
         "folder"},
        {wthor, [](Contents c) { return looks_like_wthor(c); }, &GameFileReader::read_wthor, ""},
        {book, [](Contents c) { return c.starts_with("EMILIABK"); }, nullptr,
         "'{}' is an opening book, which holds no games; 'emilia book' reads it"},
        {edax_book, [](Contents c) { return c.starts_with("XADEKOOB"); }, nullptr,
         "'{}' is a book in Edax's format, which holds no games; 'emilia book import' reads it"},
        {binary, [](Contents c) { return !is_text(c); }, nullptr,
         "'{}' is neither a WTHOR base nor text: byte {} is NUL"},
        {text, [](Contents) { return true; }, &GameFileReader::read_text, ""},
    });
    return *std::find_if(formats.begin(), formats.end(),
                         [contents](const Format& format) { return format.recognises(contents); });
}

GameFileKind game_file_kind(std::string_view contents) {
    return GameFileReader::format_of(contents).kind;
}

bool GameSelection::takes(std::size_t index_of_game, const Game& game) const {
    if (index && (index_of_game < index->first || index_of_game > index->last)) return false;
    if (!contains_ignoring_case(game.black_name, player)
        && !contains_ignoring_case(game.white_name, player)) {
        return false;
    }
    if (!contains_ignoring_case(game.event, event)) return false;
    if (!years) return true;
    const auto year = year_of(game);
    return year && years->contain(*year);
}

std::optional<int> year_of(const Game& game) {
    constexpr std::size_t digits_of_year = 4;
    constexpr std::size_t digits_of_date = 8; // as in 20120501
    const std::string_view date = game.date;
    for (std::size_t begin = 0; begin < date.size();) {
        std::size_t end = begin;
        while (end < date.size() && is_digit(date[end])) ++end;
        if (end - begin == digits_of_year || end - begin == digits_of_date)
            return whole_number(date.substr(begin, digits_of_year));
        begin = end + 1;
    }
    return std::nullopt;
}

tl::expected<void, std::string> GameFileReader::read(const std::string& path) {
    auto contents = read_file(path);
    if (!contents) return tl::unexpected(contents.error());
    files_.push_back(path);
    given_names_.reset();
    read_packed(path, std::move(*contents));
    return {};
}

void GameFileReader::read_bytes(const std::string& name, std::string bytes,
                                const WthorNameBook& names) {
    given_names_ = names;
    read_packed(name, std::move(bytes));
}

void GameFileReader::read_packed(const std::string& path, std::string bytes) {
    const auto members = unpacked(std::move(bytes));
    if (!members) {
        complain_(fmt::format("'{}' {}", path, members.error()));
        return;
    }
    for (const PackedFile& member : *members) {
        const bool is_one_of_many = members->size() > 1;
        read_contents(is_one_of_many ? fmt::format("{}: {}", path, printable(member.name)) : path,
                      member.bytes);
    }
}

void GameFileReader::read_contents(const std::string& path, std::string_view bytes) {
    const Format& format = format_of(bytes);
    if (format.read == nullptr) {
        complain_(fmt::format(fmt::runtime(format.complaint), path, bytes.find('\0')));
    } else if (!(this->*format.read)(path, bytes)) {
        complain_(fmt::format("'{}' holds no games", path));
    }
}

bool GameFileReader::read_text(const std::string& path, std::string_view bytes) {
    const DecodedText decoded = decoded_text(bytes);
    if (!decoded.note.empty()) note_(fmt::format("'{}': {}", path, decoded.note));
    const std::string_view text = decoded.text;
    const TextKind kind = text_kind(text);
    if (kind == TextKind::positions && !holds_board_games(text)) {
        complain_(
            fmt::format("'{}' holds positions (OBF), no games; 'emilia solve' reads it", path));
        return true;
    }
    const auto take = [&](Parsed<Game> game, const TextPlace& place) {
        if (!game) {
            game.error().message =
                fmt::format("'{}', {}: {}", path, to_string(place), game.error().message);
        }
        take_(std::move(game));
    };
    const TextSummary summary = read_text_games(text, kind, take);
    if (summary.variations > 0) {
        note_(fmt::format("'{}': {} left out; only the first one of each game is read", path,
                          counted(summary.variations, "variation")));
    }
    return summary.games > 0;
}

bool GameFileReader::read_wthor(const std::string& path, std::string_view bytes) {
    const auto base = parse_wthor_file(path, bytes);
    if (!base) {
        complain_(base.error());
        return true;
    }
    const WthorNameBook& names = given_names_ ? *given_names_ : names_beside(path);
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
    return !base->games.empty() || !base->damaged.empty();
}

const WthorNameBook& GameFileReader::names_beside(const std::string& path) {
    const auto [found, is_new] = names_.try_emplace(to_text(to_path(path).parent_path()));
    if (!is_new) return found->second;
    for (const auto& [kind, file] : name_files_beside(path)) {
        files_.push_back(file);
        if (auto names = read_wthor_names(file, kind)) {
            (kind == WthorNameKind::players ? found->second.players : found->second.tournaments) =
                std::move(*names);
        } else {
            complain_(names.error());
        }
    }
    return found->second;
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
        [&file](const std::string& problem) { file.problems.push_back(problem); },
        [&file](const std::string& note) { file.notes.push_back(note); });
    return reader.read(path).map([&file] { return std::move(file); });
}

} // namespace emilia
