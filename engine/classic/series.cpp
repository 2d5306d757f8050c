#include "engine/classic/series.h"

#include "engine/base/workers.h"
#include "engine/classic/strategy.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>

namespace emilia::classic {
namespace {

double points(int difference) noexcept {
    return difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
}

} // namespace

int play_game(const Strategy& black, const Strategy& white, const Position& start) {
    Position position = start;
    while (!position.board.is_over()) {
        if (position.board.must_pass()) position = position.after(Square::pass);
        const Strategy& player = position.to_move == Color::black ? black : white;
        position = position.after(player(position.board));
    }
    return count(position.discs(Color::black)) - count(position.discs(Color::white));
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
    const auto pairs = static_cast<std::size_t>(settings.pairs);
    Series series{std::vector<int>(2 * pairs)};
    in_parallel(pairs, settings.threads, [&](std::size_t pair) {
        RandomNumbers random(settings.seed, static_cast<std::uint32_t>(pair));
        const Position opening = random_opening(random, settings.random_plies);
        const auto game = static_cast<std::uint32_t>(2 * pair);
        series.differences[game] = play_game(first.make(game), second.make(game), opening);
        series.differences[game + 1] =
            -play_game(second.make(game + 1), first.make(game + 1), opening);
    });
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

Contestant contestant(std::string_view player, const PlayerSettings& settings) {
    const PlayerKind* const kind = find_player(player);
    const auto make = [kind, settings](std::uint32_t game) -> Strategy {
        PlayerSettings own = settings;
        own.seed += game;
        const std::shared_ptr<Player> one = kind->make(*kind, own);
        return [one](const Board& board) { return one->choose(board, {}).move; };
    };
    return {std::string(player), make};
}

} // namespace emilia::classic
