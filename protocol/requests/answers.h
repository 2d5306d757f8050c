#pragma once

// Answers the requests, each by a function of its own. `Requests` finds the function.

#include "engine/play/engine.h"
#include "engine/play/player.h"
#include "protocol/requests/fields.h"
#include "protocol/requests/open_games.h"
#include "protocol/requests/requests.h"

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

namespace emilia {

/// A function for each kind of request.
class Answers {
public:
    using Json = Requests::Json;

    /// How the caller takes part in a request.
    struct Call {
        Requests::Progress tell; ///< empty: no progress is wanted
        const std::atomic<bool>* stop;

        [[nodiscard]] bool is_stopped() const { return stop != nullptr && *stop; }
    };

    explicit Answers(RequestSettings settings) : settings_(std::move(settings)) {}

    Json about(Fields& request, const Call&);
    Json read(Fields& request, const Call&);
    Json write(Fields& request, const Call&);
    Json moves(Fields& request, const Call&);
    Json positions(Fields& request, const Call&);
    Json opening(Fields& request, const Call&);
    Json look_up(Fields& request, const Call&);
    Json evaluate(Fields& request, const Call&);
    Json prepare(Fields& request, const Call&);
    Json drill(Fields& request, const Call&);
    Json next_level(Fields& request, const Call&);
    Json choose(Fields& request, const Call& call);
    Json analyze(Fields& request, const Call& call);
    Json analyze_game(Fields& request, const Call& call);
    Json puzzles(Fields& request, const Call& call);
    Json bench(Fields& request, const Call& call);
    Json open_games(Fields& request, const Call&) { return games_.open(request); }
    Json games(Fields& request, const Call&) { return games_.look_up(request); }

private:
    [[nodiscard]] EngineSettings limits_in(Fields& request) const;
    [[nodiscard]] Json choose_as(const std::string& name, const Board& board, const Call& call);
    [[nodiscard]] const std::shared_ptr<OpeningBook>& book();
    [[nodiscard]] const Weights& weights() const;
    [[nodiscard]] std::unique_ptr<Engine> new_engine(std::size_t megabytes,
                                                     std::shared_ptr<OpeningBook> book) const;
    [[nodiscard]] Engine& playing_engine(bool with_book);
    [[nodiscard]] Engine& analyzing_engine();

    RequestSettings settings_;
    // Two engines, because what an analysis has found must not help a weak level to play.
    std::unique_ptr<Engine> playing_;
    bool playing_with_book_ = false;
    std::unique_ptr<Engine> analyzing_;
    std::shared_ptr<OpeningBook> book_;
    bool has_book_ = false;                                  ///< `book_` is what it will be
    std::map<std::string, std::unique_ptr<Player>> players_; ///< by name
    OpenGames games_;
};

} // namespace emilia
