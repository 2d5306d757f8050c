#include "protocol/page/requests.h"

#include "book/book_file.h"
#include "book/book_player.h"
#include "book/openings.h"
#include "engine/analysis/bench.h"
#include "engine/analysis/game_analysis.h"
#include "engine/classic/players.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/pasted.h"
#include "engine/notation/formats/pgn.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "engine/play/engine.h"
#include "engine/play/level.h"
#include "engine/play/move_chooser.h"
#include "engine/play/player.h"
#include "protocol/reports/analysis_text.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_json.h"

#include <algorithm>
#include <exception>
#include <map>
#include <new>
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

/// How many scores fit on the board of the page of a game.
constexpr int lines_of_a_game = 4;

/// Far more than any game has; a longer text is a whole file pasted by mistake.
constexpr std::size_t longest_text = 100'000;

template <class Value>
Value value_of(Parsed<Value> parsed) {
    if (!parsed) throw std::runtime_error(parsed.error().message);
    return std::move(*parsed);
}

std::string text_or_none(const ordered_json& json, const char* key) {
    return json.value(key, std::string());
}

ordered_json game_json(const Game& game) {
    return {{"start", to_string(game.start())},
            {"moves", to_string(moves_of(game))},
            {"names", {{"X", game.black_name}, {"O", game.white_name}}},
            {"event", game.event},
            {"date", game.date}};
}

Game game_in(const ordered_json& request) {
    const ordered_json& json = request.at("game");
    const Position start = value_of(parse_position(json.at("start").get<std::string>()));
    Game game = value_of(parse_moves(text_or_none(json, "moves"), start));
    game.event = text_or_none(json, "event");
    game.date = text_or_none(json, "date");
    if (json.contains("names")) {
        game.black_name = text_or_none(json.at("names"), "X");
        game.white_name = text_or_none(json.at("names"), "O");
    }
    return game;
}

/// The position of a request, which must have a move to search for.
Position position_in(const ordered_json& request) {
    const Position position = value_of(parse_position(request.at("position").get<std::string>()));
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

} // namespace

/// A function for each kind of request. Engines and players are made when they are first needed,
/// and kept for the next request.
class Requests::Answers {
public:
    ordered_json about(const ordered_json&, const Tell&) {
        ordered_json players = ordered_json::array();
        for (const classic::PlayerKind& kind : classic::player_kinds()) {
            players.push_back(
                {{"name", kind.name}, {"description", kind.description}, {"source", kind.source}});
        }
        ordered_json levels = ordered_json::array();
        for (int number = least_level; number <= greatest_level; ++number) {
            const Level level = level_of(number);
            levels.push_back({{"level", number},
                              {"depth", level.depth},
                              {"exact_at", level.exact_at},
                              {"errs", level.misjudgement > 0}});
        }
        return {{"version", program_version()}, {"levels", levels}, {"players", players}};
    }

    ordered_json open(const ordered_json& request, const Tell&) {
        const auto pasted = request.at("text").get<std::string>();
        if (pasted.size() > longest_text) {
            throw std::runtime_error(fmt::format(
                "the text has {} characters; one game or board at a time", pasted.size()));
        }
        const Pasted read = value_of(read_pasted(pasted));
        ordered_json json = game_json(read.games.front());
        json["understood"] = (read.games.size() > 1 ? "the first of " : "") + read.understood;
        return json;
    }

    ordered_json game(const ordered_json& request, const Tell&) {
        const Game game = game_in(request);
        const std::vector<Position> shown = positions_of(game, 0);
        ordered_json moves = ordered_json::array();
        for (const PlayedMove& played : game.moves()) {
            if (played.move == Square::pass) continue;
            moves.push_back({{"move", to_string(played.move)},
                             {"player", played.color == Color::black ? "X" : "O"}});
        }
        ordered_json positions = ordered_json::array();
        for (const Position& position : positions_of(game, moves.size())) {
            ordered_json legal = ordered_json::array();
            for (const Square square : squares_of(position.board.legal_moves()))
                legal.push_back(to_string(square));
            positions.push_back(to_json(position));
            positions.back()["legal"] = legal;
        }
        return {{"moves", moves},
                {"positions", positions},
                {"over", shown.back().board.is_over()},
                {"result", result_of(game)},
                {"opening", opening_name(game)},
                {"record", to_string(moves_of(game))},
                {"note", note_on(game.start())}};
    }

    ordered_json write(const ordered_json& request, const Tell&) {
        const Game game = game_in(request);
        const auto format = request.at("format").get<std::string>();
        if (format == "ggf") return {{"text", to_ggf(game)}};
        if (format == "sgf") return {{"text", to_sgf(game)}};
        if (format == "pgn") return {{"text", to_pgn(game)}};
        if (format == "moves") return {{"text", to_string(moves_of(game))}};
        throw std::runtime_error(fmt::format("no format is called '{}'", format));
    }

