#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "protocol/server/rules.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

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
    if (!discs || discs->first < 4 || discs->second > 63) return std::nullopt;
    return Range{static_cast<double>(discs->first), static_cast<double>(discs->second)};
}

Taken take_types(Rule& rule, std::string_view text) {
    for (const std::string_view word : parts_of(text)) {
        const std::size_t r = word.find('r');
        const auto wrong = [word] {
            return failure("{} is not a type; write 8, 8b, 8w, 8r20, 8r14-24 or the same with an "
                           "s before it for synchro games, as in types=8,s8r20",
                           in_quotes(word));
        };
        const auto type = parse_game_type(word.substr(0, r));
        if (!type || word.find('?') != std::string_view::npos) return wrong();
        if (const auto why = why_unplayable(*type))
            return failure("{}: {}; leave it out", in_quotes(word), *why);
        TypePattern pattern{.synchro = type->synchro, .color = type->color};
        if (r != std::string_view::npos) {
            pattern.random_discs = parse_discs(word.substr(r + 1));
            if (!pattern.random_discs) return wrong();
        }
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
