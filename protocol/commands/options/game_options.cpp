#include "protocol/commands/options/game_options.h"

#include "engine/base/numbers.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;

GameSelection::Range parse_index(const std::string& text) {
    const auto range = parse_range(text);
    if (!range || range->first < 1) {
        throw UsageError(fmt::format(
            "--index is a game's number or a range, such as 5 or 10-19, not '{}'", text));
    }
    return {static_cast<std::size_t>(range->first), static_cast<std::size_t>(range->second)};
}

} // namespace

void add_selection_options(po::options_description& described) {
    po::options_description selection("Choice of games (a game must match all of these)");
    auto add = selection.add_options();
    add("index", po::value<std::string>()->value_name("N"),
        "only game number N, or games A to B: A-B");
    add("player", po::value<std::string>()->value_name("NAME"),
        "a part of the name of either player; case doesn't matter");
    add("event", po::value<std::string>()->value_name("NAME"), "a part of the tournament's name");
    add("years", po::value<std::string>()->value_name("A-B"),
        "a year, or the first and the last year");
    described.add(selection);
}

GameSelection chosen_games(const ParsedOptions& options) {
    GameSelection selection;
    if (const auto index = options.get<std::string>("index")) selection.index = parse_index(*index);
    selection.player = options.get<std::string>("player").value_or("");
    selection.event = options.get<std::string>("event").value_or("");
    if (options.has("years")) selection.years = chosen_years(options);
    return selection;
}

std::string none_selected(const GameSelection& selection, std::size_t games) {
    if (selection.index && selection.index->first > games) {
        return fmt::format("there is no game {}, but only {}", selection.index->first,
                           games == 1 ? "one" : fmt::format("games 1 to {}", games));
    }
    return games == 1 ? "the only game is not selected"
                      : fmt::format("none of the {} games is selected", games);
}

Years chosen_years(const ParsedOptions& options) {
    const std::string text = *options.get<std::string>("years");
    if (const auto years = parse_years(text)) return *years;
    throw UsageError(
        fmt::format("--years is a year or a range, such as 1977-2022, not '{}'", text));
}

} // namespace emilia
