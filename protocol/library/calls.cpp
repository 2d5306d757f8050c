#include "protocol/library/calls.h"

namespace emilia::library {

EngineSettings search_settings(const emilia_limits& limits) {
    EngineSettings settings;
    settings.seconds = if_given("seconds", limits.seconds, seconds_bounds);
    settings.nodes = if_given("nodes", limits.nodes, nodes_bounds);
    settings.depth = if_given("depth", limits.depth, depth_bounds);
    settings.level = if_given("level", limits.level, level_bounds);
    return settings;
}

int lines_of(const emilia_limits& limits) {
    return if_given("lines", limits.lines, Bounds{1, square_count}).value_or(square_count);
}

void check_analysis(const emilia_limits& limits) {
    check_bounds<int>("goal", limits.goal, {EMILIA_FIND_SCORE, EMILIA_FIND_EXACT});
    if (limits.goal != EMILIA_FIND_SCORE && (limits.depth != 0 || limits.level != 0)) {
        throw Failure(EMILIA_BAD_ARGUMENT,
                      "a search that solves has limits of seconds and nodes only");
    }
    if (limits.clock != 0 || limits.increment != 0)
        throw Failure(EMILIA_BAD_ARGUMENT, "only emilia_choose has a clock");
}

void run(emilia_engine* engine, const emilia_stop_token* token, const Runner::Work& work) {
    require(engine, "engine");
    if (!engine->runner.run(work, token == nullptr ? Stop() : token->stop))
        throw Failure(EMILIA_BUSY, "the engine is working; one call at a time");
}

} // namespace emilia::library
