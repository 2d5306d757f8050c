#include "engine/eval/evaluation.h"

#include "engine/board/stability.h"
#include "engine/eval/coefficients.h"
#include "engine/eval/features.h"
#include "engine/eval/terms.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace emilia {
namespace {

using Value = std::int16_t; // hundredths of a disc

constexpr int most_moves = mobility_points.back();
constexpr int phase_count = 33; // of two numbers of empty squares each

/// The values of all contents and counts in one phase of the game.
struct Phase {
    std::array<Value, line_contents> edge;
    std::array<Value, line_contents> second_line;
    std::array<Value, line_contents> long_diagonal;
    std::array<Value, line_contents / 3> short_diagonal;
    std::array<std::array<Value, 256>, 4> corner;
    std::array<Value, most_moves + 1> moves;
    std::array<Value, most_moves + 1> opponent_moves;
    std::array<Value, number_terms> numbers;
};

/// A value at each of the numbers of empties that have coefficients.
using Curve = std::array<int, knots.size()>;

template <std::size_t terms>
void add(Curve& curve, const Coefficients<terms>& coefficients, std::size_t term, int factor) {
    for (std::size_t knot = 0; knot < knots.size(); ++knot)
        curve[knot] += factor * coefficients[knot][term];
}

/// The curve's value in the middle of a phase: straight lines between the knots, level outside.
Value in_phase(const Curve& curve, std::size_t phase) noexcept {
    const int empties = std::clamp(static_cast<int>(2 * phase), knots.front(), knots.back());
    std::size_t right = 1;
    while (knots[right] < empties) ++right;
    const int width = knots[right] - knots[right - 1];
    const int part = empties - knots[right - 1];
    return static_cast<Value>((curve[right - 1] * (width - part) + curve[right] * part) / width);
}

/// All values, made from the coefficients at the first evaluation (some milliseconds).
class Values {
public:
    Values() noexcept {
        for (int content = 0; content < line_contents; ++content) {
            const auto at = static_cast<std::size_t>(content);
            Curve edge = line<4>(content, 8, edge_coefficients);
            add(edge, number_coefficients, stable_on_edge, stable_difference(content));
            set(edge, [at](Phase& phase) -> Value& { return phase.edge[at]; });
            set(line<3>(content, 8, second_line_coefficients),
                [at](Phase& phase) -> Value& { return phase.second_line[at]; });
            set(line<3>(content, 8, long_diagonal_coefficients),
                [at](Phase& phase) -> Value& { return phase.long_diagonal[at]; });
            if (content < line_contents / 3) {
                set(line<3>(content, 7, short_diagonal_coefficients),
                    [at](Phase& phase) -> Value& { return phase.short_diagonal[at]; });
            }
        }
        for (std::size_t corner = 0; corner < 4; ++corner) {
            for (std::size_t four = 0; four < 256; ++four) set_corner(corner, four);
        }
        for (int moves = 0; moves <= most_moves; ++moves) {
            const auto at = static_cast<std::size_t>(moves);
            set(mobility(moves, 0), [at](Phase& phase) -> Value& { return phase.moves[at]; });
            set(mobility(moves, mobility_points.size()),
                [at](Phase& phase) -> Value& { return phase.opponent_moves[at]; });
        }
        for (std::size_t number = 0; number < number_terms; ++number) {
            Curve curve{};
            add(curve, number_coefficients, number, 1);
            set(curve, [number](Phase& phase) -> Value& { return phase.numbers[number]; });
        }
    }

    [[nodiscard]] const Phase& operator[](int empties) const noexcept {
        return phases_[static_cast<std::size_t>(empties) / 2];
    }

private:
    template <class Place>
    void set(const Curve& curve, Place place) noexcept {
        for (std::size_t phase = 0; phase < phase_count; ++phase)
            place(phases_[phase]) = in_phase(curve, phase);
    }

    /// Three places of the window, from either end of the line.
    template <int window, std::size_t terms>
    static Curve line(int content, int squares, const Coefficients<terms>& coefficients) noexcept {
        Curve curve{};
        for (const int reading : {content, reversed(content, squares)}) {
            for (int from = 0; from < 3; ++from) {
                const Term term = window_term(reading, from, window);
                const int index = from * static_cast<int>(terms / 3) + term.index;
                add(curve, coefficients, static_cast<std::size_t>(index), term.sign);
            }
        }
        return curve;
    }

    static int stable_difference(int content) noexcept {
        Board edge;
        for (Bitboard square = 1; content != 0; square <<= 1, content /= 3) {
            edge.player |= content % 3 == 1 ? square : 0;
            edge.opponent |= content % 3 == 2 ? square : 0;
        }
        return count(stable_edge_discs(edge)) - count(stable_edge_discs(edge.passed()));
    }

    void set_corner(std::size_t corner, std::size_t four) noexcept {
        const auto disc = [four](std::size_t square) {
            return (four >> square & 1) != 0 ? 1 : (four >> (square + 4) & 1) != 0 ? 2 : 0;
        };
        Curve curve{};
        add(curve, corner_coefficients,
            corner_term(disc(corner), disc(3 - corner), disc(corner ^ 1), disc(corner ^ 2)), 1);
        set(curve, [corner, four](Phase& phase) -> Value& { return phase.corner[corner][four]; });
    }

    /// Between the numbers of moves that have a coefficient, straight lines.
    static Curve mobility(int moves, std::size_t first_term) noexcept {
        std::size_t right = 1;
        while (mobility_points[right] < moves) ++right;
        const int width = mobility_points[right] - mobility_points[right - 1];
        const int part = moves - mobility_points[right - 1];
        Curve curve{};
        add(curve, mobility_coefficients, first_term + right - 1, width - part);
        add(curve, mobility_coefficients, first_term + right, part);
        for (int& value : curve) value /= width;
        return curve;
    }

    std::array<Phase, phase_count> phases_;
};

int sum_of_lines(const Board& board, const Phase& phase) noexcept {
    int sum = 0;
    const auto adder = [&sum](const auto& values) {
        return [&sum, &values](std::size_t content) { sum += values[content]; };
    };
    for_lines(board, 0, adder(phase.edge));
    for_lines(board, 1, adder(phase.second_line));
    for_long_diagonals(board, adder(phase.long_diagonal));
    for_short_diagonals(board, adder(phase.short_diagonal));
    for_corners(board,
                [&](std::size_t four, std::size_t corner) { sum += phase.corner[corner][four]; });
    return sum;
}

int sum_of_numbers(const Board& board, int empties, const Phase& phase) noexcept {
    const Counts counts = counts_of(board);
    const auto& weights = phase.numbers;
    int sum = weights[constant] + (empties % 2) * weights[odd_empties];
    for (std::size_t side = 0; side < 2; ++side) {
        sum += counts.corner_moves[side] * weights[corner_moves + side]
               + counts.only_risky[side] * weights[only_risky + side]
               + counts.frontier[side] * weights[frontier + side]
               + counts.potential[side] * weights[potential + side];
    }
    sum += phase.moves[static_cast<std::size_t>(std::min(counts.moves[0], most_moves))]
           + phase.opponent_moves[static_cast<std::size_t>(std::min(counts.moves[1], most_moves))];
    return sum + counts.disc_difference * weights[disc_difference];
}

} // namespace

Score evaluate(const Board& board) noexcept {
    static const Values values;
    const int empties = board.empties();
    const Phase& phase = values[empties];
    const int sum = sum_of_lines(board, phase) + sum_of_numbers(board, empties, phase);
    return Score::from_hundredths(std::clamp(sum, -6300, 6300));
}

} // namespace emilia
