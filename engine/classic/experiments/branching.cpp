#include "engine/classic/experiments/branching.h"

#include "engine/base/workers.h"
#include "engine/board/perft.h"
#include "engine/classic/iago/iago_player.h"
#include "engine/classic/series.h"

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

/// The measurements, collected position by position.
class Samples {
public:
    void measure(const Board& board) {
        const int depth = affordable_depth(board);
        for (std::size_t saved = 0; saved < saved_plies_compared.size(); ++saved) {
            for (std::size_t order = 0; order < orderings_compared.size(); ++order) {
                const Nodes nodes = terminal_nodes(board, depth, orderings_compared[order],
                                                   saved_plies_compared[saved]);
                factors_[saved][order].push_back(root(static_cast<double>(nodes), depth));
            }
        }
        const double width = root(static_cast<double>(perft(board, depth)), depth);
        raw_.push_back(width);
        minimal_.push_back(root(minimal_terminal_nodes(width, depth), depth));
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

/// The counts of one game.
struct OwnGame {
    std::vector<double> legal_moves;
    std::vector<double> depths;
    std::vector<double> terminal_nodes;
    std::vector<double> outcome_from; ///< empty or one move number
    std::vector<double> exact_from;   ///< empty or one move number
};

void add_thought(OwnGame& game, int move, const IagoThought& thought) {
    if (thought.goal == IagoGoal::estimate) {
        game.depths.push_back(thought.depth);
        game.terminal_nodes.push_back(static_cast<double>(thought.counts.terminal()));
    } else {
        auto& from = thought.goal == IagoGoal::outcome ? game.outcome_from : game.exact_from;
        if (from.empty()) from.push_back(move);
    }
}

OwnGame play_own_game(Board board) {
    constexpr int last_counted = 46;
    OwnGame game;
    std::array<IagoMind, 2> players;
    for (std::size_t to_move = 0; !board.is_over(); to_move = 1 - to_move) {
        const int move = move_number(board);
        const int legal = count(board.legal_moves());
        if (legal > 0 && move <= last_counted) game.legal_moves.push_back(legal);
        if (legal <= 1) {
            board = board.after(legal == 0 ? Square::pass : first_square(board.legal_moves()));
            continue;
        }
        const IagoThought thought =
            players[to_move].think(board, {.seconds = IagoClock::usual_share(move)});
        add_thought(game, move, thought);
        board = board.after(thought.move);
    }
    return game;
}

} // namespace

std::vector<Board> draw_positions(std::span<const GamePositions> games, int per_range,
                                  std::uint64_t seed) {
    std::vector<Board> drawn;
    RandomNumbers random(seed, 0);
    for (const MoveRange& range : ranges) {
        std::vector<Board> left = distinct_positions(games, range);
        for (int i = 0; i < per_range && !left.empty(); ++i) {
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

int affordable_depth(const Board& board, Nodes max_nodes) {
    KillerRatings killers(IagoOrdering::response);
    IagoSearch search(board, killers);
    int depth = 1;
    for (int next = 1; next < board.empties(); ++next) {
        search.search(IagoGoal::estimate, next);
        if (search.counts().terminal() > max_nodes) break;
        depth = next;
    }
    return depth;
}

Nodes terminal_nodes(const Board& board, int depth, IagoOrdering ordering, int saved_plies) {
    KillerRatings killers(ordering);
    IagoSearch search(board, killers, saved_plies);
    Nodes before = 0;
    for (int plies = 1; plies <= depth; ++plies) {
        before = search.counts().terminal();
        search.search(IagoGoal::estimate, plies);
    }
    return search.counts().terminal() - before;
}

double minimal_terminal_nodes(double branching, int depth) noexcept {
    const int shorter = depth / 2;
    return std::pow(branching, depth - shorter) + std::pow(branching, shorter) - 1;
}

BranchingResult measure_branching(std::span<const Board> positions) {
    Samples samples;
    for (const Board& board : positions) samples.measure(board);
    return samples.result();
}

OwnGames play_own_games(int games, std::uint64_t seed, int threads) {
    std::vector<OwnGame> all(static_cast<std::size_t>(games));
    in_parallel(all.size(), threads, [&](std::size_t game) {
        RandomNumbers random(seed, static_cast<std::uint32_t>(game));
        constexpr int random_plies = 4;
        all[game] = play_own_game(random_opening(random, game == 0 ? 0 : random_plies).board);
    });
    const auto mean = [&all](std::vector<double> OwnGame::*figures) {
        std::vector<double> together;
        for (const OwnGame& game : all)
            together.insert(together.end(), (game.*figures).begin(), (game.*figures).end());
        return spread_of(together).mean;
    };
    return {.legal_moves = mean(&OwnGame::legal_moves),
            .depth = mean(&OwnGame::depths),
            .terminal_nodes = mean(&OwnGame::terminal_nodes),
            .outcome_from = mean(&OwnGame::outcome_from),
            .exact_from = mean(&OwnGame::exact_from)};
}

} // namespace emilia::classic
