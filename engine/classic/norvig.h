#pragma once

// The evaluations of chapter 18 of Norvig's "Paradigms of Artificial Intelligence Programming"
// (1992). Section numbers refer to that book.

#include "engine/board/board.h"
#include "engine/classic/evaluation.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace emilia::classic {

/// The player's discs minus the opponent's (18.3).
[[nodiscard]] Value count_difference(const Board& board, int root_move = 0);

/// The opponent's discs minus the player's: fewer discs are better (Rosenbloom 1982, section
/// 3.1.3).
[[nodiscard]] Value count_difference_reversed(const Board& board, int root_move = 0);

/// The number of the player's legal moves (18.8).
[[nodiscard]] Value number_of_moves(const Board& board, int root_move = 0);

/// The weights of section 18.3; section 18.9 orders moves by them.
inline constexpr WeightBoard norvig_weights{{
    // clang-format off
    120, -20, 20,  5,  5, 20, -20, 120,
    -20, -40, -5, -5, -5, -5, -40, -20,
     20,  -5, 15,  3,  3, 15,  -5,  20,
      5,  -5,  3,  3,  3,  3,  -5,   5,
      5,  -5,  3,  3,  3,  3,  -5,   5,
     20,  -5, 15,  3,  3, 15,  -5,  20,
    -20, -40, -5, -5, -5, -5, -40, -20,
    120, -20, 20,  5,  5, 20, -20, 120,
    // clang-format on
}};

/// The weights of the player's discs minus those of the opponent's (18.3).
[[nodiscard]] Value weighted_squares(const Board& board, int root_move = 0);

/// Like weighted_squares, but a disc beside an occupied corner is worth 5 (18.6).
[[nodiscard]] Value modified_weighted_squares(const Board& board, int root_move = 0);

/// Norvig's version of Iago: edge stability, current and potential mobility (18.12). Their weights
/// depend on `root_move`.
[[nodiscard]] Value norvig_iago(const Board& board, int root_move);

/// The mobility of the player to move (18.12).
struct Mobility {
    int current;   ///< legal moves
    int potential; ///< empty squares beside a disc of the opponent; every legal move is one
};
[[nodiscard]] Mobility mobility(const Board& board) noexcept;

// The values of edges, from tables of all their configurations. Each table begins with static
// values and is then improved by a lookahead of one move, several times (18.12; Rosenbloom 1982,
// section 4.4.1.1).

inline constexpr std::size_t edge_squares = 8;
inline constexpr std::size_t wide_edge_squares = 10; ///< with the two X-squares beside the corners

/// The discs of an edge. Bit n is square n, counted from one corner to the other; bits 8 and 9 are
/// the X-squares beside the first and the last corner. An X-square is in line with no square of the
/// edge.
struct Edge {
    unsigned player = 0;
    unsigned opponent = 0;

    [[nodiscard]] constexpr Edge passed() const noexcept { return {opponent, player}; }
    [[nodiscard]] constexpr unsigned occupied() const noexcept { return player | opponent; }
    [[nodiscard]] friend constexpr bool operator==(const Edge&, const Edge&) = default;
};

[[nodiscard]] constexpr bool has(unsigned squares, std::size_t square) noexcept {
    return (squares >> square & 1) != 0;
}

/// The number of a configuration in base 3: digit n is 0 if square n is empty, 1 for the player's
/// disc and 2 for the opponent's.
using EdgeCode = std::uint16_t;

namespace detail {
[[nodiscard]] constexpr auto make_powers_of_three() noexcept {
    std::array<EdgeCode, 1 << wide_edge_squares> sums{};
    for (unsigned set = 0; set < sums.size(); ++set) {
        int power = 1;
        for (std::size_t square = 0; square < wide_edge_squares; ++square, power *= 3) {
            if (has(set, square)) sums[set] = static_cast<EdgeCode>(sums[set] + power);
        }
    }
    return sums;
}
inline constexpr auto powers_of_three = make_powers_of_three();
} // namespace detail

[[nodiscard]] constexpr EdgeCode code_of(Edge edge) noexcept {
    return static_cast<EdgeCode>(detail::powers_of_three[edge.player]
                                 + 2 * detail::powers_of_three[edge.opponent]);
}

/// The edges of a board without the X-squares: top, bottom, left, right. Rows are read from the
/// a-file, columns from the first row.
[[nodiscard]] constexpr std::array<Edge, 4> edges_of(const Board& board) noexcept {
    const auto row = [](Bitboard squares, int number) {
        return static_cast<unsigned>(squares >> 8 * number & first_row);
    };
    const auto column = [](Bitboard squares, int number) {
        return static_cast<unsigned>((squares >> number & a_file) * 0x0102'0408'1020'4080 >> 56);
    };
    return {{{row(board.player, 0), row(board.opponent, 0)},
             {row(board.player, 7), row(board.opponent, 7)},
             {column(board.player, 0), column(board.opponent, 0)},
             {column(board.player, 7), column(board.opponent, 7)}}};
}

[[nodiscard]] constexpr bool is_corner(std::size_t square) noexcept {
    return square == 0 || square == edge_squares - 1;
}

/// The edge after the player has moved to an empty square and flipped discs along the edge.
[[nodiscard]] Edge played_along(Edge edge, std::size_t square) noexcept;

/// Whether the player's move to an empty square flips discs along the edge.
[[nodiscard]] bool flips_along(Edge edge, std::size_t square) noexcept;

/// All configurations of the first `squares` squares, from the full ones to the empty one.
[[nodiscard]] std::vector<Edge> edges_backward(std::size_t squares);

enum class Stability { stable, semi_stable, unstable };

/// How a table values edges.
struct EdgeRules {
    std::size_t squares; ///< of its edges: the first ones
    /// The stability of a disc of the player.
    Stability (*stability)(Edge edge, std::size_t square);
    /// The probability that the player can move to an empty square.
    double (*move_probability)(Edge edge, std::size_t square);
};

/// The value without any lookahead, for the player: the sum over the discs, by square and stability
/// (table 4.2 of Rosenbloom 1982, which Norvig uses, too).
[[nodiscard]] int static_edge_value(Edge edge, const EdgeRules& rules);

/// By code, the expected value for the player, who is to move and takes the best move that turns
/// out to be possible, or none.
[[nodiscard]] std::vector<int> make_edge_table(const EdgeRules& rules);

/// The rules of Norvig's table (18.12).
[[nodiscard]] const EdgeRules& norvig_edge_rules() noexcept;

/// The value for the player, who is to move. The table is computed at its first use; any thread may
/// read it.
[[nodiscard]] int norvig_edge_value(Edge edge);

/// The sum of the four edges' values for the player, who is to move.
[[nodiscard]] int norvig_edge_stability(const Board& board);

} // namespace emilia::classic
