#pragma once

// What the evaluation sees of a position. Every feature is either a small number (moves, frontier
// discs) or the content of a few squares (an edge, a corner), and each content is a sum of a few
// terms with a coefficient each; coefficients.h has those. The fit uses this very code.

#include "engine/board/board.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace emilia {

inline constexpr int line_contents = 6561; // 3^8

/// Reads a set of eight squares as a number with a digit for each, to the base 3.
inline constexpr std::array<std::uint16_t, 256> ternary = [] {
    std::array<std::uint16_t, 256> result{};
    for (std::size_t set = 1; set < 256; ++set)
        result[set] = static_cast<std::uint16_t>(std::size_t{3} * result[set / 2] + set % 2);
    return result;
}();

/// The content of up to eight squares in a row: digit 1 for the player's disc, 2 for the other's.
[[nodiscard]] constexpr std::size_t line_content(Bitboard player, Bitboard opponent) noexcept {
    return ternary[player] + std::size_t{2} * ternary[opponent];
}

/// The same for any eight squares that `gather` makes a set of eight bits of.
template <class Gather>
[[nodiscard]] constexpr std::size_t content(const Board& board, Gather gather) noexcept {
    return line_content(gather(board.player), gather(board.opponent));
}

namespace detail {

inline constexpr auto row = [](int number) {
    return [number](Bitboard squares) { return squares >> 8 * number & 0xff; };
};
inline constexpr auto file = [](int number) {
    return [number](Bitboard squares) {
        return (squares >> number & a_file) * 0x0102'0408'1020'4080 >> 56;
    };
};
// A diagonal has one square in each file: the product adds its rows up in the last one.
inline constexpr auto diagonal = [](Bitboard mask, int first_file) {
    return [mask, first_file](Bitboard squares) {
        return (squares & mask) * a_file >> (56 + first_file);
    };
};

} // namespace detail

/// Calls `use` with the content of each of the lines that run `distance` squares from an edge.
template <class Use>
constexpr void for_lines(const Board& board, int distance, Use use) noexcept {
    use(content(board, detail::row(distance)));
    use(content(board, detail::row(7 - distance)));
    use(content(board, detail::file(distance)));
    use(content(board, detail::file(7 - distance)));
}

/// The two diagonals of eight squares.
template <class Use>
constexpr void for_long_diagonals(const Board& board, Use use) noexcept {
    use(content(board, detail::diagonal(0x8040'2010'0804'0201, 0)));
    use(content(board, detail::diagonal(0x0102'0408'1020'4080, 0)));
}

/// The four diagonals of seven squares, next to those.
template <class Use>
constexpr void for_short_diagonals(const Board& board, Use use) noexcept {
    use(content(board, detail::diagonal(0x0080'4020'1008'0402, 1)));
    use(content(board, detail::diagonal(0x4020'1008'0402'0100, 0)));
    use(content(board, detail::diagonal(0x0001'0204'0810'2040, 0)));
    use(content(board, detail::diagonal(0x0204'0810'2040'8000, 1)));
}

/// The four squares of each corner, as four bits of the player and then four of the opponent,
/// from the upper left to the lower right; `use` learns which bit is the corner itself.
template <class Use>
constexpr void for_corners(const Board& board, Use use) noexcept {
    std::size_t corner_bit = 0;
    for (const int shift : {0, 6, 48, 54}) {
        const auto four = [shift](Bitboard squares) {
            return (squares >> shift & 3) | (squares >> (shift + 6) & 12);
        };
        use(static_cast<std::size_t>(four(board.player) | four(board.opponent) << 4), corner_bit++);
    }
}

/// The numbers; each is seen by the player and, where there are two, then by the opponent.
struct Counts {
    std::array<int, 2> moves;
    std::array<int, 2> corner_moves; ///< legal moves to a corner
    std::array<bool, 2> only_risky;  ///< no legal move but next to an empty corner
    std::array<int, 2> frontier;     ///< own discs next to an empty square
    std::array<int, 2> potential;    ///< empty squares next to a disc of the other side
    int disc_difference;
};

[[nodiscard]] constexpr Counts counts_of(const Board& board) noexcept {
    const Bitboard empty = board.empty();
    const Bitboard beside_empty = neighbours(empty);
    const Bitboard risky = neighbours(empty & corners) & ~corners;
    const Bitboard moves = board.legal_moves();
    const Bitboard opponent_moves = board.passed().legal_moves();
    return {{count(moves), count(opponent_moves)},
            {count(moves & corners), count(opponent_moves & corners)},
            {(moves & ~risky) == 0, (opponent_moves & ~risky) == 0},
            {count(board.player & beside_empty), count(board.opponent & beside_empty)},
            {count(empty & neighbours(board.opponent)), count(empty & neighbours(board.player))},
            2 * count(board.player) + count(empty) - square_count};
}

} // namespace emilia
