#include "engine/notation/formats/game_file_kind.h"

#include "engine/base/text.h"
#include "engine/notation/board_string.h"
#include "engine/notation/formats/game_line.h"
#include "engine/notation/formats/game_text.h"
#include "engine/notation/formats/obf.h"
#include "engine/notation/formats/wthor_names.h"

#include <algorithm>
#include <optional>

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

/// The kind of game text that has this property, if the property tells.
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

/// Tells GGF from SGF by the first game.
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

/// The first line that is neither blank nor a comment.
std::string_view first_line(std::string_view text) noexcept {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (!is_obf_comment(line)) return line;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return text;
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

} // namespace

GameFileKind game_file_kind(std::string_view contents) {
    if (contents.starts_with("EMILIAPO")) return GameFileKind::labels;
    if (wthor_name_kind(contents)) return GameFileKind::wthor_names;
    if (looks_like_wthor(contents)) return GameFileKind::wthor;
    if (contents.starts_with("EMILIABK")) return GameFileKind::book;
    if (contents.starts_with("XADEKOOB")) return GameFileKind::edax_book;
    if (!is_text(contents)) return GameFileKind::binary;
    if (const auto text = game_text_in(contents)) return kind_of_game_text(*text);
    return holds_position(first_line(contents)) ? GameFileKind::positions : GameFileKind::lines;
}

} // namespace emilia
