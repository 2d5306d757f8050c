#include "engine/notation/formats/game_selection.h"

#include "engine/base/range.h"
#include "engine/base/text.h"

#include <algorithm>

namespace emilia {
namespace {

bool contains(std::string_view text, std::string_view part) noexcept {
    return std::search(text.begin(), text.end(), part.begin(), part.end(),
                       [](char a, char b) { return to_lower(a) == to_lower(b); })
               != text.end()
           || part.empty();
}

} // namespace

std::optional<Years> parse_years(std::string_view text) noexcept {
    const auto range = parse_range(text);
    if (!range) return std::nullopt;
    return Years{range->first, range->second};
}

bool GameSelection::takes(std::size_t index_of_game, const Game& game) const {
    if (index && (index_of_game < index->first || index_of_game > index->last)) return false;
    if (!contains(game.black_name, player) && !contains(game.white_name, player)) return false;
    if (!contains(game.event, event)) return false;
    if (!years) return true;
    const auto year = year_of(game);
    return year && years->contain(*year);
}

std::optional<int> year_of(const Game& game) {
    constexpr std::size_t digits_of_year = 4;
    constexpr std::size_t digits_of_date = 8; // as in 20120501
    const std::string_view date = game.date;
    for (std::size_t begin = 0; begin < date.size();) {
        std::size_t end = begin;
        while (end < date.size() && is_digit(date[end])) ++end;
        if (end - begin == digits_of_year || end - begin == digits_of_date)
            return whole_number(date.substr(begin, digits_of_year));
        begin = end + 1;
    }
    return std::nullopt;
}

} // namespace emilia
