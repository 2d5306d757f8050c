#include "engine/classic/norvig.h"

#include <algorithm>
#include <cmath>
#include <vector>

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

constexpr std::size_t configurations = 59'049; // 3^10
constexpr std::size_t first = 1;               // the corners
constexpr std::size_t last = 8;

constexpr EdgeDisc other(EdgeDisc disc) noexcept {
    return disc == EdgeDisc::player ? EdgeDisc::opponent : EdgeDisc::player;
}

bool is_x_square(std::size_t square) noexcept {
    return square < first || square > last;
}
bool is_corner(std::size_t square) noexcept {
    return square == first || square == last;
}

std::size_t code(const WideEdge& edge) noexcept {
    std::size_t code = 0;
    for (const EdgeDisc disc : edge) code = 3 * code + static_cast<std::size_t>(disc);
    return code;
}

WideEdge decode(std::size_t code) noexcept {
    WideEdge edge{};
    for (std::size_t i = edge.size(); i-- > 0; code /= 3) edge[i] = static_cast<EdgeDisc>(code % 3);
    return edge;
}

std::size_t discs(const WideEdge& edge) noexcept {
    return static_cast<std::size_t>(
        std::count_if(edge.begin(), edge.end(), [](EdgeDisc d) { return d != EdgeDisc::none; }));
}

WideEdge seen_by_opponent(WideEdge edge) noexcept {
    for (EdgeDisc& disc : edge) {
        if (disc != EdgeDisc::none) disc = other(disc);
    }
    return edge;
}

/// The nearest square of the edge in direction `step` that has no disc of `colour`; the X-square
/// past the corner if there is none. An X-square is in line with no square of the edge.
std::size_t next_not_of(EdgeDisc colour, const WideEdge& edge, std::size_t square, int step) {
    const auto moved = [step](std::size_t s) { return step > 0 ? s + 1 : s - 1; };
    std::size_t place = moved(square);
    while (place >= first && place <= last && edge[place] == colour) place = moved(place);
    return place;
}

/// Makes `mover`'s move to the empty `square` and returns the number of discs flipped along the
/// edge.
int play(WideEdge& edge, std::size_t square, EdgeDisc mover) {
    edge[square] = mover;
    if (is_x_square(square)) return 0;
    int flipped = 0;
    for (const int step : {-1, 1}) {
        const std::size_t end = next_not_of(other(mover), edge, square, step);
        if (end < first || end > last || edge[end] != mover) continue;
        for (std::size_t s = std::min(square, end) + 1; s < std::max(square, end); ++s) {
            edge[s] = mover;
            ++flipped;
        }
    }
    return flipped;
}

bool flips_along_edge(WideEdge edge, std::size_t square, EdgeDisc mover) {
    return play(edge, square, mover) > 0;
}

enum class Stability { stable, semi_stable, unstable };

Stability stability(const WideEdge& edge, std::size_t square) {
    if (is_corner(square)) return Stability::stable;
    if (is_x_square(square)) {
        const std::size_t corner = square < first ? first : last;
        return edge[corner] == EdgeDisc::none ? Stability::unstable : Stability::semi_stable;
    }
    const std::size_t left = next_not_of(edge[square], edge, square, -1);
    const std::size_t right = next_not_of(edge[square], edge, square, 1);
    if (left < first || right > last) return Stability::stable; // one colour up to a corner
    const bool left_empty = edge[left] == EdgeDisc::none;
    const bool right_empty = edge[right] == EdgeDisc::none;
    if (left_empty != right_empty) return Stability::unstable;
    if (left_empty) return Stability::semi_stable;
    const bool full = std::none_of(edge.begin() + first, edge.begin() + last + 1,
                                   [](EdgeDisc disc) { return disc == EdgeDisc::none; });
    return full ? Stability::stable : Stability::semi_stable;
}

int static_weight(std::size_t square, Stability stability) noexcept {
    static constexpr EdgeWeights x_square{.stable = 0, .semi_stable = 0, .unstable = -2000};
    const EdgeWeights& weights =
        is_x_square(square) ? x_square : edge_weights[std::min(square - first, last - square)];
    return stability == Stability::stable        ? weights.stable
           : stability == Stability::semi_stable ? weights.semi_stable
                                                 : weights.unstable;
}

using Table = std::vector<int>;

