#include "protocol/commands/options/selection_options.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace emilia {
namespace {

Part parse_part(const std::string& text) {
    const std::string_view all = text;
    const std::size_t slash = std::min(all.find('/'), all.size());
    const int number = whole_number(all.substr(0, slash)).value_or(0);
    const int parts = whole_number(all.substr(std::min(slash + 1, all.size()))).value_or(0);
    constexpr int most_parts = 1'000'000;
    check_usage(number >= 1 && number <= parts && parts <= most_parts,
                "--part is a part and the number of parts, such as 3/40, not '{}'", text);
    return {static_cast<std::size_t>(number), static_cast<std::size_t>(parts)};
}

} // namespace

GameSelection::Range parse_index(const std::string& text) {
    const auto range = parse_range(text);
    check_usage(range && range->first >= 1,
                "--index is a game's number or a range, such as 5 or 10-19, not '{}'", text);
    return {static_cast<std::size_t>(range->first), static_cast<std::size_t>(range->second)};
}

void add_selection(CommandOptions& options, GameSelection& selection) {
    options.group("Choice of games (a game must match all of these)");
    options.parsed(
        "index", "N",
        [&selection](const std::string& text) { selection.index = parse_index(text); },
        "only game number N, or games A to B: A-B");
    const auto name = [&options](const char* option, std::string& part, const char* help) {
        options.parsed(
            option, "NAME", [&part](const std::string& text) { part = text; }, help);
    };
    name("player", selection.player, "a part of the name of either player; case doesn't matter");
    name("event", selection.event, "a part of the tournament's name");
    add_years(options, selection.years, "a year, or the first and the last year");
}

std::string none_selected(const GameSelection& selection, std::size_t games) {
    if (selection.index && selection.index->first > games) {
        return fmt::format("there is no game {}, but only {}", selection.index->first,
                           games == 1 ? "one" : fmt::format("games 1 to {}", games));
    }
    return games == 1 ? "the only game is not selected"
                      : fmt::format("none of the {} games is selected", games);
}

void add_years(CommandOptions& options, std::optional<Years>& years, const std::string& help) {
    const auto take = [&years](const std::string& text) {
        years = parse_years(text);
        check_usage(years.has_value(), "--years is a year or a range, such as 1977-2022, not '{}'",
                    text);
    };
    options.parsed("years", "A-B", take, help);
}

void add_part(CommandOptions& options, Part& part, const std::string& what) {
    options.parsed(
        "part", "I/N", [&part](const std::string& text) { part = parse_part(text); },
        fmt::format("only part I of N equal parts of the {}", what));
}

} // namespace emilia
