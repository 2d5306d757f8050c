#include "tests/protocol/library/library_objects.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

using namespace emilia::testing;

TEST_CASE("a position of the library is read from nothing, moves or a board") {
    const auto start = position_of("");
    CHECK(std::string(emilia_position_board(start.get()))
          == "---------------------------OX------XO--------------------------- X");
    CHECK(std::string(emilia_position_moves(start.get())) == "d3c4f5e6");
    const auto moved = position_of("f5d6");
    CHECK(emilia_position_board(moved.get())[65] == 'X');
    CHECK(emilia_position_board(position_of(endgame).get()) == std::string(endgame));
    CHECK(std::string(emilia_position_moves(position_of(game_over).get())).empty());
    CHECK(std::string(emilia_position_moves(position_of(must_pass).get())) == "pa");
}

TEST_CASE("a position of the library plays moves, all or none") {
    const auto position = position_of("");
    REQUIRE(emilia_position_play(position.get(), "f5d6") == EMILIA_OK);
    const std::string before = emilia_position_board(position.get());
    CHECK(message_after(emilia_position_play(position.get(), "c3a1"), EMILIA_BAD_POSITION)
          == "move 2: a1 is not a legal move for white");
    CHECK(emilia_position_board(position.get()) == before);
    REQUIRE(emilia_position_play(position.get(), "c3") == EMILIA_OK);
    CHECK(emilia_position_board(position.get()) != before);
}

TEST_CASE("the library refuses a text that is no position, and says why") {
    for (const char* wrong :
         {"hello", "f5f5", "f9", "---------------------------OX X", "\xff\xfe", " "}) {
        emilia_position* position = nullptr;
        INFO(wrong);
        CHECK_FALSE(
            message_after(emilia_position_new(wrong, &position), EMILIA_BAD_POSITION).empty());
        CHECK(position == nullptr);
    }
}

TEST_CASE("the library refuses null pointers by name") {
    const auto engine = engine_with();
    const auto position = position_of("");
    emilia_position* new_position = nullptr;
    emilia_result* result = nullptr;
    const auto refused = [](emilia_status status) {
        return message_after(status, EMILIA_BAD_ARGUMENT);
    };
    CHECK(refused(emilia_position_new(nullptr, &new_position)) == "text must not be null");
    CHECK(refused(emilia_position_new("", nullptr)) == "position must not be null");
    CHECK(refused(emilia_position_play(nullptr, "f5")) == "position must not be null");
    CHECK(refused(emilia_position_play(position.get(), nullptr)) == "moves must not be null");
    CHECK(refused(emilia_engine_new(nullptr, nullptr)) == "engine must not be null");
    CHECK(refused(emilia_forget(nullptr)) == "engine must not be null");
    for (const Search search : {emilia_analyze, emilia_choose}) {
        CHECK(refused(search(nullptr, position.get(), nullptr, &result))
              == "engine must not be null");
        CHECK(refused(search(engine.get(), nullptr, nullptr, &result))
              == "position must not be null");
        CHECK(refused(search(engine.get(), position.get(), nullptr, nullptr))
              == "result must not be null");
    }
    CHECK(refused(emilia_book(engine.get(), position.get(), nullptr)) == "result must not be null");
    CHECK(result == nullptr);

    emilia_stop(nullptr);
    emilia_engine_free(nullptr);
    emilia_position_free(nullptr);
    emilia_result_free(nullptr);
    CHECK(emilia_position_board(nullptr) == nullptr);
    CHECK(emilia_position_moves(nullptr) == nullptr);
    CHECK(emilia_result_size(nullptr) == 0);
    CHECK(emilia_result_line(nullptr, 0) == nullptr);
    CHECK(emilia_result_nodes(nullptr) == 0);
    CHECK(emilia_result_seconds(nullptr) == 0);
    CHECK(emilia_result_interrupted(nullptr) == 0);
}

