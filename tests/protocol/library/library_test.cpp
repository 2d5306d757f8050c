#include "tests/protocol/library/library_objects.h"

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

using namespace emilia::testing;

TEST_CASE("the library and its header have the same version") {
    CHECK(emilia_version()
          == std::to_string(EMILIA_VERSION_MAJOR) + '.' + std::to_string(EMILIA_VERSION_MINOR) + '.'
                 + std::to_string(EMILIA_VERSION_PATCH));
}

TEST_CASE("the library solves exactly, with the lines of all moves") {
    auto given = limits();
    given.goal = EMILIA_FIND_EXACT;
    const auto engine = engine_with();
    const auto result = run(emilia_analyze, engine.get(), endgame, given);
    REQUIRE(emilia_result_size(result.get()) == 8);
    const emilia_line& best = *emilia_result_line(result.get(), 0);
    CHECK(std::string(best.move) == "g8");
    CHECK(best.score == 18);
    CHECK(best.estimate == 18);
    CHECK(best.kind == EMILIA_EXACT);
    CHECK(best.depth == 14);
    CHECK(best.confidence == 100);
    CHECK(std::string(best.variation).substr(0, 4) == "g8h7");
    CHECK(emilia_result_line(result.get(), 7)->score == -24);
    CHECK(emilia_result_line(result.get(), 8) == nullptr);
    CHECK(emilia_result_nodes(result.get()) > 1000);
    CHECK(emilia_result_seconds(result.get()) > 0);
    CHECK(emilia_result_interrupted(result.get()) == 0);
}

TEST_CASE("the library finds the outcome") {
    auto given = limits();
    given.goal = EMILIA_FIND_OUTCOME;
    given.lines = 1;
    const auto engine = engine_with();
    const auto result = run(emilia_analyze, engine.get(), endgame, given);
    REQUIRE(emilia_result_size(result.get()) == 1);
    CHECK(emilia_result_line(result.get(), 0)->kind == EMILIA_OUTCOME);
    CHECK(emilia_result_line(result.get(), 0)->score == 1);
    CHECK(emilia_result_line(result.get(), 0)->estimate >= 2);
}

TEST_CASE("the library keeps to limits of depth, nodes, level and lines") {
    const auto engine = engine_with();
    auto deep = limits();
    deep.depth = 5;
    deep.lines = 2;
    auto result = run(emilia_analyze, engine.get(), "f5d6c3", deep);
    REQUIRE(emilia_result_size(result.get()) == 2);
    CHECK(emilia_result_line(result.get(), 0)->depth == 5);
    CHECK(emilia_result_line(result.get(), 0)->kind == EMILIA_MIDGAME);

    auto few = limits();
    few.nodes = 2000;
    result = run(emilia_analyze, engine.get(), "f5d6c3", few);
    CHECK(emilia_result_nodes(result.get()) < 4000);
    CHECK(emilia_result_interrupted(result.get()) == 1);

    auto low = limits();
    low.level = 3;
    result = run(emilia_analyze, engine.get(), "f5d6c3", low);
    CHECK(emilia_result_line(result.get(), 0)->depth == 3);

    auto brief = limits();
    brief.seconds = 0.05;
    result = run(emilia_analyze, engine.get(), "f5d6c3", brief);
    CHECK(emilia_result_seconds(result.get()) < 10);
    CHECK(emilia_result_size(result.get())
          == std::strlen(emilia_position_moves(position_of("f5d6c3").get())) / 2);
}

TEST_CASE("the limits of one search do not apply to the next") {
    const auto engine = engine_with();
    auto shallow = limits();
    shallow.depth = 2;
    static_cast<void>(run(emilia_analyze, engine.get(), "f5", shallow));
    auto deeper = limits();
    deeper.nodes = 200'000;
    const auto result = run(emilia_analyze, engine.get(), "f5", deeper);
    CHECK(emilia_result_line(result.get(), 0)->depth > 2);
}

TEST_CASE("the progress function of a program can stop a search") {
    struct Seen {
        int calls = 0;
        std::thread::id thread{};
        int depth = 0;
    } seen;
    auto given = limits();
    given.goal = EMILIA_FIND_EXACT; // would take years
    given.data = &seen;
    given.progress = [](const emilia_result* sofar, void* data) {
        auto& now = *static_cast<Seen*>(data);
        ++now.calls;
        now.thread = std::this_thread::get_id();
        now.depth = emilia_result_line(sofar, 0)->depth;
        return now.calls == 3 ? 1 : 0;
    };
    auto settings = small();
    settings.threads = 2;
    const auto engine = engine_with(settings);
    const auto result = run(emilia_analyze, engine.get(), "", given);
    CHECK(seen.calls == 3);
    CHECK(seen.thread == std::this_thread::get_id());
    CHECK(seen.depth > 0);
    CHECK(emilia_result_size(result.get()) == 4);
    CHECK(emilia_result_interrupted(result.get()) == 1);
}

