#pragma once

// Measures how move ordering affects alpha-beta: the experiment of Rosenbloom's table 4.1 (1982,
// section 4.2.1). It searches positions from games with each combination of three numbers of saved
// plies and four orderings below them. The figure is the branching factor: the n-th root of the
// terminal nodes in the last iteration of a search n plies deep.

#include "engine/classic/iago/iago_search.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace emilia::classic {

/// The positions of a game in which a move was made.
using GamePositions = std::vector<Board>;

/// Draws `per_range` different positions from each of the moves 1 to 15, 16 to 30 and 31 to 45 of
/// all games; fewer if the games don't have enough.
[[nodiscard]] std::vector<Board> draw_positions(std::span<const GamePositions> games, int per_range,
                                                std::uint64_t seed);

/// Mean and standard deviation of a sample.
struct Spread {
    double mean = 0;
    double deviation = 0; ///< 0 for a sample of one
};
[[nodiscard]] Spread spread_of(std::span<const double> sample);

inline constexpr std::array<int, 3> saved_plies_compared = {0, 1, 3};
inline constexpr std::array<IagoOrdering, 4> orderings_compared = {
    IagoOrdering::move_generation, IagoOrdering::square_value, IagoOrdering::move_number,
    IagoOrdering::response};

/// How many terminal nodes the article's machine searched in a minute.
inline constexpr Nodes terminal_nodes_a_minute = 15'190;

/// The depth of the deepest search whose iterations together need at most `max_nodes` terminal
/// nodes with Iago's own ordering (three saved plies, response killers below). It stays short of
/// the end of the game.
[[nodiscard]] int affordable_depth(const Board& board, Nodes max_nodes = terminal_nodes_a_minute);

/// The terminal nodes of the last iteration of a search that deepens from one ply to `depth`.
[[nodiscard]] Nodes terminal_nodes(const Board& board, int depth, IagoOrdering ordering,
                                   int saved_plies);

/// The terminal nodes of the minimal tree: with perfect ordering alpha-beta visits no fewer in a
/// tree that branches evenly.
[[nodiscard]] double minimal_terminal_nodes(double branching, int depth) noexcept;

struct BranchingResult {
    std::size_t positions = 0;
    std::array<std::array<Spread, orderings_compared.size()>, saved_plies_compared.size()> factors;
    Spread minimal; ///< branching factor of the minimal trees of these widths
    Spread raw;     ///< branching factor without any cut-off
    Spread depth;
};
[[nodiscard]] BranchingResult measure_branching(std::span<const Board> positions);

/// Figures of Iago's games against itself; section 4.2.1 of the article has those of one game.
struct OwnGames {
    double legal_moves = 0;    ///< mean over moves 1 to 46
    double depth = 0;          ///< mean over the searches for an estimate
    double terminal_nodes = 0; ///< mean per move over the same searches
    double outcome_from = 0;   ///< mean number of the first move with a win/loss/draw search
    double exact_from = 0;     ///< the same for the search for the difference of discs
};
/// Plays with the article's clock and without its overhead. The first game starts from the usual
/// position, the others after four random moves.
[[nodiscard]] OwnGames play_own_games(int games, std::uint64_t seed, int threads);

} // namespace emilia::classic
