#pragma once

// How the evaluation takes the content of a line or a corner apart into terms with a coefficient
// each, so that a few hundred coefficients serve for all contents of eight squares.

#include <cstddef>

namespace emilia {

/// A coefficient's index and the sign to take it with; sign 0 where there is none.
struct Term {
    int index;
    int sign;
};

/// The `squares` neighbouring squares from square number `from` of a line's content. A content
/// and the same with the colours exchanged are one term with opposite signs: read to the base 3
/// with the digits 0, 1 and −1 they are a number and its negative.
[[nodiscard]] constexpr Term window_term(int content, int from, int squares) noexcept {
    for (int i = 0; i < from; ++i) content /= 3;
    int value = 0;
    for (int i = 0, place = 1; i < squares; ++i, place *= 3, content /= 3)
        value += content % 3 == 1 ? place : content % 3 == 2 ? -place : 0;
    if (value == 0) return {0, 0};
    return {value > 0 ? value - 1 : -value - 1, value > 0 ? 1 : -1};
}

/// The line read from its other end.
[[nodiscard]] constexpr int reversed(int content, int squares) noexcept {
    int result = 0;
    for (int i = 0; i < squares; ++i, content /= 3) result = 3 * result + content % 3;
    return result;
}

/// A corner with its X-square and the two C-squares between them, each 0, 1 or 2. The C-squares
/// may be exchanged: 3 × 3 × 6 terms.
inline constexpr std::size_t corner_terms = 54;

[[nodiscard]] constexpr std::size_t corner_term(int corner, int x_square, int c_square,
                                                int other_c_square) noexcept {
    const int low = c_square < other_c_square ? c_square : other_c_square;
    const int high = c_square + other_c_square - low;
    return static_cast<std::size_t>(18 * corner + 6 * x_square + 3 * low + high
                                    - low * (low + 1) / 2);
}

} // namespace emilia
