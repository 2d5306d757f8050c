#include "protocol/requests/open_games.h"

#include "engine/base/base64.h"
#include "engine/base/numbers.h"
#include "protocol/reports/games_report.h"
#include "protocol/requests/values.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {

using nlohmann::ordered_json;

namespace {

struct GivenFile {
    std::string name;
    std::string field; ///< that has the contents
    std::string bytes;
};

GivenFile file_in(Fields& request) {
    GivenFile file{.name = request.required_text("name"), .field = "base64", .bytes = {}};
    const ordered_json* const coded = request.find(file.field);
    if (coded == nullptr) {
        file.field = "text";
        file.bytes = request.required_text(file.field);
        return file;
    }
    auto bytes =
        coded->is_string() ? from_base64(coded->get_ref<const std::string&>()) : std::nullopt;
    if (!bytes) {
        request.refuse(
            file.field,
            fmt::format("base64 must be the contents of a file, not {}", Fields::shown(*coded)),
            "a text in base64");
    }
    file.bytes = std::move(*bytes);
    return file;
}

constexpr auto colors = std::to_array<std::string_view>({"X", "O"});
constexpr auto result_names = [] {
    std::array<std::string_view, wanted_results.size()> names{};
    std::transform(wanted_results.begin(), wanted_results.end(), names.begin(),
                   [](const NamedResult& result) { return result.name; });
    return names;
}();

GameFilter filter_in(Fields& request) {
    GameFilter filter{.player = request.text("player").value_or(""),
                      .against = request.text("against").value_or(""),
                      .event = request.text("event").value_or("")};
    if (const auto color = request.choice("color", colors))
        filter.color = *color == 0 ? Color::black : Color::white;
    if (const auto result = request.choice("result", result_names))
        filter.result = wanted_results[*result].result;
    if (const auto text = request.text("years")) {
        filter.years = parse_years(*text);
        constexpr const char* allowed = "a year, or the first and the last one: 1977-1999";
        if (!filter.years)
            request.refuse("years", fmt::format("years must be {}, not '{}'", allowed, *text),
                           allowed);
    }
    if (!filter.player.empty()) return filter;
    if (!filter.against.empty()) request.refuse("against", "against needs player");
    if (filter.color) request.refuse("color", "color needs player");
    if (filter.result >= WantedResult::won)
        request.refuse("result", "won and lost need player", "black, white, draw");
    return filter;
}

/// The first of the messages; a file of another kind has one for each line.
ordered_json first_of(const std::vector<std::string>& messages) {
    constexpr std::size_t most = 20;
    const std::size_t shown = std::min(messages.size(), most);
    ordered_json list = ordered_json::array();
    for (std::size_t i = 0; i < shown; ++i) list.push_back(messages[i]);
    return list;
}

ordered_json opened_json(const IndexedGames& games, std::size_t added) {
    ordered_json problems = first_of(games.problems);
    const std::size_t more = games.problems.size() - problems.size();
    return {{"games", added},
            {"all", games.base.size()},
            {"positions", games.base.positions()},
            {"problems", std::move(problems)},
            {"more_problems", more},
            {"notes", first_of(games.notes)}};
}

} // namespace

void OpenGames::Collection::index() {
    if (openings && games.index.size() == games.base.positions()) return;
    games.index = {}; // so that there are never two
    games.index = PositionIndex(games.base);
    openings.emplace(games.base, games.index);
}

ordered_json OpenGames::open(Fields& request) {
    GivenFile file = file_in(request);
    const bool adds = request.flag("add", false);
    request.end();
    if (const auto kind = wthor_name_kind(file.bytes))
        return open_names(value_of(parse_wthor_names(file.bytes, *kind), '/' + file.field));
    auto fresh = adds ? nullptr : std::make_unique<Collection>();
    auto& [games, reading, openings] = adds ? *collection_ : *fresh;
    const std::size_t before = games.base.size();
    games.problems.clear();
    games.notes.clear();
    games.sources.push_back({.path = file.name, .bytes = file.bytes.size()});
    reading.read(file.name, std::move(file.bytes), names_);
    const std::size_t added = games.base.size() - before;
    if (added == 0) request.refuse(file.field, games.problems.front());
    if (fresh) collection_ = std::move(fresh);
    return opened_json(collection_->games, added);
}

ordered_json OpenGames::open_names(WthorNames names) {
    const bool are_players = names.kind == WthorNameKind::players;
    IndexedGames& games = collection_->games;
    games.problems.clear();
    games.notes = {fmt::format("the names of {}, for the bases that are opened next",
                               counted(names.bytes.size(), are_players ? "player" : "tournament"))};
    (are_players ? names_.players : names_.tournaments) = std::move(names);
    return opened_json(games, 0);
}

ordered_json OpenGames::look_up(Fields& request) {
    std::optional<Game> way;
    if (const ordered_json* const position = request.find("position"))
        way = way_of(*position, request.path_of("position"));
    GameFilter filter = filter_in(request);
    if (way) filter.through = way->position().board;
    const std::string opening = request.text("opening").value_or("");
    const auto first = request.number("first", Bounds<std::size_t>{1, GameBase::most_games});
    const auto count = request.number("count", Bounds<std::size_t>{0, 1000});
    request.end();
    collection_->index();
    const auto& [games, reading, openings] = *collection_;
    std::vector<ChosenGame> chosen = choose(games.base, games.index, filter);
    if (!opening.empty()) openings->keep(chosen, opening);
    GamesReport report = games_report(games.base, chosen, filter.has_player(), way);
    report.list =
        listed_games(games.base, *openings, chosen, first.value_or(1), count.value_or(20));
    return games_json(games, report);
}

} // namespace emilia
