#include "engine/notation/game_text.h"

#include "engine/notation/text.h"

#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

bool is_letter(char character) noexcept {
    return to_lower(character) >= 'a' && to_lower(character) <= 'z';
}

char without_control(char character) noexcept {
    const auto code = static_cast<unsigned char>(character);
    return code < 0x20 || code == 0x7f ? ' ' : character;
}

std::size_t after_blanks(std::string_view text, std::size_t at) noexcept {
    while (at < text.size() && is_blank(text[at])) {
        ++at;
    }
    return at;
}

/// The place behind the first `(;`, between which blanks may stand.
std::optional<std::size_t> find_game(std::string_view text) noexcept {
    for (std::size_t open = text.find('('); open != std::string_view::npos;
         open = text.find('(', open + 1)) {
        const std::size_t next = after_blanks(text, open + 1);
        if (next < text.size() && text[next] == ';') return next + 1;
    }
    return std::nullopt;
}

} // namespace

GameTextReader::GameTextReader(std::string_view text) noexcept
    : text_(text), at_(text.size()), found_(false) {
    if (const std::optional<std::size_t> begin = find_game(text)) {
        at_ = *begin;
        found_ = true;
    }
}

Parsed<GameToken> GameTextReader::next() {
    if (!found_) return parse_failure("there is no game here, it would begin with '(;'", at_);
    skip_blanks();
    const std::size_t offset = at_;
    if (offset == text_.size())
        return parse_failure("the text ends before the game's closing ')'", offset);
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

Parsed<Property> GameTextReader::property() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_letter(text_[at_])) {
        ++at_;
    }
    Property result{text_.substr(begin, at_ - begin), {}};
    if (result.name.empty()) {
        return parse_failure(
            fmt::format("{} is not the name of a property", quoted(text_.substr(begin, 1))), begin);
    }
    for (skip_blanks(); at_ < text_.size() && text_[at_] == '['; skip_blanks()) {
        const Parsed<PropertyValue> read = value(result.name);
        if (!read) return tl::unexpected(read.error());
        result.values.push_back(*read);
    }
    if (result.values.empty())
        return parse_failure(fmt::format("no '[' follows the property {}", quoted(result.name)),
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
    return parse_failure(fmt::format("no ']' closes a value of the property {}", quoted(name)),
                         begin);
}

void GameTextReader::skip_blanks() noexcept {
    at_ = after_blanks(text_, at_);
}

std::string plain_text(const PropertyValue& value) {
    std::string plain;
    bool escape = false;
    for (const char character : value.text) {
        escape = character == '\\' && !escape;
        if (!escape) plain += without_control(character);
    }
    return plain;
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char character : text) {
        if (character == ']' || character == '\\') result += '\\';
        result += without_control(character);
    }
    return result;
}

Parsed<Game> play_all(Game game, const std::vector<NotedMove>& moves) {
    int number = 0;
    for (const NotedMove& move : moves) {
        ++number;
        if (const Parsed<void> played = game.play_with_pass(move.played); !played) {
            return parse_failure(fmt::format("move {}: {}", number, played.error().message),
                                 move.offset);
        }
    }
    return game;
}

} // namespace emilia
