#include "engine/notation/formats/game_text.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

bool is_letter(char character) noexcept {
    return to_lower(character) >= 'a' && to_lower(character) <= 'z';
}

std::size_t after_blanks(std::string_view text, std::size_t at) noexcept {
    while (at < text.size() && is_blank(text[at])) ++at;
    return at;
}

/// The place of a `(;`, which may have blanks between its characters.
struct Opening {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Finds the first `(;` at or behind `at`.
std::optional<Opening> find_opening(std::string_view text, std::size_t at = 0) noexcept {
    for (std::size_t open = text.find('(', at); open != std::string_view::npos;
         open = text.find('(', open + 1)) {
        const std::size_t next = after_blanks(text, open + 1);
        if (next < text.size() && text[next] == ';') return Opening{open, next + 1};
    }
    return std::nullopt;
}

/// Whether a property that occurs only in the first node of a game follows at `at`.
bool has_root_property(std::string_view text, std::size_t at) noexcept {
    constexpr std::size_t length = 2;
    const std::size_t name = after_blanks(text, at);
    const std::size_t bracket = after_blanks(text, name + length);
    if (bracket >= text.size() || text[bracket] != '[') return false;
    for (const std::string_view root : {"GM", "FF", "SZ", "CA", "AP", "ST"}) {
        if (text.substr(name, length) == root) return true;
    }
    return false;
}

/// Without its small letters, unless it has no others.
std::string name_in_capitals(std::string_view name) {
    std::string capitals;
    std::copy_if(name.begin(), name.end(), std::back_inserter(capitals),
                 [](char letter) { return letter != to_lower(letter); });
    return capitals.empty() ? std::string(name) : capitals;
}

/// A property that GGF and SGF share.
struct HeaderText {
    std::string_view ggf;
    std::string_view sgf;
    std::string GameHeader::*text;
};

constexpr auto header_texts = std::to_array<HeaderText>({
    {"PB", "PB", &GameHeader::black_name},
    {"PW", "PW", &GameHeader::white_name},
    {"RB", "BR", &GameHeader::black_rating},
    {"RW", "WR", &GameHeader::white_rating},
    {"EV", "EV", &GameHeader::event},
    {"PC", "PC", &GameHeader::place},
    {"DT", "DT", &GameHeader::date},
    {"ON", "ON", &GameHeader::opening},
});

/// Escapes a text in which all control characters are to stay.
std::string with_escapes(std::string_view text) {
    std::string result;
    char before = '\0'; // the last character that is no blank
    for (const char character : text) {
        const bool opens = before == '(' && character == ';';
        if (character == ']' || character == '\\' || opens) result += '\\';
        result += character;
        if (!is_blank(character)) before = character;
    }
    return result;
}

/// A text whose lines end with `\n`, `\r` or both, with `\n` alone.
std::string with_line_feeds(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
        result += text[i] == '\r' ? '\n' : text[i];
    }
    return result;
}

bool names_latin_1(std::string_view charset) noexcept {
    for (const std::string_view name :
         {"ISO-8859-1", "ISO8859-1", "ISO_8859-1", "Latin-1", "Latin1"}) {
        if (equal_ignoring_case(trimmed(charset), name)) return true;
    }
    return false;
}

} // namespace

bool holds_game_text(std::string_view text) noexcept {
    return find_opening(text).has_value();
}

GameTextReader::GameTextReader(std::string_view text) noexcept
    : text_(text), at_(text.size()), found_(false) {
    if (const auto opening = find_opening(text)) {
        at_ = opening->end;
        found_ = true;
    }
}

Parsed<GameToken> GameTextReader::next() {
    if (!found_) return parse_failure("no game found; a game begins with '(;'", at_);
    skip_blanks();
    skip_empty_variations();
    const std::size_t offset = at_;
    if (offset == text_.size())
        return parse_failure("the text ends before the ')' that closes the game", offset);
    switch (text_[offset]) {
    case ';': ++at_; return GameToken{GameToken::Kind::node, offset, {}};
    case '(': ++at_; return GameToken{GameToken::Kind::open, offset, {}};
    case ')': ++at_; return GameToken{GameToken::Kind::close, offset, {}};
    default: break;
    }
    return property().map([offset](Property&& read) {
        return GameToken{GameToken::Kind::property, offset, std::move(read)};
    });
}

void GameTextReader::skip_empty_variations() noexcept {
    while (at_ < text_.size() && text_[at_] == '(') {
        const std::size_t close = after_blanks(text_, at_ + 1);
        if (close == text_.size() || text_[close] != ')') return;
        at_ = after_blanks(text_, close + 1);
    }
}

Parsed<Property> GameTextReader::property() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    Property result{name_in_capitals(text_.substr(begin, at_ - begin)), {}};
    if (at_ == begin) {
        return parse_failure(
            fmt::format("{} is not the name of a property", in_quotes(text_.substr(begin, 1))),
            begin);
    }
    for (skip_blanks(); at_ < text_.size() && text_[at_] == '['; skip_blanks()) {
        const Parsed<PropertyValue> read = value(result.name);
        if (!read) return tl::unexpected(read.error());
        result.values.push_back(*read);
    }
    if (result.values.empty())
        return parse_failure(fmt::format("no '[' follows the property {}", in_quotes(result.name)),
                             at_);
    return result;
}

Parsed<PropertyValue> GameTextReader::value(std::string_view name) {
    const std::size_t begin = ++at_;
    for (; at_ < text_.size(); ++at_) {
        if (text_[at_] == ']') {
            const std::size_t end = at_++;
            return PropertyValue{text_.substr(begin, end - begin), begin};
        }
        if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
    }
    return parse_failure(fmt::format("no ']' closes a value of the property {}", in_quotes(name)),
                         begin);
}

