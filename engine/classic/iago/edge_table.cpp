#include "engine/classic/iago/edge_table.h"

#include "engine/classic/norvig_edges.h"

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

} // namespace emilia::classic