int improved_value(const Table& table, std::size_t number) {
    const WideEdge edge = decode(number);
    std::array<EdgeOption, WideEdge{}.size() + 1> options;
    std::size_t size = 0;
    options[size++] = {1.0, table[number]}; // leaving the edge as it is
    for (std::size_t square = 0; square < edge.size(); ++square) {
        if (edge[square] != EdgeDisc::none) continue;
        WideEdge after = edge;
        play(after, square, EdgeDisc::player);
        options[size++] = {norvig_edge_move_probability(edge, square),
                           -table[code(seen_by_opponent(after))]};
    }
    return expected_edge_value(std::span(options).first(size));
}

Table make_table() {
    Table table(configurations);
    std::array<std::vector<std::size_t>, WideEdge{}.size() + 1> by_discs;
    for (std::size_t number = 0; number < configurations; ++number) {
        const WideEdge edge = decode(number);
        table[number] = norvig_static_edge_value(edge);
        by_discs[discs(edge)].push_back(number);
    }
    constexpr int passes = 5;
    for (int pass = 0; pass < passes; ++pass) {
        for (std::size_t n = WideEdge{}.size() - 1; n > 0; --n) {
            for (const std::size_t number : by_discs[n])
                table[number] = improved_value(table, number);
        }
    }
    return table;
}

const Table& edge_table() {
    static const Table table = make_table();
    return table;
}

// The squares of each edge in the order of `WideEdge`.
constexpr std::array<std::array<Square, 10>, 4> edges_with_x_squares = {{
    // clang-format off
    {Square::b2, Square::a1, Square::b1, Square::c1, Square::d1,
     Square::e1, Square::f1, Square::g1, Square::h1, Square::g2},
    {Square::b7, Square::a8, Square::b8, Square::c8, Square::d8,
     Square::e8, Square::f8, Square::g8, Square::h8, Square::g7},
    {Square::b2, Square::a1, Square::a2, Square::a3, Square::a4,
     Square::a5, Square::a6, Square::a7, Square::a8, Square::b7},
    {Square::g2, Square::h1, Square::h2, Square::h3, Square::h4,
     Square::h5, Square::h6, Square::h7, Square::h8, Square::g7},
    // clang-format on
}};

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

int expected_edge_value(std::span<EdgeOption> options) {
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

int norvig_edge_value(const WideEdge& edge) {
    return edge_table()[code(edge)];
}

int norvig_static_edge_value(const WideEdge& edge) {
    int value = 0;
    for (std::size_t square = 0; square < edge.size(); ++square) {
        if (edge[square] == EdgeDisc::none) continue;
        const int weight = static_weight(square, stability(edge, square));
        value += edge[square] == EdgeDisc::player ? weight : -weight;
    }
    return value;
}

double norvig_edge_move_probability(const WideEdge& edge, std::size_t square) {
    if (is_x_square(square)) return 0.5;
    if (flips_along_edge(edge, square, EdgeDisc::player)) return 1;
    if (is_corner(square)) {
        switch (edge[square == first ? first - 1 : last + 1]) {
        case EdgeDisc::none: return 0.1;
        case EdgeDisc::player: return 0.001;
        case EdgeDisc::opponent: return 0.9;
        }
    }
    // Indexed by the number of neighbours that are the player's and the opponent's: two at most.
    constexpr std::array<std::array<double, 3>, 3> chances = {
        {{0.1, 0.4, 0.7}, {0.05, 0.3, 0}, {0.01, 0, 0}}};
    const auto beside = [&](EdgeDisc disc) {
        return std::size_t{edge[square - 1] == disc} + std::size_t{edge[square + 1] == disc};
    };
    const double chance = chances[beside(EdgeDisc::player)][beside(EdgeDisc::opponent)];
    return flips_along_edge(edge, square, EdgeDisc::opponent) ? chance / 2 : chance;
}

int norvig_edge_stability(const Board& board) {
    const Table& table = edge_table();
    int sum = 0;
    for (const auto& squares : edges_with_x_squares) {
        std::size_t number = 0;
        for (const Square square : squares) {
            const std::size_t disc = contains(board.player, square)     ? 1
                                     : contains(board.opponent, square) ? 2
                                                                        : 0;
            number = 3 * number + disc;
        }
        sum += table[number];
    }
    return sum;
}

} // namespace emilia::classic
