#pragma once

// What Emilia says to a person about a position or a move, at full strength whatever the opponent's
// level is. Its functions search; call one at a time, from any thread.

#include "engine/analysis/game_analysis.h"
#include "engine/notation/game.h"
#include "engine/play/engine.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace emilia {

class Coach {
public:
    /// Of the settings only threads, instruction set, weights and book matter.
    explicit Coach(const EngineSettings& settings);

    /// The best moves, best first.
    [[nodiscard]] std::vector<Line> best_moves(const Position& position, int number,
                                               const std::atomic<bool>& stop);

    /// What a better move would have kept, as a sentence; empty if `move` loses less than two
    /// discs.
    [[nodiscard]] std::string comment_on(const Position& position, Square move,
                                         const std::atomic<bool>& stop);

    [[nodiscard]] AnalyzedGame analyze(const Game& game, const std::atomic<bool>& stop,
                                       const AnalysisProgress& progress);

private:
    std::shared_ptr<const OpeningBook> book_;
    Engine engine_;
};

/// Who is ahead by how many discs: `black is ahead by 3.2 (depth 14 at 63%)`.
[[nodiscard]] std::string evaluation_text(const Line& line, Color to_move);

/// `d6 +3.20, c4 -0.50`: each move with its score for the side to move.
[[nodiscard]] std::string hint_text(const std::vector<Line>& lines);

} // namespace emilia
