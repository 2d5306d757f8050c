// A program that was compiled with the header of the first release, before there were stop tokens.
// This file must include no newer one.

#include "tests/catch.h"
#include "tests/protocol/library/emilia_before_stop_tokens.h"

#include <string>

namespace {

/// The memory behind the structure belongs to that program, not to the library.
struct LimitsAndMore {
    emilia_limits limits{};
    void* other = reinterpret_cast<void*>(1);
};

struct Answer {
    emilia_status status;
    size_t lines;
    int depth;
    int interrupted;
};

using Search = emilia_status (*)(emilia_engine*, const emilia_position*, const emilia_limits*,
                                 emilia_result**);

Answer ask(Search search, const emilia_limits& limits) {
    emilia_settings settings{};
    settings.size = sizeof settings;
    settings.threads = 1;
    settings.hash_megabytes = 1;
    settings.no_book = 1;
    emilia_engine* engine = nullptr;
    emilia_position* position = nullptr;
    emilia_result* result = nullptr;
    REQUIRE(emilia_engine_new(&settings, &engine) == EMILIA_OK);
    REQUIRE(emilia_position_new("f5", &position) == EMILIA_OK);
    Answer answer{};
    answer.status = search(engine, position, &limits, &result);
    answer.lines = emilia_result_size(result);
    if (answer.lines > 0) answer.depth = emilia_result_line(result, 0)->depth;
    answer.interrupted = emilia_result_interrupted(result);
    emilia_result_free(result);
    emilia_position_free(position);
    emilia_engine_free(engine);
    return answer;
}

} // namespace

TEST_CASE("a program that was compiled with an older header works with this library") {
    LimitsAndMore given;
    given.limits.size = sizeof given.limits;
    STATIC_REQUIRE(sizeof given.limits == offsetof(LimitsAndMore, other));
    given.limits.depth = 3;
    given.limits.lines = 2;
    const Answer analyzed = ask(emilia_analyze, given.limits);
    CHECK(analyzed.status == EMILIA_OK);
    CHECK(analyzed.lines == 2);
    CHECK(analyzed.depth == 3);

    given.limits.lines = 0;
    given.limits.clock = 10;
    given.limits.increment = 0.5;
    const Answer chosen = ask(emilia_choose, given.limits);
    CHECK(chosen.status == EMILIA_OK);
    CHECK(chosen.lines == 1);
    CHECK(chosen.depth == 3);

    given.limits = {};
    given.limits.size = sizeof given.limits;
    given.limits.goal = EMILIA_FIND_EXACT; // would take years
    given.limits.progress = [](const emilia_result*, void*) { return 1; };
    CHECK(ask(emilia_analyze, given.limits).interrupted == 1);
}
