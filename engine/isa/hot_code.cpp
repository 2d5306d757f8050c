// The only symbol of the hot code that the rest of the program sees. CMake compiles it for newer
// processors, too, and then names it.

#include "engine/board/perft.h"
#include "engine/eval/evaluation.h"
#include "engine/isa/instruction_set.h"

#ifndef EMILIA_HOT_CODE
#define EMILIA_HOT_CODE emilia_hot_code
#endif

extern "C" emilia::HotCode EMILIA_HOT_CODE() noexcept {
    return {.search = emilia::parallel_search,
            .perft = emilia::perft,
            .evaluate = [](const emilia::Weights& weights, const emilia::Board& board) noexcept {
                return emilia::evaluate(weights, emilia::PatternBoard(board));
            }};
}
