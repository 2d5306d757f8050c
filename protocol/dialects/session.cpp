#include "protocol/dialects/session.h"

#include <chrono>

#include <fmt/format.h>

namespace emilia {
namespace {

ChosenMove ask(classic::Player& player, const Board& board, const classic::Thinking& thinking) {
    const auto begin = std::chrono::steady_clock::now();
    const classic::Decision decision = player.choose(board, thinking);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    return {.move = decision.move, .nodes = decision.nodes, .seconds = taken.count()};
}

} // namespace

std::string Session::name() const {
    return player_name.empty() ? "Emilia" : fmt::format("Emilia-{}", player_name);
}

ChosenMove Session::choose_move(const Board& board, const std::optional<GameClock>& clock,
                                const std::atomic<bool>* stop, Score draw) {
    if (player != nullptr && !board.is_over())
        return ask(*player, board, {player_seconds, clock, stop});
    const SearchResult result = engine.choose_move(board, clock, stop, draw);
    ChosenMove chosen{.nodes = result.nodes, .seconds = result.seconds};
    if (!result.lines.empty()) {
        chosen.move = result.lines.front().move;
        chosen.line = result.lines.front();
    }
    return chosen;
}

void Session::forget() {
    engine.forget();
    if (player != nullptr) player->new_game();
}

} // namespace emilia
