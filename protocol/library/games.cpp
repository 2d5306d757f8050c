// Games: reading, writing, and the analysis of their moves.

#include "book/opening_names.h"
#include "engine/analysis/game_analysis.h"
#include "engine/base/text.h"
#include "engine/notation/formats/pasted.h"
#include "engine/notation/formats/written.h"
#include "engine/notation/move_list.h"
#include "protocol/library/calls.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

/// The texts are made with the game, so that any number of threads may read it.
struct emilia_game {
    explicit emilia_game(emilia::Game read)
        : game(std::move(read)),
          moves(to_string(emilia::moves_of(game))),
          opening(emilia::opening_name(game)) {}

    const emilia::Game game;
    const std::string moves;
    const std::string opening;
};

struct emilia_games {
    std::deque<emilia_game> games;
    std::string understood;
};

struct emilia_analyzed_game {
    explicit emilia_analyzed_game(const emilia::AnalyzedGame& analyzed);

    emilia::library::Lines lines;
    std::vector<emilia_judgement> judgements;
    bool complete;
};

namespace {

using namespace emilia;
using namespace emilia::library;

template <class Value>
Value understood(Parsed<Value> parsed) {
    if (!parsed) throw Failure(EMILIA_BAD_POSITION, parsed.error().message);
    return std::move(*parsed);
}

std::string text_or_empty(const char* text) {
    return text == nullptr ? std::string() : text;
}

const WrittenFormat& format_of(std::string_view name) {
    const auto format = std::find_if(written_formats.begin(), written_formats.end(),
                                     [&](const WrittenFormat& one) { return one.name == name; });
    if (format != written_formats.end()) return *format;
    std::vector<std::string_view> names;
    for (const WrittenFormat& one : written_formats) names.push_back(one.name);
    throw Failure(EMILIA_BAD_ARGUMENT, fmt::format("format is one of {}, not {}",
                                                   fmt::join(names, ", "), in_quotes(name)));
}

emilia_color color_of(Color color) noexcept {
    return color == Color::black ? EMILIA_BLACK : EMILIA_WHITE;
}

void check_game_limits(const emilia_limits& limits) {
    check_analysis(limits);
    if (limits.goal != EMILIA_FIND_SCORE || limits.lines != 0 || limits.progress != nullptr) {
        throw Failure(EMILIA_BAD_ARGUMENT,
                      "the limits of a game have no goal, no lines and no progress");
    }
}

} // namespace

emilia_analyzed_game::emilia_analyzed_game(const AnalyzedGame& analyzed)
    : lines(2 * analyzed.judgements.size()), complete(analyzed.complete) {
    const auto& moves = analyzed.record.moves();
    std::size_t index = moves.size();
    for (auto judged = analyzed.judgements.rbegin(); judged != analyzed.judgements.rend();
         ++judged) {
        while (moves[--index].move == Square::pass) {
        } // passes are not judged
        judgements.push_back({.index = index,
                              .color = color_of(judged->before.to_move),
                              .played = lines.add(judged->played),
                              .best = lines.add(judged->best()),
                              .loss = judged->loss.discs(),
                              .equivalent = judged->equivalent ? 1 : 0,
                              .turning_point = is_turning_point(*judged) ? 1 : 0});
    }
    std::reverse(judgements.begin(), judgements.end());
}

emilia_status emilia_game_new(const char* text, emilia_game** game) {
    return guarded([&] {
        require(text, "text");
        require(game, "game");
        const std::string_view given = text;
        Game read = given.empty() ? Game() : understood(read_pasted_game(given));
        *game = std::make_unique<emilia_game>(std::move(read)).release();
    });
}

emilia_status emilia_game_new_from(const emilia_position* start, const char* moves,
                                   const char* black_name, const char* white_name,
                                   const char* event, const char* date, emilia_game** game) {
    return guarded([&] {
        require(start, "start");
        require(game, "game");
        Game made = understood(parse_moves(text_or_empty(moves), start->position));
        made.black_name = text_or_empty(black_name);
        made.white_name = text_or_empty(white_name);
        made.event = text_or_empty(event);
        made.date = text_or_empty(date);
        *game = std::make_unique<emilia_game>(std::move(made)).release();
    });
}