void GameTextReader::skip_blanks() noexcept {
    at_ = after_blanks(text_, at_);
}

std::optional<TextPart> GameCutter::next() {
    const auto opening = find_opening(text_, at_);
    if (!opening) return std::nullopt;
    const std::size_t begin = opening->begin;
    const std::size_t limit = limit_behind(opening->end);
    GameTextReader tokens(text_.substr(begin, limit - begin));
    at_ = limit; // the end of a malformed game is uncertain before that
    for (int depth = 1; depth > 0;) {
        const Parsed<GameToken> token = tokens.next();
        const bool opens = token && token->kind == GameToken::Kind::open;
        const bool breaks = !token || (opens && variations_ == Variations::none);
        if (breaks && variations_ == Variations::none) {
            const std::size_t broken = begin + (token ? token->offset : tokens.place());
            if (const auto next = find_opening(text_, broken)) at_ = std::min(limit, next->begin);
        }
        if (breaks) return TextPart{text_.substr(begin, at_ - begin), begin};
        if (opens) ++depth;
        if (token->kind == GameToken::Kind::close) --depth;
    }
    at_ = begin + tokens.place();
    return TextPart{text_.substr(begin, at_ - begin), begin};
}

/// The offset at which the next game certainly begins.
std::size_t GameCutter::limit_behind(std::size_t begin) noexcept {
    if (limit_ >= begin) return limit_;
    for (auto opening = find_opening(text_, begin); opening;
         opening = find_opening(text_, opening->end)) {
        if (has_root_property(text_, opening->end)) return limit_ = opening->begin;
    }
    return limit_ = text_.size();
}

Parsed<Game> GameReader::read(std::string_view text, Variations variations,
                              std::size_t most_moves) {
    GameTextReader tokens(text);
    for (;;) {
        const Parsed<GameToken> token = tokens.next();
        if (!token) return tl::unexpected(token.error());
        switch (token->kind) {
        // The first variation continues behind each '(' and ends at the first ')'.
        case GameToken::Kind::close: return play(most_moves);
        case GameToken::Kind::open:
            if (variations == Variations::some) break;
            return parse_failure("unexpected '(' inside the game", token->offset);
        case GameToken::Kind::node: start_node(); break;
        case GameToken::Kind::property:
            if (const Parsed<void> taken = take(token->property); !taken)
                return tl::unexpected(taken.error());
        }
    }
}

Parsed<void> GameReader::take(const Property& property) {
    const std::string_view name = property.name;
    for (const PropertyValue& value : property.values) {
        for (const auto& [ggf, sgf, text] : header_texts) {
            if (name == ggf || name == sgf) header_.*text = unescaped(value.text);
        }
        Parsed<void> taken = name == "B"   ? add_move(Color::black, value)
                             : name == "W" ? add_move(Color::white, value)
                                           : take(name, value);
        if (!taken) {
            taken.error().offset += value.offset;
            return taken;
        }
    }
    return {};
}

Parsed<void> GameReader::add_move(Color color, const PropertyValue& value) {
    const Parsed<PlayedMove> played = move(value.text, color);
    if (!played) {
        return parse_failure(fmt::format("move {}: {}", moves_.size() + 1, played.error().message),
                             played.error().offset);
    }
    moves_.push_back({*played, value.offset});
    return {};
}

Parsed<Game> GameReader::play(std::size_t most_moves) {
    for (const auto& [ggf, sgf, text] : header_texts) {
        std::string& decoded = header_.*text;
        decoded = without_controls(from_charset(decoded, charset_));
    }
    Game game(start(), std::move(header_));
    for (std::size_t i = 0; i < std::min(moves_.size(), most_moves); ++i) {
        if (const auto played = game.play_with_pass(moves_[i].played); !played) {
            return parse_failure(fmt::format("move {}: {}", i + 1, played.error().message),
                                 moves_[i].offset);
        }
    }
    return game;
}

std::optional<double> parse_lead(std::string_view text) noexcept {
    constexpr double most = 2 * square_count; // komi may add as many as there are squares
    const auto lead = parse_decimal(trimmed(text));
    return lead && std::abs(*lead) <= most ? lead : std::nullopt;
}

std::string property_text(std::string_view name, std::string_view value) {
    return value.empty() ? "" : fmt::format("{}[{}]", name, escaped(value));
}

std::string unescaped(std::string_view value) {
    std::string plain;
    bool escape = false;
    for (const char character : value) {
        escape = character == '\\' && !escape;
        if (!escape) plain += character;
    }
    return plain;
}

std::string from_charset(std::string_view bytes, std::string_view charset) {
    return names_latin_1(charset) ? from_latin_1(bytes) : to_utf8(bytes);
}

std::string comment_in(std::string_view value, std::string_view charset) {
    std::string plain;
    bool escape = false;
    for (const char character : with_line_feeds(value)) {
        const bool joins = escape && character == '\n';
        escape = character == '\\' && !escape;
        if (!escape && !joins) plain += character;
    }
    return tidy_lines(from_charset(plain, charset));
}

std::string tidy_lines(std::string_view text) {
    std::string tidy;
    const std::string lines = with_line_feeds(text);
    for (std::size_t begin = 0; begin <= lines.size();) {
        const std::size_t end = std::min(lines.find('\n', begin), lines.size());
        if (begin > 0) tidy += '\n';
        tidy += without_controls(std::string_view(lines).substr(begin, end - begin));
        begin = end + 1;
    }
    return tidy;
}

std::string escaped(std::string_view text) {
    return with_escapes(without_controls(text));
}

std::string escaped_lines(std::string_view text) {
    return with_escapes(tidy_lines(text));
}

} // namespace emilia