TEST_CASE("another thread can stop a search, and no other call is possible meanwhile") {
    const auto engine = engine_with();
    const auto position = position_of("");
    std::atomic<bool> searching = false;
    auto given = limits();
    given.goal = EMILIA_FIND_EXACT;
    given.data = &searching;
    given.progress = [](const emilia_result*, void* data) {
        *static_cast<std::atomic<bool>*>(data) = true;
        return 0;
    };
    emilia_result* result = nullptr;
    emilia_status status = EMILIA_FAILED;
    std::thread thread(
        [&] { status = emilia_analyze(engine.get(), position.get(), &given, &result); });
    while (!searching) std::this_thread::yield();
    emilia_result* second = nullptr;
    CHECK(message_after(emilia_analyze(engine.get(), position.get(), nullptr, &second), EMILIA_BUSY)
          == "the engine is working; one call at a time");
    CHECK(emilia_forget(engine.get()) == EMILIA_BUSY);
    emilia_stop(engine.get());
    thread.join();
    CHECK(status == EMILIA_OK);
    CHECK(emilia_result_size(result) == 4);
    emilia_result_free(result);
    CHECK(emilia_forget(engine.get()) == EMILIA_OK);
}

TEST_CASE("two engines search in two threads, and each thread has its own message") {
    const auto solve = [](const char* wrong, std::string& message) {
        emilia_position* position = nullptr;
        static_cast<void>(emilia_position_new(wrong, &position));
        auto given = limits();
        given.goal = EMILIA_FIND_EXACT;
        const auto settings = small();
        emilia_engine* engine = nullptr;
        emilia_result* result = nullptr;
        double score = 0;
        if (emilia_engine_new(&settings, &engine) == EMILIA_OK
            && emilia_position_new(endgame, &position) == EMILIA_OK
            && emilia_analyze(engine, position, &given, &result) == EMILIA_OK) {
            score = emilia_result_line(result, 0)->score;
        }
        message = emilia_message();
        emilia_result_free(result);
        emilia_position_free(position);
        emilia_engine_free(engine);
        return score;
    };
    std::string first;
    std::string second;
    double other_score = 0;
    std::thread thread([&] { other_score = solve("f5h8", second); });
    CHECK(solve("a1", first) == 18);
    thread.join();
    CHECK(other_score == 18);
    CHECK(first.find("a1") != std::string::npos);
    CHECK(second.find("h8") != std::string::npos);
}

TEST_CASE("what a progress function throws stays behind the border of C") {
    auto given = limits();
    given.goal = EMILIA_FIND_EXACT;
    given.progress = [](const emilia_result*, void*) -> int {
        throw std::runtime_error("a mistake of the program");
    };
    auto settings = small();
    settings.threads = 2;
    const auto engine = engine_with(settings);
    const auto position = position_of("");
    emilia_result* result = nullptr;
    CHECK(
        message_after(emilia_analyze(engine.get(), position.get(), &given, &result), EMILIA_FAILED)
        == "a mistake of the program");
    CHECK(result == nullptr);
    CHECK(emilia_forget(engine.get()) == EMILIA_OK); // the engine is free again
}

TEST_CASE("a progress function that calls its engine gets an error: the engine is busy") {
    struct Seen {
        emilia_engine* engine;
        emilia_status status;
    } seen{};
    const auto engine = engine_with();
    seen.engine = engine.get();
    auto given = limits();
    given.depth = 2;
    given.data = &seen;
    given.progress = [](const emilia_result*, void* data) {
        auto& now = *static_cast<Seen*>(data);
        now.status = emilia_forget(now.engine);
        return 0;
    };
    static_cast<void>(run(emilia_analyze, engine.get(), "", given));
    CHECK(seen.status == EMILIA_BUSY);
}

TEST_CASE("the library chooses a move, from the book where it has one") {
    auto given = limits();
    given.seconds = 0.1;
    const auto engine = engine_with();
    auto result = run(emilia_choose, engine.get(), "f5d6", given);
    REQUIRE(emilia_result_size(result.get()) == 1);
    CHECK(emilia_result_line(result.get(), 0)->kind == EMILIA_BOOK);

    auto settings = small();
    settings.no_book = 1;
    const auto without_book = engine_with(settings);
    given = limits();
    given.clock = 5;
    given.increment = 0.1;
    given.depth = 4;
    result = run(emilia_choose, without_book.get(), "f5d6", given);
    REQUIRE(emilia_result_size(result.get()) == 1);
    CHECK(emilia_result_line(result.get(), 0)->kind == EMILIA_MIDGAME);
}

TEST_CASE("the library looks up the book") {
    const auto position = position_of("f5f6");
    emilia_result* result = nullptr;
    const auto engine = engine_with();
    REQUIRE(emilia_book(engine.get(), position.get(), &result) == EMILIA_OK);
    REQUIRE(emilia_result_size(result) > 1);
    CHECK(emilia_result_line(result, 0)->kind == EMILIA_BOOK);
    CHECK(std::string(emilia_result_line(result, 0)->move) == "e6");
    emilia_result_free(result);

    auto settings = small();
    settings.no_book = 1;
    const auto without_book = engine_with(settings);
    REQUIRE(emilia_book(without_book.get(), position.get(), &result) == EMILIA_OK);
    CHECK(emilia_result_size(result) == 0);
    emilia_result_free(result);
}

TEST_CASE("where the game is over, the library finds no move; where it must, it passes") {
    const auto engine = engine_with();
    auto given = limits();
    given.depth = 4;
    for (const Search search : {emilia_analyze, emilia_choose}) {
        CHECK(emilia_result_size(run(search, engine.get(), game_over, given).get()) == 0);
        const auto passed = run(search, engine.get(), must_pass, given);
        REQUIRE(emilia_result_size(passed.get()) == 1);
        CHECK(std::string(emilia_result_line(passed.get(), 0)->move) == "pa");
    }
}
