#include "engine/classic/strategy.h"

#include "engine/classic/game_search.h"
#include "engine/classic/norvig.h"

namespace emilia::classic {
namespace {

Found<OthelloGame> maximize(OthelloGame& game, const Board& board) {
    std::optional<Found<OthelloGame>> best;
    for (const Square move : game.moves(board)) {
        const Value value = game.estimate(game.after(board, move).passed());
        if (!best || value > best->value) best = Found<OthelloGame>{value, move};
    }
    return *best;
}

Found<OthelloGame> search(OthelloGame& game, const Board& board, Method method, int plies) {
    switch (method) {
    case Method::maximizer: break;
    case Method::minimax: return minimax(game, board, plies);
    case Method::alpha_beta:
    case Method::static_order: return alpha_beta(game, board, losing_value, winning_value, plies);
    case Method::sorted:
        return sorted_alpha_beta(game, board, game.estimate(board), losing_value, winning_value,
                                 plies);
    case Method::killers:
        return alpha_beta_with_killers(game, board, losing_value, winning_value, plies);
    }
    return maximize(game, board);
}

} // namespace

SquareOrder natural_order() noexcept {
    static constexpr WeightBoard::Group all[] = {{.weight = 0, .squares = all_squares}};
    return all;
}

SquareOrder static_order() noexcept {
    return norvig_weights.groups();
}

Choice choose(const Board& board, const Evaluation& evaluation, Method method, int plies,
              const Interruption& interruption) {
    const bool by_weight = method == Method::static_order || method == Method::killers;
    OthelloGame game(evaluation, by_weight ? static_order() : natural_order(), move_number(board),
                     interruption);
    try {
        const auto found = search(game, board, method, plies);
        return {.move = found.move.value(), .value = found.value, .counts = game.counts()};
    } catch (Interrupted& interrupted) {
        interrupted.boards = game.counts().boards;
        throw;
    }
}

} // namespace emilia::classic
