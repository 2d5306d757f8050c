#include "engine/classic/iago/iago_edges.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace emilia::classic {
namespace {

std::vector<unsigned> make_stable_discs() {
    std::vector<unsigned> stable(edge_configurations);
    for (const Edge& edge : edges_backward(edge_squares)) {
        unsigned discs = edge.occupied();
        for (std::size_t square = 0; square < edge_squares; ++square) {
            if (has(edge.occupied(), square)) continue;
            for (const Edge& seen : {edge, edge.passed()}) {
                const Edge after = played_along(seen, square);
                discs &= ~(seen.opponent & after.player) & stable[code_of(after)];
            }
        }
        stable[code_of(edge)] = discs;
    }
    return stable;
}

/// A disc is unstable if the opponent can flip it with one move along the edge.
Stability stability(Edge edge, std::size_t disc) {
    if (has(stable_along_edge(edge), disc)) return Stability::stable;
    for (std::size_t square = 0; square < edge_squares; ++square) {
        if (!has(edge.occupied(), square) && has(played_along(edge.passed(), square).player, disc))
            return Stability::unstable;
    }
    return Stability::semi_stable;
}

/// The article says when the probability is 1 and 0. For the squares between the corners it only
/// names "a function of the neighbouring discs"; the numbers used here are Norvig's (1992, section
/// 18.12).
double move_probability(Edge edge, std::size_t square) {
    if (is_corner(square)) return flips_along(edge, square) ? 1 : 0;
    return norvig_edge_rules().move_probability(edge, square);
}

std::unique_ptr<const EdgeTables> make_tables() {
    auto tables = std::make_unique<EdgeTables>();
    const std::vector<int> points = make_edge_table(iago_edge_rules());
    std::copy(points.begin(), points.end(), tables->on_move.begin());
    for (const Edge& edge : edges_backward(edge_squares)) {
        const EdgeCode code = code_of(edge);
        tables->waiting[code] = -points[code_of(edge.passed())];
        for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
            auto& [by_player, by_opponent] = tables->corner_taken[end];
            const std::size_t square = end == 0 ? 0 : edge_squares - 1;
            const bool empty = !has(edge.occupied(), square);
            by_player[code] = empty ? code_of(played_along(edge, square)) : code;
            by_opponent[code] =
                empty ? code_of(played_along(edge.passed(), square).passed()) : code;
        }
    }
    return tables;
}

/// The codes of the edges in the order of `edges_of`.
using EdgeCodes = std::array<EdgeCode, 4>;

EdgeCodes codes_of(const Board& board) noexcept {
    const auto [top, bottom, left, right] = edges_of(board);
    return {code_of(top), code_of(bottom), code_of(left), code_of(right)};
}

/// A corner and its two edges, with the end of each edge (0 or 1) that the corner is.
struct Corner {
    Square corner;
    Square x_square;
    std::size_t row; ///< index of the edge
    std::size_t end_of_row;
    std::size_t column;
    std::size_t end_of_column;
};

constexpr Corner corner_list[] = {{Square::a1, Square::b2, 0, 0, 2, 0},
                                  {Square::h1, Square::g2, 0, 1, 3, 0},
                                  {Square::a8, Square::b7, 1, 0, 2, 1},
                                  {Square::h8, Square::g7, 1, 1, 3, 1}};

constexpr Bitboard x_squares =
    bit(Square::b2) | bit(Square::g2) | bit(Square::b7) | bit(Square::g7);

/// The value for the player, who is to move and chooses the edge to play on.
int chosen_by_player(const EdgeTables& tables, EdgeCode a, EdgeCode b) noexcept {
    return std::max(tables.on_move[a] + tables.waiting[b], tables.on_move[b] + tables.waiting[a]);
}

/// The value for the player, if the opponent is to move and chooses.
int chosen_by_opponent(const EdgeTables& tables, EdgeCode a, EdgeCode b) noexcept {
    return std::min(tables.on_move[a] + tables.waiting[b], tables.on_move[b] + tables.waiting[a]);
}

/// The value of the corner's edges for the player after the X-square's owner has lost the corner.
int points_without_corner(const EdgeTables& tables, const EdgeCodes& codes, const Corner& place,
                          bool x_is_players) noexcept {
    const std::size_t taker = x_is_players ? 1 : 0;
    const EdgeCode a = tables.corner_taken[place.end_of_row][taker][codes[place.row]];
    const EdgeCode b = tables.corner_taken[place.end_of_column][taker][codes[place.column]];
    return x_is_players ? chosen_by_player(tables, a, b) : chosen_by_opponent(tables, a, b);
}

int with_x_square(const EdgeTables& tables, const EdgeCodes& codes, const Corner& place,
                  const Board& board, int existing) noexcept {
    const bool x_is_players = contains(board.player, place.x_square);
    const int without = points_without_corner(tables, codes, place, x_is_players);
    if (x_is_players ? without >= existing : without <= existing) return existing;
    constexpr int certain = 120;
    const bool at_once = !x_is_players && contains(board.flips(place.corner), place.x_square);
    const int probability = at_once ? certain : certain - move_number(board);
    constexpr int counts_twice = 2;
    return existing + counts_twice * probability * (without - existing) / certain;
}

} // namespace

unsigned stable_along_edge(Edge edge) {
    static const std::vector<unsigned> stable = make_stable_discs();
    return stable[code_of(edge)];
}

const EdgeRules& iago_edge_rules() noexcept {
    static constexpr EdgeRules rules{edge_squares, stability, move_probability};
    return rules;
}

const EdgeTables& edge_tables() {
    static const std::unique_ptr<const EdgeTables> tables = make_tables();
    return *tables;
}

int edge_points(const Board& board) noexcept {
    const EdgeTables& tables = edge_tables();
    const EdgeCodes codes = codes_of(board);
    const bool any_x_square = (board.occupied() & x_squares) != 0;
    int sum = 0;
    for (const Corner& place : corner_list) {
        const int existing = chosen_by_player(tables, codes[place.row], codes[place.column]);
        const bool at_risk = any_x_square && contains(board.occupied(), place.x_square)
                             && contains(board.empty(), place.corner);
        sum += at_risk ? with_x_square(tables, codes, place, board, existing) : existing;
    }
    return sum;
}

} // namespace emilia::classic
