#include "engine/classic/series.h"

#include "engine/base/workers.h"
#include "engine/classic/random_move.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace emilia::classic {
namespace {

constexpr int forfeit = 64;

/// The differences of the two games with one opening, for the first contestant.
struct Pair {
    int as_black;
    int as_white;
};

Pair play_pair(const Contestant& first, const Contestant& second, const SeriesSettings& settings,
               std::uint32_t number) {
    RandomNumbers random(settings.seed, number);
    const Position opening = random_opening(random, settings.random_plies);
    const std::uint32_t game = 2 * number;
    const Outcome one = play_game(first.make(game), second.make(game), opening);
    const Outcome two = play_game(second.make(game + 1), first.make(game + 1), opening);
    return {one.difference, -two.difference};
}

double points(int difference) noexcept {
    return difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
}

} // namespace

Outcome play_game(const Strategy& black, const Strategy& white, const Position& start,
                  double minutes) {
    Position position = start;
    double seconds_left[] = {60 * minutes, 60 * minutes}; // black's and white's
    for (int number = 1; !position.board.is_over(); ++number) {
        if (position.board.must_pass()) position = position.after(Square::pass);
        const bool blacks_turn = position.to_move == Color::black;
        const int lost = blacks_turn ? -forfeit : forfeit;
        double& clock = seconds_left[blacks_turn ? 0 : 1];
        const auto begin = std::chrono::steady_clock::now();
        const Square move = (blacks_turn ? black : white)({position.board, number, clock});
        clock -= std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (clock < 0) return {lost, Ending::time};
        if (move == Square::none) return {lost, Ending::resignation};
        if (!position.board.is_legal(move)) return {lost, Ending::illegal_move};
        position = position.after(move);
    }
    return {count(position.discs(Color::black)) - count(position.discs(Color::white)),
            Ending::played_out};
}

Position random_opening(RandomNumbers& random, int plies) {
    Position position;
    for (int ply = 0; ply < plies && !position.board.is_over(); ++ply) {
        if (position.board.must_pass()) position = position.after(Square::pass);
        position = position.after(random_move(position.board, random));
    }
    return position;
}

double Series::wins() const noexcept {
    return std::accumulate(differences.begin(), differences.end(), 0.0,
                           [](double sum, int difference) { return sum + points(difference); });
}

double Series::score() const noexcept {
    return wins() / static_cast<double>(differences.size());
}

double Series::score_of_white() const noexcept {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < differences.size(); i += 2)
        sum += 1 - points(differences[i]) + points(differences[i + 1]);
    return sum / static_cast<double>(differences.size());
}

double Series::pair_deviation() const noexcept {
    const double mean = score();
    double squares = 0;
    for (std::size_t i = 0; i + 1 < differences.size(); i += 2) {
        const double pair = (points(differences[i]) + points(differences[i + 1])) / 2;
        squares += (pair - mean) * (pair - mean);
    }
    return std::sqrt(squares / (static_cast<double>(differences.size()) / 2));
}

double Series::error() const noexcept {
    constexpr double width = 1.96;
    return width * pair_deviation() / std::sqrt(static_cast<double>(differences.size()) / 2);
}

Series play_series(const Contestant& first, const Contestant& second,
                   const SeriesSettings& settings) {
    std::vector<Pair> pairs(static_cast<std::size_t>(settings.pairs));
    in_parallel(pairs.size(), settings.threads, [&](std::size_t i) {
        pairs[i] = play_pair(first, second, settings, static_cast<std::uint32_t>(i));
    });
    Series series;
    for (const auto& [as_black, as_white] : pairs) {
        series.differences.push_back(as_black);
        series.differences.push_back(as_white);
    }
    return series;
}

std::vector<Series> round_robin(std::span<const Contestant> contestants,
                                const SeriesSettings& settings) {
    std::vector<Series> all;
    for (std::size_t i = 0; i < contestants.size(); ++i)
        for (std::size_t j = i + 1; j < contestants.size(); ++j)
            all.push_back(play_series(contestants[i], contestants[j], settings));
    return all;
}

} // namespace emilia::classic
