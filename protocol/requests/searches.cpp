// The answers of searches.

#include "engine/analysis/bench.h"
#include "engine/analysis/game_analysis.h"
#include "engine/analysis/puzzles.h"
#include "engine/base/text.h"
#include "engine/classic/players.h"
#include "protocol/reports/result_json.h"
#include "protocol/requests/answers.h"
#include "protocol/requests/values.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <random>
#include <tuple>
#include <utility>

namespace emilia {

using nlohmann::ordered_json;

namespace {

/// What a search finds.
enum class Goal { score, outcome, exact };
constexpr auto goals = std::to_array<std::string_view>({"score", "outcome", "exact"});

constexpr auto puzzle_goals = std::to_array<std::string_view>({"best", "win"}); ///< PuzzleGoal

constexpr auto confidences = std::to_array({Confidence::low, Confidence::fair, Confidence::high,
                                            Confidence::very_high, Confidence::certain});

std::optional<Confidence> confidence_in(Fields& request) {
    constexpr const char* name = "confidence";
    const ordered_json* const json = request.find(name);
    if (json == nullptr) return std::nullopt;
    const auto given = json->is_number() ? json->get<double>() : 0.0;
    std::string allowed;
    for (const Confidence confidence : confidences) {
        if (given == percent(confidence)) return confidence;
        allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", percent(confidence));
    }
    request.refuse(name,
                   fmt::format("{} must be one of {}, not {}", name, allowed, Fields::shown(*json)),
                   allowed);
}

} // namespace

ordered_json Answers::choose(Fields& request, const Call& call) {
    const Position position = position_in(request);
    const bool forget = request.flag("forget", false);
    const auto player = request.text("player");
    if (player) request.end();
    const EngineSettings limits = limits_in(request);
    const bool with_book = request.flag("book", true);
    const auto seconds = request.number("clock", seconds_bounds);
    const auto increment = request.number("increment", Bounds{0.0, seconds_bounds.greatest});
    if (increment && !seconds) request.refuse("increment", "increment needs a clock");
    request.end();
    if (position.board.is_over()) request.refuse("position", "the game is over");
    if (forget) {
        if (playing_) playing_->forget();
        players_.clear();
    }
    if (player) return choose_as(*player, position.board, call);
    std::optional<GameClock> clock;
    if (seconds) clock = GameClock{.seconds = *seconds, .increment = increment.value_or(0)};
    Engine& engine = playing_engine(with_book);
    engine.change_limits(limits);
    Pace pace(call.tell ? [&call](const SearchResult& sofar) { call.tell(chosen_json(sofar)); }
                        : std::function<void(const SearchResult&)>());
    return chosen_json(engine.choose_move(position.board, clock, call.stop, {}, pace.functions()));
}

ordered_json Answers::choose_as(const std::string& name, const Board& board, const Call& call) {
    std::unique_ptr<Player>& player = players_[name];
    if (!player) {
        const classic::PlayerKind* const kind = classic::find_player(name);
        if (kind == nullptr) {
            players_.erase(name);
            std::string allowed;
            for (const classic::PlayerKind& each : classic::player_kinds())
                allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", each.name);
            throw RequestError(fmt::format("no player is called {}", in_quotes(name)), "/player",
                               allowed);
        }
        player = kind->make(*kind, {.seed = std::random_device()()});
    }
    const auto begin = Clock::now();
    const Decision decision = player->choose(board, {.stop = call.stop});
    const std::chrono::duration<double> seconds = Clock::now() - begin;
    return {{"move", to_string(decision.move)},
            {"nodes", decision.nodes},
            {"seconds", seconds.count()},
            {"interrupted", call.is_stopped()}};
}

ordered_json Answers::analyze(Fields& request, const Call& call) {
    const Position position = position_in(request);
    const EngineSettings limits = limits_in(request);
    const int lines = request.number("lines", Bounds{1, square_count}).value_or(square_count);
    const auto goal = static_cast<Goal>(request.choice("goal", goals).value_or(0));
    const auto confidence = confidence_in(request);
    const bool with_book_moves = request.flag("book", false);
    const bool forget = request.flag("forget", false);
    request.end();
    if (goal != Goal::score) {
        for (const char* const name : {"depth", "level", "confidence"}) {
            if (request.find(name) != nullptr) {
                request.refuse(name, "a search that solves has limits of seconds and nodes only");
            }
        }
    }
    Engine& engine = analyzing_engine();
    if (forget) engine.forget();
    engine.change_limits(limits);
    const auto answer = [&](SearchResult result) {
        if (with_book_moves && book())
            result.lines = with_book(std::move(result.lines), position.board, *book());
        return result_json(position, result);
    };
    Pace pace(call.tell ? [&](const SearchResult& sofar) { call.tell(answer(sofar)); }
                        : std::function<void(const SearchResult&)>());
    const Board& board = position.board;
    switch (goal) {
    case Goal::outcome:
        return answer(engine.solve_outcome(board, lines, call.stop, pace.functions()));
    case Goal::exact: return answer(engine.solve(board, lines, call.stop, pace.functions()));
    case Goal::score: break;
    }
    if (!confidence) return answer(engine.analyze(board, lines, {}, call.stop, pace.functions()));
    SearchLimits with_confidence = engine.analysis_limits(board, lines, {}, call.stop);
    with_confidence.confidence = *confidence;
    return answer(engine.search(board, with_confidence, pace.functions()));
}

ordered_json Answers::analyze_game(Fields& request, const Call& call) {
    const Game game = game_in(request);
    const EngineSettings limits = limits_in(request);
    const int lines = request.number("lines", Bounds{1, square_count}).value_or(1);
    const bool with_book_moves = request.flag("book", true);
    request.end();
    if (game.moves().empty()) request.refuse("game", "the game has no moves");
    const auto show = [&call](std::size_t done, std::size_t all) {
        if (call.tell) call.tell({{"done", done}, {"all", all}});
    };
    Engine& engine = analyzing_engine();
    engine.forget(); // so that a game's scores don't depend on what was searched before
    engine.change_limits(limits);
    const AnalyzedGame analyzed = emilia::analyze_game(
        game, engine, {.lines = lines, .book = with_book_moves ? book() : nullptr}, call.stop,
        show);
    ordered_json json = to_json(analyzed);
    json["complete"] = analyzed.complete;
    return json;
}

ordered_json Answers::puzzles(Fields& request, const Call& call) {
    const Game game = game_in(request);
    PuzzleSettings settings;
    settings.goal = static_cast<PuzzleGoal>(request.choice("goal", puzzle_goals).value_or(0));
    if (const auto empties = request.range("empties", puzzle_empties_bounds))
        std::tie(settings.least_empties, settings.most_empties) = *empties;
    if (const auto hardness = request.range("hardness", puzzle_hardness_bounds))
        std::tie(settings.least_hardness, settings.most_hardness) = *hardness;
    const bool only_hardest = request.flag("hardest", false);
    request.end();
    Engine& engine = analyzing_engine();
    engine.change_limits({}); // puzzles are solved, however long it takes
    const auto show = [&call](std::size_t done, std::size_t all) {
        if (call.tell) call.tell({{"done", done}, {"all", all}});
    };
    static const std::atomic<bool> never = false;
    auto found = puzzles_in(engine, game, settings, call.stop ? *call.stop : never, show);
    if (only_hardest && !found.empty()) found = std::vector{*hardest_of(found)};
    ordered_json puzzles = ordered_json::array();
    for (const Puzzle& puzzle : found) {
        puzzles.push_back(to_json(puzzle));
        puzzles.back()["problem"] = to_obf(puzzle.problem);
    }
    return {{"puzzles", puzzles}, {"complete", !call.is_stopped()}};
}

ordered_json Answers::bench(Fields& request, const Call& call) {
    request.end();
    Searcher searcher(1, bench_hash_megabytes, *settings_.engine.instruction_set);
    Nodes nodes = 0;
    double seconds = 0;
    const auto sum = [&] { return ordered_json{{"nodes", nodes}, {"seconds", seconds}}; };
    for (const BenchSearch& search : bench_searches()) {
        searcher.forget();
        SearchLimits limits = search.limits;
        limits.stop = call.stop;
        const SearchResult result = searcher.search(search.board, limits);
        nodes += result.nodes;
        seconds += result.seconds;
        if (call.is_stopped())
            throw RequestError("the bench was stopped, so its sums are no signature");
        if (call.tell) call.tell(sum());
    }
    return sum();
}

EngineSettings Answers::limits_in(Fields& request) const {
    EngineSettings given;
    given.seconds = request.number("seconds", seconds_bounds);
    given.nodes = request.number("nodes", nodes_bounds);
    given.depth = request.number("depth", depth_bounds);
    given.level = request.number("level", level_bounds);
    const bool any = given.seconds || given.nodes || given.depth || given.level;
    return any ? given : settings_.engine;
}

std::unique_ptr<Engine> Answers::new_engine(std::size_t megabytes,
                                            std::shared_ptr<OpeningBook> book) const {
    EngineSettings settings = settings_.engine;
    settings.hash_megabytes = std::max(hash_bounds.least, megabytes);
    settings.book = std::move(book);
    return std::make_unique<Engine>(settings);
}

Engine& Answers::playing_engine(bool with_book) {
    if (!playing_ || playing_with_book_ != with_book) {
        playing_.reset(); // before the next one takes memory
        playing_ = new_engine(settings_.engine.hash_megabytes / 3, with_book ? book() : nullptr);
        playing_with_book_ = with_book;
    }
    return *playing_;
}

Engine& Answers::analyzing_engine() {
    if (!analyzing_) analyzing_ = new_engine(settings_.engine.hash_megabytes * 2 / 3, nullptr);
    return *analyzing_;
}

} // namespace emilia
