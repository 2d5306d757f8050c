#include "engine/classic/experiments/search_cost.h"

#include "engine/board/board.h"
#include "engine/classic/series.h"
#include "engine/classic/students.h"
#include "engine/system/process.h"

#include <chrono>
#include <stdexcept>

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

SearchCost cost_of(const std::vector<Board>& positions, const Evaluation& evaluation, Method method,
                   int plies) {
    SearchCost cost;
    const auto begin = std::chrono::steady_clock::now();
    for (const Board& board : positions)
        cost.counts.add(choose(board, evaluation, method, plies).counts);
    cost.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return cost;
}

Value constant(const Board&, int) {
    return 0;
}

/// A pseudo-random number in [0, 1) that depends on the board alone: both searches must see the
/// same numbers to be comparable.
template <std::uint64_t seed>
Value noise(const Board& board, int) {
    // The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
    std::uint64_t bits = hash(board) + (seed + 1) * 0x9e37'79b9'7f4a'7c15;
    bits = (bits ^ bits >> 30) * 0xbf58'476d'1ce4'e5b9;
    bits = (bits ^ bits >> 27) * 0x94d0'49bb'1331'11eb;
    return static_cast<Value>((bits ^ bits >> 31) >> 11) / (std::uint64_t{1} << 53);
}

constexpr std::array constant_evaluations = {throughout<constant>};
constexpr std::array random_evaluations = {throughout<noise<0>>, throughout<noise<1>>,
                                           throughout<noise<2>>, throughout<noise<3>>,
                                           throughout<noise<4>>};
constexpr std::array tournament_evaluations = {throughout<student_tournament_1>};

constexpr std::array<SpeedUpHeuristic, 3> heuristics = {{
    {"constant", "1.2.1", constant_evaluations, {1.212, 2.887, 6.311}},
    // The text prints the first one as 1.168, which does not follow from the times it prints.
    {"random", "1.2.2", random_evaluations, {3.336 / 1.999, 1.613, 3.186}},
    {"first tournament", "1.2.3", tournament_evaluations, {1.2706, 2.2339, 4.7298}},
}};

std::vector<Board> openings(const SpeedUpSettings& settings) {
    constexpr int random_plies = 4;
    std::vector<Board> boards = {Board::start()};
    RandomNumbers random(settings.seed, 0);
    while (static_cast<int>(boards.size()) < settings.games)
        boards.push_back(random_opening(random, random_plies).board);
    return boards;
}

} // namespace

std::vector<std::vector<SearchCost>> compare_orderings(const Evaluation& evaluation,
                                                       const std::vector<Method>& methods,
                                                       const OrderingSettings& settings) {
    std::vector<std::vector<SearchCost>> costs(methods.size());
    for (int game = 0; game < settings.games; ++game) {
        const auto positions = positions_of_game(
            evaluation, settings, RandomNumbers(settings.seed, static_cast<std::uint32_t>(game)));
        // The methods take turns game by game, so that a slow phase of the machine affects all.
        for (std::size_t i = 0; i < methods.size(); ++i)
            costs[i].push_back(cost_of(positions, evaluation, methods[i], settings.plies));
    }
    return costs;
}

TimedGame play_timed(const Board& start, const Evaluation& evaluation, Method method, int plies,
                     const std::atomic<bool>* stop) {
    TimedGame game;
    const double begin = processor_seconds();
    for (Board board = start; !board.is_over(); board = board.after(game.moves.back())) {
        const Choice choice = choose(board, evaluation, method, plies, {.stop = stop});
        game.moves.push_back(choice.move);
        game.cost.counts.add(choice.counts);
    }
    game.cost.seconds = processor_seconds() - begin;
    return game;
}

std::span<const SpeedUpHeuristic> speed_up_heuristics() noexcept {
    return heuristics;
}

SpeedUp measure_speed_up(const SpeedUpHeuristic& heuristic, int plies,
                         const SpeedUpSettings& settings) {
    const std::vector<Board> starts = openings(settings);
    SpeedUp sum;
    for (bool first = true; first || sum.minimax.seconds < settings.seconds; first = false) {
        for (std::size_t i = 0; i < starts.size(); ++i) {
            const Evaluation& evaluation = heuristic.evaluations[i % heuristic.evaluations.size()];
            const auto play = [&](Method method, SearchCost& cost) {
                const TimedGame game =
                    play_timed(starts[i], evaluation, method, plies, settings.stop);
                if (first) cost.counts.add(game.cost.counts);
                cost.seconds += game.cost.seconds;
                return game.moves;
            };
            if (play(Method::minimax, sum.minimax) != play(Method::alpha_beta, sum.alpha_beta))
                throw std::logic_error("minimax and alpha-beta played different games");
        }
    }
    return sum;
}

} // namespace emilia::classic
