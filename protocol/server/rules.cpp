#include "protocol/server/rules.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

/// A challenge with its texts understood.
struct Offer {
    std::string user;
    GameType type;
    std::vector<ClockState> clocks; ///< one for both players, or of each
    Mode mode = Mode::unrated;
    bool any_color = false;
    std::optional<double> rating;
};

/// A rating may have its deviation behind it: `1720.0@350`.
std::optional<double> parse_rating(std::string_view text) noexcept {
    return parse_decimal(text.substr(0, text.find_first_not_of("0123456789.+-")));
}

tl::expected<Offer, std::string> understand(const Challenge& challenge) {
    Offer offer;
    offer.user = challenge.from;
    offer.rating = parse_rating(challenge.from_rating);
    const auto type = parse_game_type(challenge.type);
    if (!type) return tl::unexpected(type.error().message);
    offer.type = *type;
    if (const auto why = why_unplayable(offer.type)) return tl::unexpected(std::string(*why));
    std::vector<std::string_view> clocks{challenge.clock};
    if (!challenge.to_clock.empty()) clocks.push_back(challenge.to_clock);
    for (const std::string_view text : clocks) {
        const auto clock = parse_clock(text);
        if (!clock) return tl::unexpected(clock.error().message);
        if (clock->main <= 0 || clock->increment < 0 || clock->extension < 0)
            return tl::unexpected(fmt::format("{} is no clock to play with", in_quotes(text)));
        offer.clocks.push_back(*clock);
    }
    const auto mode = parse_mode(challenge.mode);
    if (!mode)
        return tl::unexpected(
            fmt::format("{} is no mode that Emilia knows", in_quotes(challenge.mode)));
    offer.mode = *mode;
    // The colours of a stored game are those that its first challenger asked for.
    offer.any_color = offer.mode == Mode::stored;
    return offer;
}

bool fits_user(const std::string& pattern, std::string_view user) noexcept {
    if (!pattern.ends_with('*')) return user == pattern;
    return user.starts_with(std::string_view(pattern).substr(0, pattern.size() - 1));
}

/// An empty list fits anything.
template <typename List, typename Fits>
bool any_fits(const List& list, const Fits& fits) {
    return list.empty() || std::any_of(list.begin(), list.end(), fits);
}

std::optional<std::string> why_outside(std::string_view what, const std::optional<Range>& range,
                                       double seconds) {
    if (!range || range->contains(seconds)) return std::nullopt;
    return fmt::format("{} {} is not within {}-{}", what, time_text(seconds),
                       time_text(range->least), time_text(range->most));
}

/// Why a rule says nothing about an offer; none if it fits.
std::optional<std::string> why_not(const Rule& rule, const Offer& offer) {
    if (!any_fits(rule.users, [&](const auto& user) { return fits_user(user, offer.user); }))
        return "it is for other users";
    if (!any_fits(rule.types,
                  [&](const auto& type) { return type.fits(offer.type, offer.any_color); }))
        return "it is for other types of games";
    if (!any_fits(rule.modes, [&](Mode mode) { return mode == offer.mode; }))
        return fmt::format("it is not for {} games", to_string(offer.mode));
    for (const ClockState& clock : offer.clocks) {
        if (auto why = why_outside("the main time", rule.main, clock.main)) return why;
        if (auto why = why_outside("the increment", rule.increment, clock.increment)) return why;
        if (auto why = why_outside("the extension", rule.extension, clock.extension)) return why;
    }
    if (rule.rating && !(offer.rating && rule.rating->contains(*offer.rating)))
        return "it is for other ratings";
    return std::nullopt;
}

using Taken = tl::expected<void, std::string>;

template <typename... Arguments>
tl::unexpected<std::string> failure(fmt::format_string<Arguments...> form,
                                    Arguments&&... arguments) {
    return tl::unexpected(fmt::format(form, std::forward<Arguments>(arguments)...));
}

