#include "protocol/game_selection.h"

#include "engine/notation/text.h"
#include "protocol/words.h"

#include <algorithm>

namespace emilia {
namespace {

namespace po = boost::program_options;

bool contains(std::string_view text, std::string_view part) noexcept {
    return std::search(text.begin(), text.end(), part.begin(), part.end(),
                       [](char a, char b) { return to_lower(a) == to_lower(b); })
               != text.end()
           || part.empty();
}

GameSelection::Range parse_index(const std::string& text) {
    const std::size_t dash = text.find('-');
    const auto first = whole_number(std::string_view(text).substr(0, dash));
    const auto last =
        dash == std::string::npos ? first : whole_number(std::string_view(text).substr(dash + 1));
    if (!first || !last || *first < 1 || *first > *last) {
        throw UsageError(
            fmt::format("--index is a number from 1 or two, such as 5 or 10-19, not '{}'", text));
    }
    return {static_cast<std::size_t>(*first), static_cast<std::size_t>(*last)};
}

} // namespace

bool GameSelection::takes(std::size_t index_of_game, const Game& game) const {
    if (index && (index_of_game < index->first || index_of_game > index->last)) return false;
    if (!contains(game.black_name, player) && !contains(game.white_name, player)) return false;
    if (!contains(game.event, event)) return false;
    if (!years) return true;
    const auto year = year_of(game);
    return year && years->contain(*year);
}

void add_selection_options(po::options_description& described) {
    po::options_description selection("Which games (those that fit all of these)");
    auto add = selection.add_options();
    add("index", po::value<std::string>()->value_name("N"),
        "the Nth of all games, or the Ath to the Bth: A-B");
    add("player", po::value<std::string>()->value_name("NAME"),
        "a part of the name of either player, in any case");
    add("event", po::value<std::string>()->value_name("NAME"), "a part of the tournament's name");
    add("years", po::value<std::string>()->value_name("A-B"), "a year, or the first and the last");
    described.add(selection);
}

GameSelection chosen_games(const ParsedOptions& options) {
    GameSelection selection;
    if (const auto index = options.get<std::string>("index")) selection.index = parse_index(*index);
    selection.player = options.get<std::string>("player").value_or("");
    selection.event = options.get<std::string>("event").value_or("");
    if (const auto years = options.get<std::string>("years")) selection.years = parse_years(*years);
    return selection;
}

std::optional<int> year_of(const Game& game) {
    constexpr std::size_t digits_of_year = 4;
    const std::string_view date = game.date;
    for (std::size_t begin = 0; begin < date.size();) {
        std::size_t end = begin;
        while (end < date.size() && is_digit(date[end])) ++end;
        if (end - begin == digits_of_year) return whole_number(date.substr(begin, end - begin));
        begin = end + 1;
    }
    return std::nullopt;
}

} // namespace emilia
