#include "engine/classic/norvig.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace emilia::classic {
namespace {

/// Rounds to the nearest integer and halves to the even one, as Lisp's `round` does.
Value rounded(double value) noexcept {
    return std::nearbyint(value);
}

/// How the two counts compare, in proportion to their sum.
Value compared(double coefficient, int player, int opponent) noexcept {
    return rounded(coefficient * (player - opponent) / (player + opponent + 2));
}

bool is_x_square(std::size_t square) noexcept {
    return square >= edge_squares;
}

/// The nearest square of the edge in direction `step` that is not one of `discs`. Past either end
/// the result is no smaller than `edge_squares`.
std::size_t next_outside(unsigned discs, std::size_t square, std::size_t step) noexcept {
    do {
        square += step;
    } while (square < edge_squares && has(discs, square));
    return square;
}

constexpr std::size_t forwards = 1;
constexpr std::size_t backwards = -forwards;

Stability stability(Edge edge, std::size_t square) {
    if (is_corner(square)) return Stability::stable;
    if (is_x_square(square)) {
        const std::size_t corner = square == edge_squares ? 0 : edge_squares - 1;
        return has(edge.occupied(), corner) ? Stability::semi_stable : Stability::unstable;
    }
    const std::size_t left = next_outside(edge.player, square, backwards);
    const std::size_t right = next_outside(edge.player, square, forwards);
    if (left >= edge_squares || right >= edge_squares)
        return Stability::stable; // one colour up to a corner
    if (has(edge.opponent, left) != has(edge.opponent, right)) return Stability::unstable;
    constexpr unsigned whole = 0xff;
    return (edge.occupied() & whole) == whole ? Stability::stable : Stability::semi_stable;
}

double move_probability(Edge edge, std::size_t square) {
    if (is_x_square(square)) return 0.5;
    if (flips_along(edge, square)) return 1;
    if (is_corner(square)) {
        const std::size_t x_square = square == 0 ? edge_squares : edge_squares + 1;
        return has(edge.player, x_square) ? 0.001 : has(edge.opponent, x_square) ? 0.9 : 0.1;
    }
    // Indexed by the number of neighbours that are the player's and the opponent's: two at most.
    constexpr std::array<std::array<double, 3>, 3> chances = {
        {{0.1, 0.4, 0.7}, {0.05, 0.3, 0}, {0.01, 0, 0}}};
    const auto beside = [square](unsigned discs) {
        return std::size_t{has(discs, square - 1)} + std::size_t{has(discs, square + 1)};
    };
    const double chance = chances[beside(edge.player)][beside(edge.opponent)];
    return flips_along(edge.passed(), square) ? chance / 2 : chance;
}

/// The value of a disc by its stability.
struct EdgeWeights {
    int stable;
    int semi_stable;
    int unstable;
};

/// The weights of the corner (always stable), the C-, the A- and the B-square.
constexpr std::array<EdgeWeights, 4> edge_weights = {
    {{700, 0, 0}, {1200, 200, -25}, {1000, 200, 75}, {1000, 200, 50}}};
constexpr EdgeWeights x_square_weights{.stable = 0, .semi_stable = 0, .unstable = -2000};

/// The sum of the weights of the player's discs.
int static_value_of_player(Edge edge, const EdgeRules& rules) {
    int value = 0;
    for (std::size_t square = 0; square < rules.squares; ++square) {
        if (!has(edge.player, square)) continue;
        const EdgeWeights& weights =
            is_x_square(square) ? x_square_weights
                                : edge_weights[std::min(square, edge_squares - 1 - square)];
        const Stability stability = rules.stability(edge, square);
        value += stability == Stability::stable        ? weights.stable
                 : stability == Stability::semi_stable ? weights.semi_stable
                                                       : weights.unstable;
    }
    return value;
}

/// Something that a player may do on an edge.
struct EdgeOption {
    double probability; ///< that it is possible
    int value;          ///< for the player
};

/// The expected value if the player takes the best option that turns out to be possible.
int improved_value(Edge edge, const std::vector<int>& table, const EdgeRules& rules) {
    std::vector<EdgeOption> options = {{1, table[code_of(edge)]}}; // leaving the edge as it is
    for (std::size_t square = 0; square < rules.squares; ++square) {
        if (has(edge.occupied(), square)) continue;
        const Edge after = played_along(edge, square);
        options.push_back({rules.move_probability(edge, square), -table[code_of(after.passed())]});
    }
    std::sort(options.begin(), options.end(), [](const EdgeOption& a, const EdgeOption& b) {
        return a.value != b.value ? a.value > b.value : a.probability > b.probability;
    });
    double rest = 1;
    double value = 0;
    for (const EdgeOption& option : options) {
        value += rest * option.probability * option.value;
        rest -= rest * option.probability;
    }
    return static_cast<int>(std::nearbyint(value));
}

/// The X-squares beside the ends of each edge, in the order of `edges_of`.
constexpr std::array<std::array<Square, 2>, 4> x_squares = {{{Square::b2, Square::g2},
                                                             {Square::b7, Square::g7},
                                                             {Square::b2, Square::b7},
                                                             {Square::g2, Square::g7}}};

} // namespace

