#include "engine/notation/formats/game_files.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_line.h"
#include "engine/notation/formats/game_text.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/obf.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/move_list.h"
#include "engine/system/paths.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace emilia {
namespace {

/// A text may contain a stray NUL byte. More NUL bytes than lines mean a binary file.
bool is_text(std::string_view contents) noexcept {
    const auto nuls = std::count(contents.begin(), contents.end(), '\0');
    return nuls == 0 || nuls <= std::count(contents.begin(), contents.end(), '\n');
}

/// Whether `value` is a point of two letters, such as `dc`. SGF writes these, GGF never does.
bool is_letter_point(std::string_view value) noexcept {
    const std::string_view point = trimmed(value);
    return point.size() == 2 && std::all_of(point.begin(), point.end(), [](char letter) {
               return to_lower(letter) >= 'a' && to_lower(letter) <= 'h';
           });
}

/// The kind of game text that has this property; none if both kinds may have it.
std::optional<GameFileKind> kind_by(const Property& property) {
    const std::string_view value = trimmed(property.values.front().text);
    if (property.name == "GM") {
        const bool is_number = !value.empty() && std::all_of(value.begin(), value.end(), is_digit);
        return is_number ? GameFileKind::sgf : GameFileKind::ggf;
    }
    if (property.name == "FF" || property.name == "SZ") return GameFileKind::sgf;
    if (property.name == "BO" || property.name == "TY") return GameFileKind::ggf;
    if ((property.name == "B" || property.name == "W") && is_letter_point(value))
        return GameFileKind::sgf;
    return std::nullopt;
}

/// Whether the first game is GGF or SGF.
GameFileKind kind_of_game_text(std::string_view text) {
    GameTextReader tokens(text);
    for (;;) {
        const Parsed<GameToken> token = tokens.next();
        if (!token || token->kind == GameToken::Kind::close) return GameFileKind::ggf;
        if (token->kind == GameToken::Kind::open) return GameFileKind::sgf;
        if (token->kind != GameToken::Kind::property) continue;
        if (const auto kind = kind_by(token->property)) return *kind;
    }
}

/// Whether a line begins with a board, possibly a damaged one.
bool holds_position(std::string_view line) {
    constexpr std::size_t min_length = 48; // more dashes in a row than in any move list
    const std::string_view board = trimmed(line.substr(0, line.find(';')));
    return parse_position(board)
           || (board.size() >= min_length
               && board.find_first_not_of("XxOo*bBwW0.- \t") == std::string_view::npos);
}

bool is_game_line(std::string_view line) {
    const auto game = parse_game_line(line);
    return game && !game->moves().empty();
}

/// The text from the first game text on, if there is one. Names in lines of games, and comments of
/// positions, may hold what begins one.
std::optional<std::string_view> game_text_in(std::string_view text) {
    while (holds_game_text(text)) {
        const std::size_t opening = text.rfind('(', GameTextReader(text).place() - 1);
        const std::size_t begin = text.rfind('\n', opening) + 1; // 0 in the first line
        const std::size_t end = std::min(text.find('\n', opening), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        if (!is_obf_comment(line) && !holds_position(line) && !is_game_line(line))
            return text.substr(opening);
        text.remove_prefix(end);
    }
    return std::nullopt;
}

bool begins_with_position(std::string_view text) {
    LineReader lines(text);
    auto line = lines.next();
    while (line && is_obf_comment(line->text)) line = lines.next();
    return line && holds_position(line->text);
}

template <GameFileKind kind>
bool is_game_text(std::string_view contents) {
    const auto text = game_text_in(contents);
    return text && kind_of_game_text(*text) == kind;
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

bool contains(std::string_view text, std::string_view part) noexcept {
    return std::search(text.begin(), text.end(), part.begin(), part.end(),
                       [](char a, char b) { return to_lower(a) == to_lower(b); })
               != text.end()
           || part.empty();
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
        {ggf, is_game_text<ggf>, &GameFileReader::read_game_text<Variations::none>, ""},
        {sgf, is_game_text<sgf>, &GameFileReader::read_game_text<Variations::some>, ""},
        {positions, begins_with_position, nullptr,
         "'{}' holds positions (OBF), no games; 'emilia solve' reads it"},
        {lines, [](Contents) { return true; }, &GameFileReader::read_lines, ""},
    });
    return *std::find_if(formats.begin(), formats.end(),
                         [contents](const Format& format) { return format.recognises(contents); });
}

GameFileKind game_file_kind(std::string_view contents) {
    return GameFileReader::format_of(contents).kind;
}

bool GameSelection::takes(std::size_t index_of_game, const Game& game) const {
    if (index && (index_of_game < index->first || index_of_game > index->last)) return false;
    if (!contains(game.black_name, player) && !contains(game.white_name, player)) return false;
    if (!contains(game.event, event)) return false;
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
    const auto contents = read_file(path);
    if (!contents) return tl::unexpected(contents.error());
    files_.push_back(path);
    const std::string_view text = without_byte_order_mark(*contents);
    const Format& format = format_of(text);
    if (format.read == nullptr) {
        complain_(fmt::format(fmt::runtime(format.complaint), path, text.find('\0')));
    } else if (!(this->*format.read)(path, text)) {
        complain_(fmt::format("'{}' holds no games", path));
    }
    return {};
}

template <Variations variations>
bool GameFileReader::read_game_text(const std::string& path, std::string_view text) {
    GameCutter cutter(text, variations);
    std::size_t number = 0;
    std::size_t counted = 0; // characters whose lines are counted
    std::ptrdiff_t line = 1;
    while (const auto part = cutter.next()) {
        ++number;
        auto game = variations == Variations::some ? parse_sgf(part->text) : parse_ggf(part->text);
        if (!game) {
            ParseError& error = game.error();
            const std::string_view before =
                text.substr(counted, part->offset + error.offset - counted);
            line += std::count(before.begin(), before.end(), '\n');
            counted += before.size();
            error.message =
                fmt::format("'{}', line {}, game {}: {}", path, line, number, error.message);
        }
        take_(std::move(game));
    }
    return number > 0;
}

bool GameFileReader::read_lines(const std::string& path, std::string_view text) {
    bool has_games = false;
    LineReader lines(text);
    while (const auto line = lines.next()) {
        if (is_obf_comment(line->text)) continue;
        has_games = true;
        auto game = parse_line(line->text);
        if (!game) {
            const char* const hint =
                is_lone_move(line->text) ? "; each line is read as a game of its own" : "";
            game.error().message =
                fmt::format("'{}', line {}: {}{}", path, line->number, game.error().message, hint);
        }
        take_(std::move(game));
    }
    return has_games;
}

bool GameFileReader::read_wthor(const std::string& path, std::string_view bytes) {
    const auto base = parse_wthor_file(path, bytes);
    if (!base) {
        complain_(base.error());
        return true;
    }
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
        [&file](const std::string& problem) { file.problems.push_back(problem); });
    return reader.read(path).map([&file] { return std::move(file); });
}

} // namespace emilia
