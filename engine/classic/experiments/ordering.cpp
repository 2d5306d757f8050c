#include "engine/classic/experiments/ordering.h"

#include "engine/classic/random_move.h"

#include <chrono>

namespace emilia::classic {
namespace {

/// The positions of one game in which a move is chosen.
std::vector<Board> positions_of_game(const Evaluation& evaluation, const OrderingSettings& settings,
                                     RandomNumbers random) {
    std::vector<Board> positions;
    Board board = Board::start();
    for (int number = 1; number <= settings.moves && !board.is_over(); ++number) {
        if (board.must_pass()) board = board.passed();
        positions.push_back(board);
        board = board.after(number <= settings.random_plies
                                ? random_move(board, random)
                                : choose(board, evaluation, Method::killers, settings.plies).move);
    }
    return positions;
}

OrderingCost cost_of(const std::vector<Board>& positions, const Evaluation& evaluation,
                     Method method, int plies) {
    OrderingCost cost;
    const auto begin = std::chrono::steady_clock::now();
    for (const Board& board : positions) {
        const SearchCounts counts = choose(board, evaluation, method, plies).counts;
        cost.counts.boards += counts.boards;
        cost.counts.evaluations += counts.evaluations;
    }
    cost.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return cost;
}

} // namespace

std::vector<std::vector<OrderingCost>> compare_orderings(const Evaluation& evaluation,
                                                         const std::vector<Method>& methods,
                                                         const OrderingSettings& settings) {
    std::vector<std::vector<OrderingCost>> costs(methods.size());
    for (int game = 0; game < settings.games; ++game) {
        const auto positions = positions_of_game(
            evaluation, settings, RandomNumbers(settings.seed, static_cast<std::uint32_t>(game)));
        // The methods take turns game by game, so that a slow phase of the machine affects all.
        for (std::size_t i = 0; i < methods.size(); ++i)
            costs[i].push_back(cost_of(positions, evaluation, methods[i], settings.plies));
    }
    return costs;
}

} // namespace emilia::classic
