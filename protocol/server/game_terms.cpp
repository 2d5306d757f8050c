#include "protocol/server/game_terms.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

constexpr int most_digits = 4;

/// Parses one to four digits.
std::optional<int> parse_unit(std::string_view text) noexcept {
    if (text.empty() || text.size() > most_digits
        || !std::all_of(text.begin(), text.end(), is_digit))
        return std::nullopt;
    return whole_number(text);
}

/// Splits `text` before the first `separator` and removes both from its front.
std::string_view take_part(std::string_view& text, char separator) noexcept {
    const std::string_view part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    return part;
}

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

Parsed<double> parse_time(std::string_view text) {
    const auto failure = [text] {
        return parse_failure(fmt::format("{} is not a time, as in 5:00", in_quotes(text)));
    };
    std::string_view rest = text;
    const bool negative = rest.starts_with('-');
    if (negative) rest.remove_prefix(1);
    int days = 0;
    if (rest.find('.') != std::string_view::npos) {
        const auto number = parse_unit(take_part(rest, '.'));
        if (!number) return failure();
        days = *number;
    }
    std::size_t units = 0;
    double seconds = 0;
    for (bool last = false; !last; ++units) {
        last = rest.find(':') == std::string_view::npos;
        const auto unit = parse_unit(take_part(rest, ':'));
        if (!unit) return failure();
        seconds = 60 * seconds + *unit;
    }
    if (units < 2 || units > 3) return failure();
    constexpr double day = 24 * 3600;
    seconds += days * day;
    return negative ? -seconds : seconds;
}

Parsed<ClockState> parse_clock(std::string_view text) {
    ClockState clock;
    const std::array<double*, 3> parts{&clock.main, &clock.increment, &clock.extension};
    std::string_view rest = text;
    for (std::size_t i = 0; !rest.empty(); ++i) {
        if (i == parts.size()) {
            return parse_failure(fmt::format(
                "{} has more parts than main time, increment and extension", in_quotes(text)));
        }
        std::string_view part = take_part(rest, '/');
        part = part.substr(0, part.find(','));
        if (part.empty()) continue;
        const Parsed<double> time = parse_time(part);
        if (!time) return tl::unexpected(time.error());
        *parts[i] = *time;
    }
    if (text.empty() || text.starts_with('/'))
        return parse_failure(fmt::format("{} has no main time", in_quotes(text)));
    return clock;
}

std::string time_text(double seconds) {
    const auto whole = static_cast<long long>(std::llround(std::clamp(seconds, 0.0, 1e12)));
    const long long minutes = whole / 60;
    if (minutes < 60) return fmt::format("{}:{:02}", minutes, whole % 60);
    return fmt::format("{}:{:02}:{:02}", minutes / 60, minutes % 60, whole % 60);
}

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
    if (!type.random_discs) return std::nullopt;
    constexpr int least_random_discs = 4;
    constexpr int most_random_discs = 48;
    if (*type.random_discs < least_random_discs || *type.random_discs > most_random_discs)
        return "a random opening has 4 to 48 discs";
    if (!type.synchro) return "without komi only synchro matches have random openings, as s8r20";
    return std::nullopt;
}

std::optional<std::string> why_unplayable(std::string_view type) {
    const auto known = parse_game_type(type);
    if (!known) return known.error().message;
    if (const auto why = why_unplayable(*known)) return std::string(*why);
    return std::nullopt;
}

} // namespace emilia::ggs
