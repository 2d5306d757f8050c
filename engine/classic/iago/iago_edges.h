#pragma once

// The value of one edge, from Iago's table of the 3^8 = 6,561 configurations of its eight squares
// (Rosenbloom 1982, section 4.4.1.1). The unit is the points of the article's table 4.2. The
// article says that "the best alternative is chosen" among moves that may be impossible. As Norvig
// does, we take this as the expected value of choosing the best possible one. The table is computed
// at its first use; any thread may read it.
//
// Iago's edge stability: the value of all edges with the corners and X-squares between them
// (Rosenbloom 1982, section 4.4.1.1).
//
// Each corner contributes the values of its two edges: the player to move plays on the edge that
// gains more, then the opponent plays on the other one. If the corner is empty and the X-square
// beside it is occupied, the owner of the X-square may lose the corner. Its value is then the
// expected one with the probability of that loss, if this is worse for the owner.
//
// The article leaves two points open. Here the owner of the X-square has the move after the corner
// is lost, and the factor of footnote 17 is 2, so the change counts twice. Footnote 15 treats a
// corner that the player to move can take at once through the X-square; Iago omitted this test by
// mistake, here it is made as the text describes it.

#include "engine/classic/norvig.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace emilia::classic {

inline constexpr std::size_t edge_configurations = 6561;

/// The discs of both colours that no sequence of moves of either player along the edge can flip.
[[nodiscard]] unsigned stable_along_edge(Edge edge);

/// The rules of Iago's table.
[[nodiscard]] const EdgeRules& iago_edge_rules() noexcept;

/// What the evaluation probes by the code of an edge.
struct EdgeTables {
    template <class Entry>
    using Table = std::array<Entry, edge_configurations>;

    Table<std::int32_t> on_move; ///< points for the player, who is to move
    Table<std::int32_t> waiting; ///< points for the player, if the opponent is to move
    /// The edge after an empty corner is taken. The first index is the end of the edge (0: its
    /// first square), the second index who takes it (0: the player). An occupied corner changes
    /// nothing.
    std::array<std::array<Table<EdgeCode>, 2>, 2> corner_taken;
};
[[nodiscard]] const EdgeTables& edge_tables();

/// The sum over the four corners in points of the edge table, for the player, who is to move. Each
/// edge counts at both of its corners.
[[nodiscard]] int edge_points(const Board& board) noexcept;

} // namespace emilia::classic