void emilia_game_free(emilia_game* game) {
    delete game;
}

size_t emilia_game_size(const emilia_game* game) {
    return game == nullptr ? 0 : game->game.moves().size();
}

emilia_status emilia_game_position(const emilia_game* game, size_t moves,
                                   emilia_position** position) {
    return guarded([&] {
        require(game, "game");
        require(position, "position");
        const auto& played = game->game.moves();
        if (moves > played.size()) {
            throw Failure(EMILIA_BAD_ARGUMENT,
                          fmt::format("moves is 0 to {}, not {}", played.size(), moves));
        }
        Position there = game->game.start();
        for (std::size_t at = 0; at < moves; ++at) there = there.after(played[at].move);
        *position = std::make_unique<emilia_position>(there).release();
    });
}

const char* emilia_game_moves(const emilia_game* game) {
    return game == nullptr ? nullptr : game->moves.c_str();
}

const char* emilia_game_name(const emilia_game* game, emilia_color color) {
    if (game == nullptr) return nullptr;
    return (color == EMILIA_WHITE ? game->game.white_name : game->game.black_name).c_str();
}

const char* emilia_game_event(const emilia_game* game) {
    return game == nullptr ? nullptr : game->game.event.c_str();
}

const char* emilia_game_date(const emilia_game* game) {
    return game == nullptr ? nullptr : game->game.date.c_str();
}

const char* emilia_game_opening(const emilia_game* game) {
    return game == nullptr ? nullptr : game->opening.c_str();
}

emilia_status emilia_game_write(const emilia_game* game, const char* format, char** text) {
    return guarded([&] {
        require(game, "game");
        require(format, "format");
        require(text, "text");
        *text = copied(format_of(format).write(game->game));
    });
}

emilia_status emilia_games_new(const char* text, emilia_games** games) {
    return guarded([&] {
        require(text, "text");
        require(games, "games");
        Pasted pasted = understood(read_pasted(text));
        auto made = std::make_unique<emilia_games>();
        for (Game& game : pasted.games) made->games.emplace_back(std::move(game));
        made->understood = std::move(pasted.understood);
        *games = made.release();
    });
}

void emilia_games_free(emilia_games* games) {
    delete games;
}

size_t emilia_games_size(const emilia_games* games) {
    return games == nullptr ? 0 : games->games.size();
}

const emilia_game* emilia_games_game(const emilia_games* games, size_t index) {
    return index < emilia_games_size(games) ? &games->games[index] : nullptr;
}

const char* emilia_games_understood(const emilia_games* games) {
    return games == nullptr ? nullptr : games->understood.c_str();
}

emilia_status emilia_analyze_game(emilia_engine* engine, const emilia_game* game,
                                  const emilia_limits* limits, emilia_counted counted, void* data,
                                  emilia_analyzed_game** analyzed) {
    return guarded([&] {
        require(game, "game");
        require(analyzed, "analyzed");
        const auto given = read_struct(limits, "emilia_limits");
        check_game_limits(given);
        const EngineSettings settings = search_settings(given);
        run(engine, given.stop, [&](const Stop& stop) {
            engine->engine.forget(); // so that the scores don't depend on earlier searches
            engine->engine.change_limits(settings);
            const auto tell = [&](std::size_t done, std::size_t) {
                if (counted != nullptr && counted(done, data) != 0) stop.request();
            };
            const AnalyzedGame found =
                analyze_game(game->game, engine->engine, {.book = engine->engine.settings().book},
                             &stop.flag(), tell);
            *analyzed = std::make_unique<emilia_analyzed_game>(found).release();
        });
    });
}

size_t emilia_analyzed_game_size(const emilia_analyzed_game* analyzed) {
    return analyzed == nullptr ? 0 : analyzed->judgements.size();
}

const emilia_judgement* emilia_analyzed_game_move(const emilia_analyzed_game* analyzed,
                                                  size_t index) {
    return index < emilia_analyzed_game_size(analyzed) ? &analyzed->judgements[index] : nullptr;
}

int emilia_analyzed_game_complete(const emilia_analyzed_game* analyzed) {
    return analyzed != nullptr && analyzed->complete ? 1 : 0;
}

void emilia_analyzed_game_free(emilia_analyzed_game* analyzed) {
    delete analyzed;
}