Value count_difference(const Board& board, int) {
    return count(board.player) - count(board.opponent);
}

Value count_difference_reversed(const Board& board, int) {
    return count(board.opponent) - count(board.player);
}

Value number_of_moves(const Board& board, int) {
    return count(board.legal_moves());
}

Value weighted_squares(const Board& board, int) {
    return norvig_weights.difference(board);
}

Value modified_weighted_squares(const Board& board, int) {
    constexpr int worth = 5;
    int value = norvig_weights.difference(board);
    for (const Square square : squares_of(neighbours(board.occupied() & corners) & ~corners)) {
        const int change = worth - norvig_weights[square];
        if (contains(board.player, square)) value += change;
        if (contains(board.opponent, square)) value -= change;
    }
    return value;
}

Mobility mobility(const Board& board) noexcept {
    return {.current = count(board.legal_moves()),
            .potential = count(neighbours(board.opponent) & board.empty())};
}

Value norvig_iago(const Board& board, int root_move) {
    const double edge_weight = 312'000 + 6'240.0 * root_move;
    const double current_weight =
        root_move < 25 ? 50'000 + 2'000.0 * root_move : 75'000 + 1'000.0 * root_move;
    constexpr double potential_weight = 20'000;
    constexpr double edge_unit = 32'000;
    const Mobility player = mobility(board);
    const Mobility opponent = mobility(board.passed());
    return rounded(edge_weight * norvig_edge_stability(board) / edge_unit)
           + compared(current_weight, player.current, opponent.current)
           + compared(potential_weight, player.potential, opponent.potential);
}

Edge played_along(Edge edge, std::size_t square) noexcept {
    Edge after{edge.player | 1U << square, edge.opponent};
    if (is_x_square(square)) return after;
    for (const std::size_t step : {forwards, backwards}) {
        const std::size_t end = next_outside(edge.opponent, square, step);
        if (end >= edge_squares || !has(edge.player, end)) continue;
        for (std::size_t place = square + step; place != end; place += step) {
            after.player |= 1U << place;
            after.opponent &= ~(1U << place);
        }
    }
    return after;
}

bool flips_along(Edge edge, std::size_t square) noexcept {
    return played_along(edge, square).opponent != edge.opponent;
}

std::vector<Edge> edges_backward(std::size_t squares) {
    std::vector<Edge> edges;
    for (unsigned player = 0; player < 1U << squares; ++player) {
        for (unsigned opponent = 0; opponent < 1U << squares; ++opponent)
            if ((player & opponent) == 0) edges.push_back({player, opponent});
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return std::popcount(a.occupied()) > std::popcount(b.occupied());
    });
    return edges;
}

int static_edge_value(Edge edge, const EdgeRules& rules) {
    return static_value_of_player(edge, rules) - static_value_of_player(edge.passed(), rules);
}

std::vector<int> make_edge_table(const EdgeRules& rules) {
    const std::vector<Edge> edges = edges_backward(rules.squares);
    std::vector<int> table(edges.size());
    for (const Edge& edge : edges) table[code_of(edge)] = static_edge_value(edge, rules);
    constexpr int passes = 5;
    for (int pass = 0; pass < passes; ++pass) {
        for (const Edge& edge : edges) table[code_of(edge)] = improved_value(edge, table, rules);
    }
    return table;
}

const EdgeRules& norvig_edge_rules() noexcept {
    static constexpr EdgeRules rules{wide_edge_squares, stability, move_probability};
    return rules;
}

int norvig_edge_value(Edge edge) {
    static const std::vector<int> table = [] {
        std::vector<int> made = make_edge_table(norvig_edge_rules());
        made[0] = 0; // the book doesn't look ahead from the empty edge
        return made;
    }();
    return table[code_of(edge)];
}

int norvig_edge_stability(const Board& board) {
    const std::array<Edge, 4> edges = edges_of(board);
    int sum = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const auto with_x_squares = [i](unsigned edge, Bitboard discs) {
            const auto [first, last] = x_squares[i];
            return edge | unsigned{contains(discs, first)} << edge_squares
                   | unsigned{contains(discs, last)} << (edge_squares + 1);
        };
        sum += norvig_edge_value({with_x_squares(edges[i].player, board.player),
                                  with_x_squares(edges[i].opponent, board.opponent)});
    }
    return sum;
}

} // namespace emilia::classic
