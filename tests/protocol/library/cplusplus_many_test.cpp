#include "protocol/library/include/emilia/emilia.hpp"
#include "tests/catch.h"

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace {

namespace api = emilia::api;

api::Engine engine_of(int threads) {
    auto engine = api::Engine::make({.threads = threads, .hash_megabytes = 2});
    REQUIRE(engine);
    return *std::move(engine);
}

const std::vector<std::uint64_t> players{0x0000'0008'1000'0000, 3};
const std::vector<std::uint64_t> opponents{0x0000'0010'0800'0000, 4};

} // namespace

TEST_CASE("the library in C++ evaluates and analyzes many boards") {
    auto engine = engine_of(2);
    const auto scores = engine.evaluate_many(players, opponents);
    REQUIRE(scores);
    CHECK(scores->at(0) == *engine.evaluate(*api::Position::of(players[0], opponents[0])));
    std::size_t counted = 0;
    std::vector<int> found(2);
    const auto answers = engine.analyze_many(
        players, opponents, {.depth = 3, .lines = 1},
        [&](std::size_t done) {
            counted = done;
            return false;
        },
        [&](std::size_t index, const api::Analysis& analysis) {
            found[index] += static_cast<int>(analysis.lines.size());
            return false;
        });
    REQUIRE(answers);
    CHECK(counted == 2);
    CHECK(found == std::vector<int>{1, 1});
    CHECK(answers->depths[0] == 3);
    CHECK(answers->moves[1] == 3); // d1 is the only move
    CHECK(answers->nodes[0] > 0);
}

TEST_CASE("the library in C++ refuses arrays of different sizes, and boards that are none") {
    auto engine = engine_of(1);
    CHECK(engine.evaluate_many(players, {1}).error().message == "2 players and 1 opponents");
    CHECK(engine.analyze_many(players, {1}, {}).error().status == EMILIA_BAD_ARGUMENT);
    CHECK(engine.evaluate_many(players, players).error().status == EMILIA_BAD_POSITION);
    CHECK(engine.analyze_many(players, opponents, {.depth = 0}).error().message
          == "depth must not be 0");
    CHECK(api::Position::of(1, 1).error().message == "the board has a disc of both sides on a1");
}

TEST_CASE("functions for many boards in C++ may throw, and stops are obeyed") {
    auto engine = engine_of(2);
    const auto fail = [](std::size_t) -> bool { throw std::runtime_error("mine"); };
    CHECK_THROWS_WITH(engine.analyze_many(players, opponents, {.depth = 1}, fail), "mine");
    const api::Stop stop;
    stop.request();
    CHECK(std::isnan(engine.evaluate_many(players, opponents, stop)->front()));
    CHECK(std::isnan(
        engine.analyze_many(players, opponents, {.depth = 1, .stop = stop})->scores.front()));
}

TEST_CASE("the library in C++ reads, writes and judges games") {
    const auto games = api::Games::from("f5d6c3d3c4\nf5f6\n");
    REQUIRE(games);
    REQUIRE(games->size() == 2);
    CHECK((*games)[0].opening() == "Tiger");
    CHECK_FALSE(games->understood().empty());
    const auto game =
        api::Game::from(*api::Position::from("f5"), "d6c3", {"A", "B", "Cup", "2020"});
    REQUIRE(game);
    CHECK(game->size() == 2);
    CHECK(game->position(0)->to_move() == api::Color::white);
    const auto again = api::Game::from(*game->write("ggf"));
    REQUIRE(again);
    CHECK(again->moves() == "d6c3");
    CHECK(again->header().white_name == "B");
    CHECK(again->header().event == "Cup");

    auto engine = engine_of(1);
    std::size_t counted = 0;
    const auto analyzed = engine.analyze_game(*game, {.depth = 2}, [&](std::size_t done) {
        counted = done;
        return false;
    });
    REQUIRE(analyzed);
    CHECK(analyzed->complete);
    CHECK(counted == 2);
    CHECK(analyzed->moves.at(0).played.move == "d6");
    CHECK(analyzed->moves.at(0).color == api::Color::white);
}

TEST_CASE("the library in C++ refuses what is no game") {
    CHECK(api::Game::from("f5f5").error().status == EMILIA_BAD_POSITION);
    CHECK(api::Games::from("nothing").error().status == EMILIA_BAD_POSITION);
    CHECK(api::Game::from("f5")->write("fen").error().status == EMILIA_BAD_ARGUMENT);
    CHECK(api::Game::from("f5")->position(2).error().message == "moves is 0 to 1, not 2");
    CHECK(api::Game::from(*api::Position::from(), "a1").error().status == EMILIA_BAD_POSITION);
    auto engine = engine_of(1);
    CHECK(engine.analyze_game(*api::Game::from("f5"), {.lines = 2}).error().status
          == EMILIA_BAD_ARGUMENT);
}
