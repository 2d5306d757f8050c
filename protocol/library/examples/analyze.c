/* Scores the moves of a position for a second, and shows each deepening.
 *
 *     cc analyze.c $(pkg-config --cflags --libs emilia) -o analyze
 *     ./analyze f5d6c3
 */
#include <emilia/emilia.h>
#include <stdio.h>

static int show(const emilia_result* sofar, void* data) {
    const emilia_line* best = emilia_result_line(sofar, 0);
    (void)data;
    fprintf(stderr, "depth %d: %s %+.2f\n", best->depth, best->move, best->score);
    return 0; /* go on */
}

int main(int count, char** arguments) {
    emilia_engine* engine = NULL;
    emilia_position* position = NULL;
    emilia_result* result = NULL;
    emilia_limits limits = {.size = sizeof limits, .seconds = 1, .progress = show};
    const int failed = emilia_engine_new(NULL, &engine) != EMILIA_OK
                       || emilia_position_new(count > 1 ? arguments[1] : "", &position) != EMILIA_OK
                       || emilia_analyze(engine, position, &limits, &result) != EMILIA_OK;
    if (failed) {
        fprintf(stderr, "analyze: %s\n", emilia_message());
    } else {
        for (size_t at = 0; at < emilia_result_size(result); ++at) {
            const emilia_line* line = emilia_result_line(result, at);
            printf("%s %+.2f  %s\n", line->move, line->score, line->variation);
        }
    }
    emilia_result_free(result);
    emilia_position_free(position);
    emilia_engine_free(engine);
    return failed;
}
