#pragma once

// Objects of the library's interface for C, freed where they go out of scope.

#include "protocol/library/include/emilia/emilia.h"
#include "tests/catch.h"

#include <memory>
#include <string>

namespace emilia::testing {

struct Free {
    void operator()(emilia_position* position) const { emilia_position_free(position); }
    void operator()(emilia_result* result) const { emilia_result_free(result); }
    void operator()(emilia_engine* engine) const { emilia_engine_free(engine); }
    void operator()(emilia_game* game) const { emilia_game_free(game); }
    void operator()(emilia_games* games) const { emilia_games_free(games); }
    void operator()(emilia_analyzed_game* game) const { emilia_analyzed_game_free(game); }
};
using PositionPointer = std::unique_ptr<emilia_position, Free>;
using ResultPointer = std::unique_ptr<emilia_result, Free>;
using EnginePointer = std::unique_ptr<emilia_engine, Free>;
using GamePointer = std::unique_ptr<emilia_game, Free>;
using GamesPointer = std::unique_ptr<emilia_games, Free>;
using AnalyzedGamePointer = std::unique_ptr<emilia_analyzed_game, Free>;

// The position of the README, which lists the scores of its moves.
inline constexpr const char* endgame =
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
inline constexpr const char* game_over =
    "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO X";
inline constexpr const char* must_pass = // black has a move, white has none
    "-OXXXXXX-------------------------------------------------------- O";

inline PositionPointer position_of(const char* text) {
    emilia_position* position = nullptr;
    REQUIRE(emilia_position_new(text, &position) == EMILIA_OK);
    return PositionPointer(position);
}

inline emilia_settings small() {
    emilia_settings settings{};
    settings.size = sizeof settings;
    settings.threads = 1;
    settings.hash_megabytes = 1;
    return settings;
}

inline EnginePointer engine_with(const emilia_settings& settings = small()) {
    emilia_engine* engine = nullptr;
    REQUIRE(emilia_engine_new(&settings, &engine) == EMILIA_OK);
    return EnginePointer(engine);
}

inline emilia_limits limits() {
    emilia_limits made{};
    made.size = sizeof made;
    return made;
}

using Search = emilia_status (*)(emilia_engine*, const emilia_position*, const emilia_limits*,
                                 emilia_result**);

inline ResultPointer run(Search search, emilia_engine* engine, const char* position,
                         const emilia_limits& given) {
    emilia_result* result = nullptr;
    const emilia_status status = search(engine, position_of(position).get(), &given, &result);
    INFO(emilia_message());
    REQUIRE(status == EMILIA_OK);
    return ResultPointer(result);
}

inline std::string message_after(emilia_status status, emilia_status expected) {
    CHECK(status == expected);
    return emilia_message();
}

} // namespace emilia::testing
