#include "protocol/page/searches.h"

#include "book/book_file.h"
#include "book/book_player.h"
#include "engine/analysis/bench.h"
#include "engine/analysis/game_analysis.h"
#include "engine/classic/players.h"
#include "engine/notation/position.h"
#include "engine/play/move_chooser.h"
#include "protocol/page/games.h"
#include "protocol/reports/analysis_json.h"
#include "protocol/reports/result_json.h"

#include <algorithm>
#include <random>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

using nlohmann::ordered_json;

// Phones give a page a few hundred megabytes in all; the weights take 40.
constexpr std::size_t playing_megabytes = 16;
constexpr std::size_t analyzing_megabytes = 32;

/// How many scores fit on the board of the report page.
constexpr int hints_of_a_game = 4;

/// Passes results on, but no more than a page can draw: the first iterations take microseconds.
class Progress {
public:
    explicit Progress(std::function<void(const SearchResult&)> tell) : tell_(std::move(tell)) {}

    /// Each iteration and each pulse ends in `tell`, which must outlive the search.
    [[nodiscard]] SearchProgress functions() {
        const auto show = [this](const SearchResult& sofar) { this->show(sofar); };
        return {.iteration = show, .pulse = show};
    }

private:
    void show(const SearchResult& sofar) {
        constexpr double pause = 0.05; // seconds
        if (sofar.lines.empty() || sofar.seconds < last_ + pause) return;
        last_ = sofar.seconds;
        tell_(sofar);
    }

    std::function<void(const SearchResult&)> tell_;
    double last_ = 0;
};

Position position_in(const ordered_json& request) {
    const Position position = position_of(request.at("position").get<std::string>());
    if (position.board.is_over()) throw std::runtime_error("the game is over");
    return position;
}

double seconds_in(const ordered_json& request) {
    constexpr double most = 3600;
    return std::clamp(request.at("seconds").get<double>(), 0.01, most);
}

int level_in(const ordered_json& request) {
    const int level = request.value("level", default_level);
    if (level >= least_level && level <= greatest_level) return level;
    throw std::runtime_error(fmt::format("a level is a number from {} to {}, not {}", least_level,
                                         greatest_level, level));
}

ordered_json chosen_json(const ChosenMove& chosen) {
    ordered_json json = {{"move", to_string(chosen.move)}};
    if (chosen.line) json["line"] = to_json(*chosen.line);
    json["nodes"] = chosen.nodes;
    json["seconds"] = chosen.seconds;
    return json;
}

ChosenMove chosen_of(const SearchResult& result) {
    const Line& best = result.lines.front();
    return {.move = best.move, .line = best, .nodes = result.nodes, .seconds = result.seconds};
}

} // namespace

std::shared_ptr<OpeningBook> Searches::book() {
    if (!book_)
        book_ = std::make_shared<BookPlayer>(shipped_book(), BookVariety{}, std::random_device()());
    return book_;
}

Engine& Searches::playing_engine(int level, bool with_book) {
    if (!playing_ || playing_with_book_ != with_book) {
        EngineSettings settings;
        settings.level = level;
        settings.hash_megabytes = playing_megabytes;
        if (with_book) settings.book = book();
        playing_ = std::make_unique<Engine>(settings);
        playing_with_book_ = with_book;
    }
    playing_->set_level(level);
    return *playing_;
}

Engine& Searches::analyzing_engine() {
    if (!analyzing_) {
        EngineSettings settings;
        settings.hash_megabytes = analyzing_megabytes;
        analyzing_ = std::make_unique<Engine>(settings);
    }
    return *analyzing_;
}

Player& Searches::player_of_literature(const std::string& name) {
    std::unique_ptr<Player>& player = players_[name];
    if (!player) {
        const classic::PlayerKind* const kind = classic::find_player(name);
        if (kind == nullptr)
            throw std::runtime_error(fmt::format("no player is called '{}'", name));
        player = kind->make(*kind, {.seed = std::random_device()()});
    }
    return *player;
}

ordered_json Searches::prepare() {
    static_cast<void>(embedded_weights());
    static_cast<void>(book());
    return ordered_json::object();
}

ordered_json Searches::move(const ordered_json& request, const Tell& tell) {
    const Board board = position_in(request).board;
    if (request.value("new_game", false)) {
        if (playing_) playing_->forget();
        players_.clear();
    }
    if (request.contains("player")) {
        const Decision decision =
            player_of_literature(request.at("player").get<std::string>()).choose(board, {});
        return chosen_json({.move = decision.move, .nodes = decision.nodes});
    }
    Engine& engine = playing_engine(level_in(request), request.value("book", true));
    Progress progress(
        [&tell](const SearchResult& sofar) { tell(to_text(chosen_json(chosen_of(sofar)))); });
    return chosen_json(chosen_of(engine.choose_move(board, {}, nullptr, {}, progress.functions())));
}

ordered_json Searches::evaluate(const ordered_json& request, const Tell& tell) {
    const Position position = position_in(request);
    const auto told = [&](SearchResult result) {
        result.lines = with_book(std::move(result.lines), position.board, *book());
        return to_json(position, result);
    };
    Progress progress([&](const SearchResult& sofar) { tell(to_text(told(sofar))); });
    return told(analyzing_engine().analyze(position.board, square_count, seconds_in(request),
                                           nullptr, progress.functions()));
}

ordered_json Searches::analyze(const ordered_json& request, const Tell& tell) {
    const Game game = game_of(request.at("game"));
    if (game.moves().empty()) throw std::runtime_error("the game has no moves");
    const auto show = [&tell](std::size_t done, std::size_t all) {
        tell(to_text({{"done", done}, {"all", all}}));
    };
    Engine& engine = analyzing_engine();
    engine.forget(); // so that a game's scores don't depend on what was searched before
    return to_json(
        game,
        analyze_game(game, engine,
                     {.seconds = seconds_in(request), .hints = hints_of_a_game, .book = book()},
                     nullptr, show));
}

ordered_json Searches::bench(const Tell& tell) {
    Searcher searcher(1, bench_hash_megabytes);
    Nodes nodes = 0;
    double seconds = 0;
    const auto sum = [&] { return ordered_json{{"nodes", nodes}, {"seconds", seconds}}; };
    for (const BenchSearch& search : bench_searches()) {
        searcher.forget();
        const SearchResult result = searcher.search(search.board, search.limits);
        nodes += result.nodes;
        seconds += result.seconds;
        tell(to_text(sum()));
    }
    return sum();
}

} // namespace emilia