TEST_CASE("the library refuses limits that are out of range or contradict each other") {
    const auto engine = engine_with();
    const auto position = position_of("");
    emilia_result* result = nullptr;
    const auto refused = [&](Search search, auto member, auto value) {
        auto given = limits();
        given.*member = value;
        const std::string message = message_after(
            search(engine.get(), position.get(), &given, &result), EMILIA_BAD_ARGUMENT);
        CHECK(result == nullptr);
        return message;
    };
    CHECK(refused(emilia_analyze, &emilia_limits::depth, 61) == "depth is 1 to 60, not 61");
    CHECK(refused(emilia_analyze, &emilia_limits::depth, -1) == "depth is 1 to 60, not -1");
    CHECK(refused(emilia_analyze, &emilia_limits::level, 99) == "level is 1 to 60, not 99");
    CHECK(refused(emilia_analyze, &emilia_limits::lines, -2) == "lines is 1 to 64, not -2");
    CHECK(refused(emilia_analyze, &emilia_limits::seconds, -0.5)
          == "seconds is 0.001 to 10000000, not -0.5");
    CHECK(refused(emilia_analyze, &emilia_limits::seconds, std::numeric_limits<double>::quiet_NaN())
          == "seconds is 0.001 to 10000000, not nan");
    CHECK(
        refused(emilia_analyze, &emilia_limits::nodes, ~std::uint64_t{0}).starts_with("nodes is"));
    CHECK(refused(emilia_analyze, &emilia_limits::clock, 10.0) == "only emilia_choose has a clock");
    CHECK(refused(emilia_choose, &emilia_limits::lines, 1)
          == "emilia_choose has no goal and no lines");
    CHECK(refused(emilia_choose, &emilia_limits::increment, 1.0) == "increment needs a clock");
    CHECK(refused(emilia_choose, &emilia_limits::clock, -1.0)
          == "clock is 0.001 to 10000000, not -1");
    CHECK(refused(emilia_analyze, &emilia_limits::size, std::size_t{0})
          == "the member 'size' must be sizeof(emilia_limits)");

    auto both = limits();
    both.goal = EMILIA_FIND_EXACT;
    both.depth = 5;
    CHECK(message_after(emilia_analyze(engine.get(), position.get(), &both, &result),
                        EMILIA_BAD_ARGUMENT)
          == "a search that solves has limits of seconds and nodes only");
}

TEST_CASE("the library refuses settings that are out of range, and files that it can't read, in "
          "a line") {
    emilia_engine* engine = nullptr;
    const auto refused = [&](auto member, auto value, emilia_status status) {
        auto settings = small();
        settings.*member = value;
        const std::string message = message_after(emilia_engine_new(&settings, &engine), status);
        CHECK(engine == nullptr);
        return message;
    };
    CHECK(refused(&emilia_settings::threads, -1, EMILIA_BAD_ARGUMENT)
          == "threads is 1 to 1024, not -1");
    CHECK(refused(&emilia_settings::hash_megabytes, ~std::size_t{0}, EMILIA_BAD_ARGUMENT)
              .starts_with("hash_megabytes is 1 to"));
    CHECK(refused(&emilia_settings::weights_file, "no such file", EMILIA_BAD_FILE)
              .find("no such file")
          != std::string::npos);
    CHECK(refused(&emilia_settings::book_file, "no such file", EMILIA_BAD_FILE).find("no such file")
          != std::string::npos);
    for (const auto member : {&emilia_settings::weights_file, &emilia_settings::book_file}) {
        const std::string message = refused(member, "no\nsuch\x1b file", EMILIA_BAD_FILE);
        CHECK(message.find("'no\\x0asuch\\x1b file'") != std::string::npos);
        CHECK(message.find('\n') == std::string::npos);
    }
    auto both = small();
    both.book_file = "my.book";
    both.no_book = 1;
    CHECK(message_after(emilia_engine_new(&both, &engine), EMILIA_BAD_ARGUMENT)
          == "book_file and no_book contradict each other");
}

TEST_CASE("a program with an older or a newer header works with this library") {
    const auto engine = engine_with();
    const auto position = position_of("");
    emilia_result* result = nullptr;

    auto older = limits(); // had no clock, so whatever follows is not read
    older.depth = 1;
    older.size = offsetof(emilia_limits, clock);
    older.clock = -1;
    CHECK(emilia_analyze(engine.get(), position.get(), &older, &result) == EMILIA_OK);
    emilia_result_free(result);

    struct Newer {
        emilia_limits known;
        int unknown;
    } newer{limits(), 0};
    newer.known.size = sizeof newer;
    newer.known.depth = 1;
    CHECK(emilia_analyze(engine.get(), position.get(), &newer.known, &result) == EMILIA_OK);
    emilia_result_free(result);
    newer.unknown = 1;
    CHECK(message_after(emilia_analyze(engine.get(), position.get(), &newer.known, &result),
                        EMILIA_BAD_ARGUMENT)
          == "emilia_limits has members that this version does not know");
}
