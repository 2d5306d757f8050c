#pragma once

// Positions, games and results in the JSON of requests.

#include "engine/notation/game.h"
#include "engine/notation/game_tree.h"
#include "engine/search/search_limits.h"
#include "engine/search/search_result.h"
#include "protocol/requests/fields.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// Throws with the place of the text in the request.
template <class Value>
Value value_of(Parsed<Value> parsed, const std::string& path) {
    if (!parsed) throw RequestError(parsed.error().message, path);
    return std::move(*parsed);
}

/// The game of a field: an object, or a text of any kind.
[[nodiscard]] Game game_in(Fields& request, std::string_view name = "game");

/// The position of a text at `path` in the request: a board, moves, or whatever a person pastes.
[[nodiscard]] Position position_of(const nlohmann::ordered_json& json, const std::string& path);
/// The same with the moves that lead there, if the text has them.
[[nodiscard]] Game way_of(const nlohmann::ordered_json& json, const std::string& path);
/// The position of the field `position`.
[[nodiscard]] Position position_in(Fields& request);

[[nodiscard]] nlohmann::ordered_json game_json(const Game& game);
/// A game with its variations as a list of nodes, the start first, each with the number of the one
/// before it.
[[nodiscard]] nlohmann::ordered_json tree_json(const GameTree& tree);
/// The tree of the field `tree`, from this start; none if the field is not there.
[[nodiscard]] std::optional<GameTree> tree_in(Fields& request, const Position& start);
/// The legal moves; `["pa"]` if the side to move must pass, and none if the game is over.
[[nodiscard]] nlohmann::ordered_json legal_json(const Board& board);
/// What `to_json` of the reports writes, and what only programs want to know.
[[nodiscard]] nlohmann::ordered_json line_json(const Line& line);
[[nodiscard]] nlohmann::ordered_json result_json(const Position& position,
                                                 const SearchResult& result);
/// The best line of a result as a choice. There must be one.
[[nodiscard]] nlohmann::ordered_json chosen_json(const SearchResult& result);

/// Passes results on, but no more than a page can draw: the first iterations take microseconds.
class Pace {
public:
    /// Without `tell` it passes on nothing.
    explicit Pace(std::function<void(const SearchResult&)> tell) : tell_(std::move(tell)) {}

    /// Each iteration and each pulse ends in `tell`. This object must outlive the search.
    [[nodiscard]] SearchProgress functions();

private:
    void show(const SearchResult& sofar);

    std::function<void(const SearchResult&)> tell_;
    double last_ = 0;
};

} // namespace emilia