/// The parts between commas; at least one.
std::vector<std::string_view> parts_of(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

Taken take_users(Rule& rule, std::string_view text) {
    for (const std::string_view name : parts_of(text)) {
        const std::size_t star = name.find('*');
        if (name.empty() || (star != std::string_view::npos && star + 1 != name.size())) {
            return failure("{} names no user; write names with commas between them, or the "
                           "beginning of a name and a '*', as in users=alice,bot*",
                           in_quotes(name));
        }
        rule.users.emplace_back(name);
    }
    return {};
}

/// `20` or `14-24`.
std::optional<Range> parse_discs(std::string_view text) noexcept {
    const auto discs = parse_range(text);
    if (!discs || discs->first < 4 || discs->second > 48) return std::nullopt;
    return Range{static_cast<double>(discs->first), static_cast<double>(discs->second)};
}

Taken take_types(Rule& rule, std::string_view text) {
    for (const std::string_view word : parts_of(text)) {
        const std::size_t r = word.find('r');
        const auto wrong = [word] {
            return failure("{} is not a type; write 8, 8b, 8w, or for synchro matches s8, s8r20 or "
                           "s8r14-24, as in types=8,s8r20",
                           in_quotes(word));
        };
        auto type = parse_game_type(word.substr(0, r));
        if (!type || word.find('?') != std::string_view::npos) return wrong();
        TypePattern pattern{.synchro = type->synchro, .color = type->color};
        if (r != std::string_view::npos) {
            pattern.random_discs = parse_discs(word.substr(r + 1));
            if (!pattern.random_discs) return wrong();
            type->random_discs = static_cast<int>(pattern.random_discs->least);
        }
        if (const auto why = why_unplayable(*type))
            return failure("{}: {}; leave it out", in_quotes(word), *why);
        rule.types.push_back(pattern);
    }
    return {};
}

Taken take_modes(Rule& rule, std::string_view text) {
    for (const std::string_view word : parts_of(text)) {
        bool known = false;
        for (const Mode mode : {Mode::unrated, Mode::rated, Mode::stored}) {
            if (word != to_string(mode)) continue;
            rule.modes.push_back(mode);
            known = true;
        }
        if (!known)
            return failure("{} is not a mode; write unrated, rated or stored", in_quotes(word));
    }
    return {};
}

Taken take_times(std::optional<Range>& range, std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto least = parse_time(text.substr(0, dash));
    const auto most = dash == std::string_view::npos ? least : parse_time(text.substr(dash + 1));
    if (!least || !most || *least < 0 || *least > *most) {
        return failure("{} is no range of times; write the shortest and the longest, as in "
                       "1:00-15:00",
                       in_quotes(text));
    }
    range = Range{*least, *most};
    return {};
}

Taken take_rating(Rule& rule, std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto least = parse_decimal(text.substr(0, dash));
    const auto most =
        dash == std::string_view::npos ? std::nullopt : parse_decimal(text.substr(dash + 1));
    if (!least || !most || *least > *most) {
        return failure("{} is no range of ratings; write the lowest and the highest, as in "
                       "rating=1500-2200",
                       in_quotes(text));
    }
    rule.rating = Range{*least, *most};
    return {};
}

struct Condition {
    std::string_view name;
    Taken (*take)(Rule& rule, std::string_view value);
};

constexpr auto conditions = std::to_array<Condition>({
    {"users", take_users},
    {"types", take_types},
    {"mode", take_modes},
    {"main", [](Rule& rule, std::string_view text) { return take_times(rule.main, text); }},
    {"increment",
     [](Rule& rule, std::string_view text) { return take_times(rule.increment, text); }},
    {"extension",
     [](Rule& rule, std::string_view text) { return take_times(rule.extension, text); }},
    {"rating", take_rating},
});

Taken take_condition(Rule& rule, std::string_view word, std::set<std::string_view>& seen) {
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const auto* const condition = std::find_if(
        conditions.begin(), conditions.end(), [name](const auto& row) { return row.name == name; });
    if (condition == conditions.end()) {
        return failure("there is no condition {}; they are users, types, mode, main, increment, "
                       "extension and rating",
                       in_quotes(name));
    }
    if (equals == std::string_view::npos) return failure("{} needs a value: {}=...", name, name);
    if (!seen.insert(condition->name).second)
        return failure("{} is there twice; put both values into one, or write two rules", name);
    return condition->take(rule, word.substr(equals + 1));
}

tl::expected<Rule, std::string> parse_rule(std::string_view text) {
    Rule rule{.text = std::string(trimmed(text))};
    const std::string_view verb = take_word(text);
    if (verb != "accept" && verb != "decline")
        return failure("a rule begins with accept or decline, not with {}", in_quotes(verb));
    rule.accepts = verb == "accept";
    std::set<std::string_view> seen;
    while (!trimmed(text).empty()) {
        if (const Taken taken = take_condition(rule, take_word(text), seen); !taken)
            return tl::unexpected(taken.error());
    }
    if (rule.accepts && !rule.main) {
        return failure(
            "a rule that accepts needs limits for the clock, so that no game takes days; "
            "add main=1:00-30:00");
    }
    if (rule.accepts) {
        if (!rule.increment) rule.increment = usual_increment;
        if (!rule.extension) rule.extension = usual_extension;
    }
    return rule;
}

} // namespace

std::optional<Mode> parse_mode(std::string_view text) noexcept {
    if (text.starts_with('U')) return Mode::unrated;
    if (text.starts_with('R')) return Mode::rated;
    if (text.starts_with('S')) return Mode::stored;
    return std::nullopt;
}

std::string_view to_string(Mode mode) noexcept {
    switch (mode) {
    case Mode::rated: return "rated";
    case Mode::stored: return "stored";
    case Mode::unrated: break;
    }
    return "unrated";
}

bool TypePattern::fits(const GameType& type, bool any_color) const noexcept {
    if (type.synchro != synchro || type.random_discs.has_value() != random_discs.has_value())
        return false;
    if (random_discs && !random_discs->contains(*type.random_discs)) return false;
    return any_color || color == ChallengerColor::unsaid || color == type.color;
}

Rules::Rules() : Rules(*parse(default_rules)) {}

Decision Rules::decide(const Challenge& challenge) const {
    const auto offer = understand(challenge);
    if (!offer) return {false, offer.error()};
    std::string nearest;
    for (const Rule& rule : rules_) {
        const auto why = why_not(rule, *offer);
        if (!why) return {rule.accepts, fmt::format("line {} of the rules", rule.line)};
        if (rule.accepts) nearest = fmt::format(" (line {}: {})", rule.line, *why);
    }
    return {false, "no rule accepts it" + nearest};
}

bool Rules::accept(Mode mode) const noexcept {
    return std::any_of(rules_.begin(), rules_.end(), [mode](const Rule& rule) {
        return rule.accepts && any_fits(rule.modes, [mode](Mode other) { return other == mode; });
    });
}

tl::expected<Rules, std::string> Rules::parse(std::string_view text) {
    std::vector<Rule> rules;
    text = without_byte_order_mark(text);
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view content = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        content = trimmed(content.substr(0, content.find('#')));
        if (content.empty()) continue;
        auto rule = parse_rule(content);
        if (!rule) return tl::unexpected(fmt::format("line {}: {}", line, rule.error()));
        rule->line = line;
        rules.push_back(std::move(*rule));
    }
    if (rules.empty())
        return failure("there is no rule, so every challenge would be declined; write a line such "
                       "as: accept main=1:00-30:00 mode=unrated");
    return Rules(std::move(rules));
}

} // namespace emilia::ggs
