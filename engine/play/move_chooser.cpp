#include "engine/play/move_chooser.h"

#include <chrono>

namespace emilia {

ChosenMove MoveChooser::choose(const Board& board, const std::optional<GameClock>& clock,
                               const std::atomic<bool>* stop, Score draw,
                               const SearchProgress& progress) {
    if (player_ && !board.is_over()) {
        const auto begin = std::chrono::steady_clock::now();
        const Decision decision = player_->choose(board, {player_seconds_, clock, stop});
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        return {.move = decision.move, .nodes = decision.nodes, .seconds = taken.count()};
    }
    SearchResult result = engine_->choose_move(board, clock, stop, draw, progress);
    ChosenMove chosen{.nodes = result.nodes, .seconds = result.seconds};
    if (!result.lines.empty()) {
        chosen.move = result.lines.front().move;
        chosen.line = std::move(result.lines.front());
    }
    return chosen;
}

void MoveChooser::new_game() {
    engine_->forget();
    if (player_) player_->new_game();
}

} // namespace emilia
