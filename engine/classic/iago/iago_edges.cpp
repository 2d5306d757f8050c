#include "engine/classic/iago/iago_edges.h"

#include "engine/classic/norvig.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

namespace emilia::classic {
namespace {

using Mask = std::uint8_t;

constexpr std::size_t last_square = edge_squares - 1;

constexpr Mask mask(std::size_t square) noexcept {
    return static_cast<Mask>(1U << square);
}
constexpr bool has(Mask squares, std::size_t square) noexcept {
    return (squares >> square & 1) != 0;
}
constexpr Mask occupied(Edge edge) noexcept {
    return static_cast<Mask>(edge.player | edge.opponent);
}
constexpr bool is_corner(std::size_t square) noexcept {
    return square == 0 || square == last_square;
}

/// All configurations, indexed by code.
std::vector<Edge> make_edges() {
    std::vector<Edge> edges(edge_configurations);
    for (unsigned player = 0; player < 256; ++player) {
        for (unsigned opponent = 0; opponent < 256; ++opponent) {
            if ((player & opponent) != 0) continue;
            const Edge edge{static_cast<Mask>(player), static_cast<Mask>(opponent)};
            edges[code_of(edge)] = edge;
        }
    }
    return edges;
}

/// All codes, sorted from the full configurations to the empty one.
std::vector<EdgeCode> make_backward_order(const std::vector<Edge>& edges) {
    std::vector<EdgeCode> order(edge_configurations);
    for (std::size_t code = 0; code < order.size(); ++code)
        order[code] = static_cast<EdgeCode>(code);
    std::stable_sort(order.begin(), order.end(), [&edges](EdgeCode a, EdgeCode b) {
        return std::popcount(occupied(edges[a])) > std::popcount(occupied(edges[b]));
    });
    return order;
}

std::vector<Mask> make_stable_discs() {
    const std::vector<Edge> edges = make_edges();
    std::vector<Mask> stable(edge_configurations);
    for (const EdgeCode code : make_backward_order(edges)) {
        const Edge edge = edges[code];
        Mask discs = occupied(edge);
        for (std::size_t square = 0; square < edge_squares; ++square) {
            if (has(occupied(edge), square)) continue;
            for (const Edge& seen : {edge, edge.passed()}) {
                const Edge after = played_along(seen, square);
                const auto flipped = static_cast<Mask>(seen.opponent & after.player);
                discs &= static_cast<Mask>(~flipped & stable[code_of(after)]);
            }
        }
        stable[code] = discs;
    }
    return stable;
}

/// The player's discs that the opponent can flip with one move along the edge.
Mask unstable_discs(Edge edge) noexcept {
    Mask unstable = 0;
    for (std::size_t square = 0; square < edge_squares; ++square) {
        if (!has(occupied(edge), square))
            unstable |= static_cast<Mask>(edge.player & played_along(edge.passed(), square).player);
    }
    return unstable;
}

/// The sum of the weights of the player's discs (table 4.2).
int static_points_of_player(Edge edge) {
    const Mask stable = stable_along_edge(edge);
    const Mask unstable = unstable_discs(edge);
    int points = 0;
    for (std::size_t square = 0; square < edge_squares; ++square) {
        if (!has(edge.player, square)) continue;
        const EdgeWeights& weights = edge_weights[std::min(square, last_square - square)];
        points += has(stable, square)     ? weights.stable
                  : has(unstable, square) ? weights.unstable
                                          : weights.semi_stable;
    }
    return points;
}

/// The probability that the player can move to an empty square. The article says when it is 1 and
/// 0. For the squares between the corners it only names "a function of the neighbouring discs"; the
/// numbers used here are Norvig's (1992, section 18.12).
double move_probability(Edge edge, std::size_t square) {
    if (is_corner(square)) {
        const Edge after = played_along(edge, square);
        return after.opponent != edge.opponent ? 1 : 0;
    }
    WideEdge wide{};
    for (std::size_t place = 0; place < edge_squares; ++place) {
        wide[place + 1] = has(edge.player, place)     ? EdgeDisc::player
                          : has(edge.opponent, place) ? EdgeDisc::opponent
                                                      : EdgeDisc::none;
    }
    return norvig_edge_move_probability(wide, square + 1);
}

using Points = EdgeTables::Table<std::int32_t>;

/// One step of the iteration: the article's "expected value", computed as Norvig does.
int improved_points(const Points& table, Edge edge) {
    std::array<EdgeOption, edge_squares + 1> options;
    std::size_t size = 0;
    options[size++] = {1, table[code_of(edge)]}; // leaving the edge as it is
    for (std::size_t square = 0; square < edge_squares; ++square) {
        if (has(occupied(edge), square)) continue;
        const Edge after = played_along(edge, square);
        options[size++] = {move_probability(edge, square), -table[code_of(after.passed())]};
    }
    return expected_edge_value(std::span(options).first(size));
}

void fill_points(const std::vector<Edge>& edges, Points& table) {
    std::transform(edges.begin(), edges.end(), table.begin(), static_edge_points);
    constexpr int iterations = 5;
    const std::vector<EdgeCode> order = make_backward_order(edges);
    for (int iteration = 0; iteration < iterations; ++iteration) {
        for (const EdgeCode code : order) table[code] = improved_points(table, edges[code]);
    }
}

void fill_corners(const std::vector<Edge>& edges, EdgeTables& tables) {
    for (std::size_t code = 0; code < edge_configurations; ++code) {
        const Edge edge = edges[code];
        for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
            auto& [by_player, by_opponent] = tables.corner_taken[end];
            const std::size_t square = end == 0 ? 0 : last_square;
            const bool empty = !has(occupied(edge), square);
            const Edge player_there = empty ? played_along(edge, square) : edge;
            const Edge opponent_there = empty ? played_along(edge.passed(), square).passed() : edge;
            by_player[code] = code_of(player_there);
            by_opponent[code] = code_of(opponent_there);
        }
    }
}

std::unique_ptr<const EdgeTables> make_tables() {
    auto tables = std::make_unique<EdgeTables>();
    const std::vector<Edge> edges = make_edges();
    fill_points(edges, tables->on_move);
    for (std::size_t code = 0; code < edge_configurations; ++code)
        tables->waiting[code] = -tables->on_move[code_of(edges[code].passed())];
    fill_corners(edges, *tables);
    return tables;
}

/// The squares of a column; bit 0 is its square in the first row.
constexpr std::uint8_t column(Bitboard squares, int number) noexcept {
    return static_cast<std::uint8_t>((squares >> number & a_file) * 0x0102'0408'1020'4080 >> 56);
}

constexpr std::uint8_t row(Bitboard squares, int number) noexcept {
    return static_cast<std::uint8_t>(squares >> 8 * number);
}

/// The codes of the edges: top, bottom, left, right. Rows are read from the a-file, columns from
/// the first row.
using EdgeCodes = std::array<EdgeCode, 4>;

EdgeCodes codes_of(const Board& board) noexcept {
    const auto row_code = [&board](int number) {
        return code_of({row(board.player, number), row(board.opponent, number)});
    };
    const auto column_code = [&board](int number) {
        return code_of({column(board.player, number), column(board.opponent, number)});
    };
    return {row_code(0), row_code(7), column_code(0), column_code(7)};
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

Edge played_along(Edge edge, std::size_t square) noexcept {
    Edge after{static_cast<Mask>(edge.player | mask(square)), edge.opponent};
    const auto flip_towards = [&](auto step) {
        Mask flips = 0;
        std::size_t place = step(square); // past either end it is no smaller than edge_squares
        while (place < edge_squares && has(edge.opponent, place)) {
            flips |= mask(place);
            place = step(place);
        }
        if (place >= edge_squares || !has(edge.player, place)) return;
        after.player |= flips;
        after.opponent &= static_cast<Mask>(~flips);
    };
    flip_towards([](std::size_t place) { return place + 1; });
    flip_towards([](std::size_t place) { return place - 1; });
    return after;
}

std::uint8_t stable_along_edge(Edge edge) {
    static const std::vector<Mask> stable = make_stable_discs();
    return stable[code_of(edge)];
}

int static_edge_points(Edge edge) {
    return static_points_of_player(edge) - static_points_of_player(edge.passed());
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
