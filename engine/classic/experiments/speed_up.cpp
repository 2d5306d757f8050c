#include "engine/classic/experiments/speed_up.h"

#include "engine/board/hash.h"
#include "engine/classic/series.h"
#include "engine/classic/students.h"
#include "engine/system/processor_time.h"

#include <stdexcept>

namespace emilia::classic {
namespace {

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

TimedGame play_timed(const Board& start, const Evaluation& evaluation, Method method, int plies,
                     const std::atomic<bool>* stop) {
    TimedGame game;
    const double begin = processor_seconds();
    for (Board board = start; !board.is_over(); board = board.after(game.moves.back())) {
        const Choice choice = choose(board, evaluation, method, plies, {.stop = stop});
        game.moves.push_back(choice.move);
        game.evaluations += choice.counts.evaluations;
    }
    game.seconds = processor_seconds() - begin;
    return game;
}

std::span<const SpeedUpHeuristic> speed_up_heuristics() noexcept {
    return heuristics;
}

SpeedUp measure_speed_up(const SpeedUpHeuristic& heuristic, int plies,
                         const SpeedUpSettings& settings) {
    const std::vector<Board> starts = openings(settings);
    SpeedUp sum;
    for (bool first = true; first || sum.minimax_seconds < settings.seconds; first = false) {
        for (std::size_t i = 0; i < starts.size(); ++i) {
            const Evaluation& evaluation = heuristic.evaluations[i % heuristic.evaluations.size()];
            const auto play = [&](Method method) {
                return play_timed(starts[i], evaluation, method, plies, settings.stop);
            };
            const TimedGame minimax = play(Method::minimax);
            const TimedGame alpha_beta = play(Method::alpha_beta);
            if (minimax.moves != alpha_beta.moves)
                throw std::logic_error("minimax and alpha-beta played different games");
            if (first) {
                sum.minimax_evaluations += minimax.evaluations;
                sum.alpha_beta_evaluations += alpha_beta.evaluations;
            }
            sum.minimax_seconds += minimax.seconds;
            sum.alpha_beta_seconds += alpha_beta.seconds;
        }
    }
    return sum;
}

} // namespace emilia::classic
