#include "protocol/library/include/emilia/emilia.hpp"
#include "tests/catch.h"

#include <stdexcept>
#include <string>

namespace {

namespace api = emilia::api;

constexpr const char* endgame =
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

api::Engine small_engine() {
    auto engine = api::Engine::make({.threads = 1, .hash_megabytes = 1});
    REQUIRE(engine);
    return *std::move(engine);
}

} // namespace

TEST_CASE("the library in C++ plays, analyzes, chooses and looks up") {
    auto engine = small_engine();
    auto position = api::Position::from("f5");
    REQUIRE(position);
    CHECK(position->moves() == "f4d6f6");
    CHECK_FALSE(position->play("d6").has_value());
    CHECK(position->board().back() == 'X');

    const auto analysis = engine.analyze(*position, {.depth = 3, .lines = 2});
    REQUIRE(analysis);
    CHECK(analysis->lines.size() == 2);
    CHECK(analysis->lines.front().depth == 3);
    CHECK(analysis->nodes > 0);

    const auto chosen = engine.choose(*position, {.depth = 3});
    REQUIRE(chosen);
    CHECK(chosen->lines.size() == 1);

    const auto known = engine.book(*position);
    REQUIRE(known);
    CHECK(known->lines.front().kind == api::Kind::book);
    CHECK_FALSE(engine.forget().has_value());
}

TEST_CASE("the library in C++ solves") {
    auto engine = small_engine();
    const auto position = api::Position::from(endgame);
    REQUIRE(position);
    const auto solved = engine.analyze(*position, {.goal = api::Goal::exact});
    REQUIRE(solved);
    CHECK(solved->lines.front().move == "g8");
    CHECK(solved->lines.front().score == 18);
    CHECK(solved->lines.front().kind == api::Kind::exact);
}

TEST_CASE("the library in C++ returns errors as values") {
    CHECK(api::Position::from("a1").error().message == "move 1: a1 is not a legal move for black");
    auto position = api::Position::from();
    REQUIRE(position);
    const auto error = position->play("h8");
    REQUIRE(error);
    CHECK(error->status == EMILIA_BAD_POSITION);
    CHECK_FALSE(api::Engine::make({.book_file = "no such file"}));

    auto engine = small_engine();
    CHECK(engine.analyze(*position, {.depth = 0}).error().message == "depth must not be 0");
    CHECK(engine.analyze(*position, {.depth = 99}).error().status == EMILIA_BAD_ARGUMENT);
    CHECK(api::Engine::make({.threads = 0}).error().message == "threads must not be 0");
}

TEST_CASE("a progress function in C++ can stop a search, and may throw") {
    auto engine = small_engine();
    const auto position = api::Position::from();
    int calls = 0;
    const auto stopped =
        engine.analyze(*position, {.goal = api::Goal::exact}, [&calls](const api::Analysis& sofar) {
            CHECK(sofar.lines.size() == 4);
            return ++calls == 2;
        });
    REQUIRE(stopped);
    CHECK(stopped->interrupted);
    CHECK(calls == 2);

    const auto fail = [](const api::Analysis&) -> bool { throw std::runtime_error("mine"); };
    CHECK_THROWS_WITH(engine.analyze(*position, {.goal = api::Goal::exact}, fail), "mine");
    CHECK(engine.analyze(*position, {.depth = 2}));
}
