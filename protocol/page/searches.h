#pragma once

// The page's requests that search. A search can't be interrupted: the page ends the worker that
// runs it, and goes on with a new one.

#include "engine/play/engine.h"
#include "engine/play/player.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// Receives the results so far of a search, as JSON.
using Tell = std::function<void(const std::string& json)>;

/// Makes engines and players when they are first needed, and keeps them for the next request.
class Searches {
public:
    /// Unpacks weights and book, which takes a part of a second.
    [[nodiscard]] nlohmann::ordered_json prepare();

    /// Chooses a move for "position". "player" names a player of the literature; otherwise the
    /// engine plays with "level" and, unless "book" is false, from the book. A request with
    /// "new_game" comes first in a game. `tell` gets the engine's best line so far:
    ///
    ///     {"move": "f5", "line": {…}, "nodes": 1, "seconds": 0.1}
    ///
    /// Players of the literature give no line. Throws std::runtime_error.
    [[nodiscard]] nlohmann::ordered_json move(const nlohmann::ordered_json& request,
                                              const Tell& tell);

    /// Scores all moves of "position" for "seconds"; `tell` gets the scores so far.
    [[nodiscard]] nlohmann::ordered_json evaluate(const nlohmann::ordered_json& request,
                                                  const Tell& tell);

    /// Analyzes "game" with "seconds" for each position; `tell` gets the numbers of moves that are
    /// `{"done": 1, "all": 60}`.
    [[nodiscard]] nlohmann::ordered_json analyze(const nlohmann::ordered_json& request,
                                                 const Tell& tell);

    /// `{"nodes": 1, "seconds": 0.1}` for the searches of `emilia bench`; `tell` gets the sums
    /// after each search.
    [[nodiscard]] static nlohmann::ordered_json bench(const Tell& tell);

private:
    [[nodiscard]] Engine& playing_engine(int level, bool with_book);
    [[nodiscard]] Engine& analyzing_engine();
    [[nodiscard]] Player& player_of_literature(const std::string& name);
    [[nodiscard]] std::shared_ptr<OpeningBook> book();

    /// Two engines, because what an analysis has found must not help a weak level to play.
    std::unique_ptr<Engine> playing_;
    bool playing_with_book_ = false;
    std::unique_ptr<Engine> analyzing_;
    std::shared_ptr<OpeningBook> book_;
    std::map<std::string, std::unique_ptr<Player>> players_; ///< by name
};

} // namespace emilia
