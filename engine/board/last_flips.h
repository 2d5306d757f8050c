#pragma once

// Counts the discs that a move on the last empty square flips, for either side. All other squares
// are taken, so the player's discs alone define the board. Each of the four lines through the
// square takes one look-up in a table by its content, which answers for both sides at once: at most
// one of them can flip discs in a direction, but the other may flip some in another direction.
//
// Every processor with AVX-512 collects the bits of a line by one fast instruction, pext. Others
// may take longer for it than for the multiplications that do the same (AMD's before Zen 3 do), so
// there multiplications are used. Vectors of 256 or 512 bits over the eight rays were no faster.

#include "engine/board/bitboard.h"
#include "engine/board/fills.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#ifdef __AVX512VL__
#include <type_traits>

#include <immintrin.h>
#endif

namespace emilia {
namespace detail {

/// Lines of less than three squares have no flips, and are treated as lines of three without discs.
inline constexpr int shortest_line = 3;

/// Where the table of a line of `length` squares begins whose place `place` is empty.
[[nodiscard]] constexpr std::size_t line_start(int length, int place) noexcept {
    std::size_t start = 0;
    for (int shorter = shortest_line; shorter < length; ++shorter) {
        start += static_cast<std::size_t>(shorter) << shorter;
    }
    return start + (static_cast<std::size_t>(place) << length);
}

/// For each length, each empty place and each content of a line (a bit is set for each of the
/// player's discs): the number of the player's flips, and 256 times that of the opponent's.
using LineFlips = std::array<std::uint16_t, line_start(8, 8)>;

[[nodiscard]] constexpr LineFlips make_line_flips() noexcept {
    LineFlips table{};
    for (int length = shortest_line; length <= 8; ++length) {
        for (int place = 0; place < length; ++place) {
            for (unsigned content = 0; content < 1U << length; ++content) {
                const auto flips_of = [length, place](unsigned discs) {
                    int flipped = 0;
                    for (const int step : {-1, 1}) {
                        int end = place + step;
                        while (end >= 0 && end < length && (discs >> end & 1) == 0) end += step;
                        if (end >= 0 && end < length) flipped += (end - place) * step - 1;
                    }
                    return static_cast<unsigned>(flipped);
                };
                table[line_start(length, place) + content] =
                    static_cast<std::uint16_t>(flips_of(content) | flips_of(~content) << 8);
            }
        }
    }
    return table;
}

inline constexpr LineFlips line_flips = make_line_flips();

/// The four lines through a square: how to collect their bits, and where their tables begin.
struct alignas(32) LinesThrough {
    Bitboard falling; ///< from the upper left to the lower right, through the square
    Bitboard rising;
    std::array<std::uint16_t, 4> starts; ///< row, column, falling, rising
    std::uint8_t row_shift;
    std::uint8_t column_shift;
    std::uint8_t falling_shift;
    std::uint8_t rising_shift;
};

[[nodiscard]] constexpr std::array<LinesThrough, square_count> make_lines_through() noexcept {
    std::array<LinesThrough, square_count> lines{};
    for (int i = 0; i < square_count; ++i) {
        const int column = i % 8;
        const int row = i / 8;
        // A diagonal's bits are collected in the order of their columns, from the first one on.
        const int falling_first = std::max(0, column - row);
        const int falling_last = std::min(7, 7 + column - row);
        const int rising_first = std::max(0, column + row - 7);
        const int rising_last = std::min(7, column + row);
        const auto start = [](int length, int place) {
            return static_cast<std::uint16_t>(length < shortest_line ? 0
                                                                     : line_start(length, place));
        };
        const auto& [upward, downward] = rays_from[static_cast<std::size_t>(i)];
        const Bitboard square = bit(square_at(i));
        const int falling_length = falling_last - falling_first + 1;
        const int rising_length = rising_last - rising_first + 1;
        lines[static_cast<std::size_t>(i)] = {
            .falling = falling_length < shortest_line ? 0 : upward[3] | square | downward[3],
            .rising = rising_length < shortest_line ? 0 : upward[1] | square | downward[1],
            .starts = {start(8, column), start(8, row),
                       start(falling_length, column - falling_first),
                       start(rising_length, column - rising_first)},
            .row_shift = static_cast<std::uint8_t>(8 * row),
            .column_shift = static_cast<std::uint8_t>(column),
            .falling_shift = static_cast<std::uint8_t>(56 + falling_first),
            .rising_shift = static_cast<std::uint8_t>(56 + rising_first)};
    }
    return lines;
}

inline constexpr std::array<LinesThrough, square_count> lines_through = make_lines_through();

#ifdef __AVX512VL__

/// The same for pext, which collects the bits of a line in the order of their rows.
struct alignas(64) LineSets {
    std::array<Bitboard, 4> lines; ///< row, column, falling, rising
    std::array<std::uint32_t, 4> starts;
};

inline constexpr std::array<LineSets, square_count> line_sets_through = [] {
    std::array<LineSets, square_count> result{};
    for (std::size_t i = 0; i < square_count; ++i) {
        const LinesThrough& lines = lines_through[i];
        const Square square = square_at(static_cast<int>(i));
        const int length = count(lines.rising);
        const int place = count(lines.rising & (bit(square) - 1));
        const std::size_t rising_start = length < shortest_line ? 0 : line_start(length, place);
        result[i] = {.lines = {first_row << lines.row_shift, a_file << lines.column_shift,
                               lines.falling, lines.rising},
                     .starts = {lines.starts[0], lines.starts[1], lines.starts[2],
                                static_cast<std::uint32_t>(rising_start)}};
    }
    return result;
}();

[[nodiscard]] inline unsigned flips_by_pext(Bitboard player, Square square) noexcept {
    const LineSets& sets = line_sets_through[static_cast<std::size_t>(index(square))];
    unsigned flips = 0;
    for (std::size_t line = 0; line < sets.lines.size(); ++line) {
        flips += line_flips[sets.starts[line]
                            + static_cast<std::uint32_t>(_pext_u64(player, sets.lines[line]))];
    }
    return flips;
}

#endif

} // namespace detail

class LastSquare {
public:
    /// `square` is the empty square. All other squares that the player doesn't hold are the
    /// opponent's.
    constexpr LastSquare(Bitboard player, Square square) noexcept {
#ifdef __AVX512VL__
        if (!std::is_constant_evaluated()) {
            flips_ = detail::flips_by_pext(player, square);
            return;
        }
#endif
        const detail::LinesThrough& lines =
            detail::lines_through[static_cast<std::size_t>(index(square))];
        const auto flips = [&lines](std::size_t line, Bitboard content) -> unsigned {
            return detail::line_flips[lines.starts[line] + static_cast<std::size_t>(content)];
        };
        flips_ = flips(0, player >> lines.row_shift & 0xff)
                 + flips(1, (player >> lines.column_shift & a_file) * 0x0102'0408'1020'4080 >> 56)
                 + flips(2, (player & lines.falling) * a_file >> lines.falling_shift)
                 + flips(3, (player & lines.rising) * a_file >> lines.rising_shift);
    }

    [[nodiscard]] constexpr int flips_by_player() const noexcept {
        return static_cast<int>(flips_ & 0xff);
    }
    [[nodiscard]] constexpr int flips_by_opponent() const noexcept {
        return static_cast<int>(flips_ >> 8);
    }

private:
    unsigned flips_ = 0; ///< the player's, and 256 times the opponent's
};

/// The number of discs that the player flips by a move on the only empty square.
[[nodiscard]] constexpr int last_flips(Bitboard player, Square square) noexcept {
    return LastSquare(player, square).flips_by_player();
}

} // namespace emilia
