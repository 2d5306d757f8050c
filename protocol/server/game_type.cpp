#include "protocol/server/game_type.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"

#include <cstddef>
#include <string>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

/// Removes a number of at most three digits, the first of them not 0, from the front of `text`.
std::optional<int> take_number(std::string_view& text) noexcept {
    std::size_t digits = 0;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    if (digits == 0 || digits > 3 || text.front() == '0') return std::nullopt;
    const auto number = whole_number(text.substr(0, digits));
    text.remove_prefix(digits);
    return number;
}

} // namespace

Parsed<GameType> parse_game_type(std::string_view text) {
    const auto failure = [text] {
        return parse_failure(
            fmt::format("{} is not a type of game, as 8, 8b or s8r20 are", in_quotes(text)));
    };
    GameType type;
    std::string_view rest = text;
    if (rest.starts_with('s')) {
        type.synchro = true;
        rest.remove_prefix(1);
    }
    const auto size = take_number(rest);
    if (!size) return failure();
    type.size = *size;
    std::string seen; // the flags; `b`, `w` and `?` exclude each other
    while (!rest.empty()) {
        const char flag = rest.front();
        rest.remove_prefix(1);
        const char kind = flag == 'w' || flag == '?' ? 'b' : flag;
        if (seen.find(kind) != std::string::npos) return failure();
        seen += kind;
        switch (flag) {
        case 'k': type.komi = true; break;
        case 'a': type.anti = true; break;
        case 'b': type.color = ChallengerColor::black; break;
        case 'w': type.color = ChallengerColor::white; break;
        case '?': break; // the server chooses the colours
        case 'r':
            type.random_discs = take_number(rest);
            if (!type.random_discs) return failure();
            break;
        default: return failure();
        }
    }
    return type;
}

std::optional<std::string_view> why_unplayable(const GameType& type) noexcept {
    if (type.size != 8) return "Emilia plays only on boards of 8x8";
    if (type.anti) return "Emilia does not play anti games";
    if (type.komi) return "Emilia does not play with komi";
    constexpr int least_random_discs = 4;
    constexpr int most_random_discs = 63;
    if (type.random_discs
        && (*type.random_discs < least_random_discs || *type.random_discs > most_random_discs)) {
        return "a random opening has 4 to 63 discs";
    }
    return std::nullopt;
}

std::optional<std::string> why_unplayable(std::string_view type) {
    const auto known = parse_game_type(type);
    if (!known) return known.error().message;
    if (const auto why = why_unplayable(*known)) return std::string(*why);
    return std::nullopt;
}

} // namespace emilia::ggs
