#pragma once

// What one edge of the board is worth, by Iago's table of the 3^8 = 6,561 configurations of its
// eight squares (Rosenbloom 1982, section 4.4.1.1). Points are those of the article's table 4.2.
// That "the best alternative is chosen" among moves that may not be possible is read as Norvig
// does: the best one that is possible, as an expected value. The table is made once, at its first
// use; any thread may read it.

#include <array>
#include <cstddef>
#include <cstdint>

namespace emilia::classic {

/// Bit n is the n-th square, from one corner to the other.
struct Edge {
    std::uint8_t player = 0;
    std::uint8_t opponent = 0;

    [[nodiscard]] constexpr Edge passed() const noexcept { return {opponent, player}; }
    [[nodiscard]] friend constexpr bool operator==(const Edge&, const Edge&) = default;
};

inline constexpr std::size_t edge_squares = 8;
inline constexpr std::size_t edge_configurations = 6561;

/// The number of a configuration: the sum of the powers of three of the player's squares and of
/// twice those of the opponent's.
using EdgeCode = std::uint16_t;

namespace detail {
[[nodiscard]] constexpr std::array<EdgeCode, 256> make_powers_of_three() noexcept {
    std::array<EdgeCode, 256> sums{};
    for (std::size_t set = 0; set < sums.size(); ++set) {
        int power = 1;
        for (std::size_t square = 0; square < edge_squares; ++square, power *= 3) {
            if ((set >> square & 1) != 0) sums[set] = static_cast<EdgeCode>(sums[set] + power);
        }
    }
    return sums;
}
inline constexpr std::array<EdgeCode, 256> powers_of_three = make_powers_of_three();
} // namespace detail

[[nodiscard]] constexpr EdgeCode code_of(Edge edge) noexcept {
    return static_cast<EdgeCode>(detail::powers_of_three[edge.player]
                                 + 2 * detail::powers_of_three[edge.opponent]);
}

/// After the player has taken an empty square, with the discs that this flips along the edge.
[[nodiscard]] Edge played_along(Edge edge, std::size_t square) noexcept;

/// The discs of either colour that no sequence of moves along the edge, by whomever, can flip.
[[nodiscard]] std::uint8_t stable_along_edge(Edge edge);

/// The sum of table 4.2's weights, for the player.
[[nodiscard]] int static_edge_points(Edge edge);

/// Everything that an evaluation looks up about an edge, by its code.
struct EdgeTables {
    template <class Entry>
    using Table = std::array<Entry, edge_configurations>;

    Table<std::int32_t> on_move; ///< points for the player, who is to move
    Table<std::int32_t> waiting; ///< points for the player where the opponent is to move
    /// The edge after a corner that is empty was taken: by which end (0: the first square) and by
    /// whom (0: the player).
    std::array<std::array<Table<EdgeCode>, 2>, 2> corner_taken;
};
[[nodiscard]] const EdgeTables& edge_tables();

} // namespace emilia::classic
