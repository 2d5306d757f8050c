#include "engine/play/many_positions.h"

#include <optional>
#include <utility>

namespace emilia {

SearchResult answer(Engine& engine, const Board& board, Question question, int lines,
                    const std::atomic<bool>* stop, const SearchProgress& progress) {
    if (board.is_over()) return {};
    if (question == Question::evaluation) {
        Line line;
        line.value = engine.evaluate(board);
        return {.lines = {std::move(line)}};
    }
    engine.forget();
    switch (question) {
    case Question::exact: return engine.solve(board, lines, stop, progress);
    case Question::outcome: return engine.solve_outcome(board, lines, stop, progress);
    default: return engine.analyze(board, lines, std::nullopt, stop, progress);
    }
}

} // namespace emilia
