#include "engine/classic/experiments/branching.h"

#include "engine/board/perft.h"
#include "engine/classic/iago/iago_player.h"
#include "engine/learn/random_numbers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace emilia::classic {
namespace {

struct MoveRange {
    int first;
    int last;
};
constexpr std::array<MoveRange, 3> ranges = {{{1, 15}, {16, 30}, {31, 45}}};

std::vector<Board> distinct_positions(std::span<const GamePositions> games, MoveRange range) {
    std::vector<Board> found;
    for (const GamePositions& game : games) {
        for (const Board& board : game) {
            const int move = move_number(board);
            if (move >= range.first && move <= range.last) found.push_back(board);
        }
    }
    std::sort(found.begin(), found.end(), [](const Board& a, const Board& b) {
        return std::tie(a.player, a.opponent) < std::tie(b.player, b.opponent);
    });
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

double root(double number, int degree) noexcept {
    return std::pow(number, 1.0 / degree);
}

/// What is measured at one position after the other.
class Samples {
public:
    void measure(const Board& board) {
        const int depth = affordable_depth(board);
        for (std::size_t saved = 0; saved < saved_plies_compared.size(); ++saved) {
            for (std::size_t order = 0; order < orderings_compared.size(); ++order) {
                const Nodes nodes = terminal_nodes(board, depth,
                                                   {.ordering = orderings_compared[order],
                                                    .saved_plies = saved_plies_compared[saved]});
                factors_[saved][order].push_back(root(static_cast<double>(nodes), depth));
            }
        }
        const double width = root(static_cast<double>(perft(board, depth)), depth);
        raw_.push_back(width);
        minimal_.push_back(root(least_terminal_nodes(width, depth), depth));
        depths_.push_back(depth);
    }

    [[nodiscard]] BranchingResult result() const {
        BranchingResult result{.positions = depths_.size(),
                               .factors = {},
                               .minimal = spread_of(minimal_),
                               .raw = spread_of(raw_),
                               .depth = spread_of(depths_)};
        for (std::size_t saved = 0; saved < factors_.size(); ++saved)
            for (std::size_t order = 0; order < factors_[saved].size(); ++order)
                result.factors[saved][order] = spread_of(factors_[saved][order]);
        return result;
    }

private:
    using Sample = std::vector<double>;
    std::array<std::array<Sample, orderings_compared.size()>, saved_plies_compared.size()> factors_;
    Sample minimal_;
    Sample raw_;
    Sample depths_;
};

} // namespace

std::vector<Board> draw_positions(std::span<const GamePositions> games, int a_range,
                                  std::uint64_t seed) {
    std::vector<Board> drawn;
    RandomNumbers random(seed, 0);
    for (const MoveRange& range : ranges) {
        std::vector<Board> left = distinct_positions(games, range);
        for (int i = 0; i < a_range && !left.empty(); ++i) {
            const auto chosen = left.begin() + random.below(static_cast<int>(left.size()));
            drawn.push_back(*chosen);
            left.erase(chosen);
        }
    }
    return drawn;
}

Spread spread_of(std::span<const double> sample) {
    if (sample.empty()) return {};
    const auto size = static_cast<double>(sample.size());
    const double mean = std::accumulate(sample.begin(), sample.end(), 0.0) / size;
    if (sample.size() == 1) return {.mean = mean};
    double squares = 0;
    for (const double value : sample) squares += (value - mean) * (value - mean);
    return {.mean = mean, .deviation = std::sqrt(squares / (size - 1))};
}

int affordable_depth(const Board& board, Nodes most) {
    const IagoSearchSettings standard;
    KillerRatings killers(standard.ordering);
    IagoSearch search(board, killers, standard);
    int depth = 1;
    for (int next = 1; next < board.empties(); ++next) {
        search.search(IagoGoal::estimate, next);
        if (search.counts().terminal() > most) break;
        depth = next;
    }
    return depth;
}

Nodes terminal_nodes(const Board& board, int depth, const IagoSearchSettings& settings) {
    KillerRatings killers(settings.ordering);
    IagoSearch search(board, killers, settings);
    Nodes before = 0;
    for (int plies = 1; plies <= depth; ++plies) {
        before = search.counts().terminal();
        search.search(IagoGoal::estimate, plies);
    }
    return search.counts().terminal() - before;
}

double least_terminal_nodes(double branching, int depth) noexcept {
    const int shorter = depth / 2;
    return std::pow(branching, depth - shorter) + std::pow(branching, shorter) - 1;
}

BranchingResult measure_branching(std::span<const Board> positions) {
    Samples samples;
    for (const Board& board : positions) samples.measure(board);
    return samples.result();
}

double moves_in_own_game(int moves) {
    std::array<IagoPlayer, 2> players;
    std::vector<double> legal;
    Board board = Board::start();
    for (std::size_t to_move = 0; !board.is_over(); to_move = 1 - to_move) {
        if (move_number(board) > moves) break;
        if (board.legal_moves() != 0) legal.push_back(count(board.legal_moves()));
        board = board.after(players[to_move].choose(board, {}).move);
    }
    return spread_of(legal).mean;
}

} // namespace emilia::classic
