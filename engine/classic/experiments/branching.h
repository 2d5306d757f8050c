#pragma once

// How well moves must be ordered for alpha-beta: the experiment of Rosenbloom's table 4.1 (1982,
// section 4.2.1). Three depths to which the tree is saved times four orderings below, on positions
// from games; for each the branching factor, that is the root, of the search's depth, of the
// terminal nodes of its last iteration.

#include "engine/classic/iago/iago_search.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace emilia::classic {

/// The positions of a game in which a move was made.
using GamePositions = std::vector<Board>;

/// So many positions each from moves 1 to 15, 16 to 30 and 31 to 45, drawn from all games, none
/// twice; fewer where there are no more.
[[nodiscard]] std::vector<Board> draw_positions(std::span<const GamePositions> games, int a_range,
                                                std::uint64_t seed);

/// Of a sample.
struct Spread {
    double mean = 0;
    double deviation = 0; ///< standard deviation; 0 for a sample of one
};
[[nodiscard]] Spread spread_of(std::span<const double> sample);

inline constexpr std::array<int, 3> saved_plies_compared = {0, 1, 3};
inline constexpr std::array<IagoOrdering, 4> orderings_compared = {
    IagoOrdering::move_generation, IagoOrdering::square_value, IagoOrdering::move_number,
    IagoOrdering::response};

/// A minute of the article's machine.
inline constexpr Nodes terminal_nodes_a_minute = 15'190;

/// The deepest search whose iterations together need no more than `most` terminal nodes with the
/// standard ordering (three plies saved, responses below); it never sees the end of the game.
[[nodiscard]] int affordable_depth(const Board& board, Nodes most = terminal_nodes_a_minute);

/// Terminal nodes of the last iteration of a search from the first ply to this depth.
[[nodiscard]] Nodes terminal_nodes(const Board& board, int depth, IagoOrdering ordering,
                                   int saved_plies);

/// The terminal nodes that alpha-beta can't do without in a tree of even branching.
[[nodiscard]] double least_terminal_nodes(double branching, int depth) noexcept;

struct BranchingResult {
    std::size_t positions = 0;
    std::array<std::array<Spread, orderings_compared.size()>, saved_plies_compared.size()> factors;
    Spread minimal; ///< for trees as wide as these
    Spread raw;     ///< of the trees: every move of every position
    Spread depth;
};
[[nodiscard]] BranchingResult measure_branching(std::span<const Board> positions);

/// What Iago's games against itself are like: the article's section 4.2.1 has the figures of one.
struct OwnGames {
    double legal_moves = 0;    ///< the mean over moves 1 to 46
    double depth = 0;          ///< of the searches that did not go for the end of the game
    double terminal_nodes = 0; ///< a move, of the same searches
    double outcome_from = 0;   ///< the mean number of the first move with a win/loss/draw search
    double exact_from = 0;     ///< and with one for the difference of discs
};
/// On the article's clock, with no time lost to overhead. The first game begins as usual, the
/// others with four random moves.
[[nodiscard]] OwnGames play_own_games(int games, std::uint64_t seed, int threads);

} // namespace emilia::classic