    /// Unpacks weights and book, which takes a part of a second.
    ordered_json prepare(const ordered_json&, const Tell&) {
        static_cast<void>(embedded_weights());
        static_cast<void>(book());
        return ordered_json::object();
    }

    ordered_json move(const ordered_json& request, const Tell& tell) {
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
            [&tell](const SearchResult& sofar) { tell(line_of(chosen_json(chosen_of(sofar)))); });
        return chosen_json(
            chosen_of(engine.choose_move(board, {}, nullptr, {}, progress.functions())));
    }

    ordered_json evaluate(const ordered_json& request, const Tell& tell) {
        const Position position = position_in(request);
        const auto told = [&](SearchResult result) {
            result.lines = with_book(std::move(result.lines), position.board, *book());
            return to_json(position, result);
        };
        Progress progress([&](const SearchResult& sofar) { tell(line_of(told(sofar))); });
        return told(analyzing_engine().analyze(position.board, square_count, seconds_in(request),
                                               nullptr, progress.functions()));
    }

    ordered_json analyze(const ordered_json& request, const Tell& tell) {
        const Game game = game_in(request);
        if (game.moves().empty()) throw std::runtime_error("the game has no moves");
        const auto show = [&tell](std::size_t done, std::size_t all) {
            tell(line_of({{"done", done}, {"all", all}}));
        };
        Engine& engine = analyzing_engine();
        engine.forget(); // so that a game's scores don't depend on what was searched before
        return to_json(
            analyze_game(game, engine,
                         {.seconds = seconds_in(request), .lines = lines_of_a_game, .book = book()},
                         nullptr, show));
    }

    ordered_json bench(const ordered_json&, const Tell& tell) {
        Searcher searcher(1, bench_hash_megabytes);
        Nodes nodes = 0;
        double seconds = 0;
        const auto sum = [&] { return ordered_json{{"nodes", nodes}, {"seconds", seconds}}; };
        for (const BenchSearch& search : bench_searches()) {
            searcher.forget();
            const SearchResult result = searcher.search(search.board, search.limits);
            nodes += result.nodes;
            seconds += result.seconds;
            tell(line_of(sum()));
        }
        return sum();
    }

private:
    std::shared_ptr<OpeningBook> book() {
        if (!book_)
            book_ =
                std::make_shared<BookPlayer>(shipped_book(), BookVariety{}, std::random_device()());
        return book_;
    }

    Engine& playing_engine(int level, bool with_book) {
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

    Engine& analyzing_engine() {
        if (!analyzing_) {
            EngineSettings settings;
            settings.hash_megabytes = analyzing_megabytes;
            analyzing_ = std::make_unique<Engine>(settings);
        }
        return *analyzing_;
    }

    Player& player_of_literature(const std::string& name) {
        std::unique_ptr<Player>& player = players_[name];
        if (!player) {
            const classic::PlayerKind* const kind = classic::find_player(name);
            if (kind == nullptr)
                throw std::runtime_error(fmt::format("no player is called '{}'", name));
            player = kind->make(*kind, {.seed = std::random_device()()});
        }
        return *player;
    }

    // Two engines, because what an analysis has found must not help a weak level to play.
    std::unique_ptr<Engine> playing_;
    bool playing_with_book_ = false;
    std::unique_ptr<Engine> analyzing_;
    std::shared_ptr<OpeningBook> book_;
    std::map<std::string, std::unique_ptr<Player>> players_; ///< by name
};

Requests::Requests() : answers_(std::make_unique<Answers>()) {}
Requests::~Requests() = default;

std::string Requests::answer(std::string_view request, const Tell& tell) noexcept {
    struct Kind {
        std::string_view name;
        ordered_json (Answers::*answer)(const ordered_json& request, const Tell& tell);
    };
    static constexpr Kind kinds[] = {
        {"about", &Answers::about},       {"open", &Answers::open},
        {"game", &Answers::game},         {"write", &Answers::write},
        {"prepare", &Answers::prepare},   {"move", &Answers::move},
        {"evaluate", &Answers::evaluate}, {"analyze", &Answers::analyze},
        {"bench", &Answers::bench},
    };
    const auto error_text = [](std::string_view message) { return line_of({{"error", message}}); };
    try {
        const ordered_json json = ordered_json::parse(request);
        const auto wanted = json.at("ask").get<std::string>();
        for (const Kind& kind : kinds) {
            if (kind.name == wanted) return line_of((*answers_.*kind.answer)(json, tell));
        }
        return error_text(fmt::format("nothing is called '{}'", wanted));
    } catch (const std::bad_alloc&) {
        return error_text("there is not enough memory");
    } catch (const std::exception& error) {
        return error_text(error.what());
    }
}

} // namespace emilia
