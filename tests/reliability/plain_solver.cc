#include "tests/reliability/plain_solver.h"

#include <algorithm>
#include <array>
#include <bit>

namespace emilia::testing {

namespace {

constexpr std::size_t table_size = std::size_t{1} << 22;
constexpr int least_stored_empties = 6;
constexpr int least_estimated_empties = 12;
constexpr int most_estimated = 1000;
constexpr std::uint64_t corners = 0x8100'0000'0000'0081;
constexpr std::uint64_t not_a = 0xfefe'fefe'fefe'fefe; ///< all columns but the first
constexpr std::uint64_t not_h = 0x7f7f'7f7f'7f7f'7f7f;

constexpr std::uint64_t bit_of(int square) noexcept {
    return std::uint64_t{1} << square;
}

/// Calls `use` with eight functions, each of which moves squares by one in its direction. Squares
/// that leave the board are lost. Opposite directions follow each other.
template <typename Use>
constexpr void for_each_direction(Use use) {
    use([](std::uint64_t squares) { return squares << 1 & not_a; });
    use([](std::uint64_t squares) { return squares >> 1 & not_h; });
    use([](std::uint64_t squares) { return squares << 8; });
    use([](std::uint64_t squares) { return squares >> 8; });
    use([](std::uint64_t squares) { return squares << 9 & not_a; });
    use([](std::uint64_t squares) { return squares >> 9 & not_h; });
    use([](std::uint64_t squares) { return squares << 7 & not_h; });
    use([](std::uint64_t squares) { return squares >> 7 & not_a; });
}

std::uint64_t empty_squares(const PlainDiscs& discs) noexcept {
    return ~(discs.mover | discs.other);
}

std::uint64_t legal_moves(const PlainDiscs& discs) noexcept {
    std::uint64_t ends = 0;
    for_each_direction([&](auto step) {
        std::uint64_t line = step(discs.mover) & discs.other;
        for (int i = 0; i < 5; ++i) line |= step(line) & discs.other;
        ends |= step(line);
    });
    return ends & empty_squares(discs);
}

/// The position after a move, from the opponent's side; a board without discs if it flips nothing.
PlainDiscs play(const PlainDiscs& discs, int square) noexcept {
    std::uint64_t flipped = 0;
    for_each_direction([&](auto step) {
        std::uint64_t line = 0;
        std::uint64_t next = step(bit_of(square));
        for (; (next & discs.other) != 0; next = step(next)) line |= next;
        if ((next & discs.mover) != 0) flipped |= line;
    });
    if (flipped == 0) return {};
    return {discs.other ^ flipped, discs.mover ^ flipped ^ bit_of(square)};
}

PlainDiscs pass(const PlainDiscs& discs) noexcept {
    return {discs.other, discs.mover};
}

/// The discs of `own` that can't be turned any more. Along each of the four lines through such a
/// disc the line is full, the disc stands at its end, or a disc beside it can't be turned either.
std::uint64_t stable_discs(std::uint64_t own, std::uint64_t empties) noexcept {
    std::array<std::uint64_t, 4> open{};
    for_each_direction([&, direction = 0U](auto step) mutable {
        std::uint64_t seen = empties;
        for (int i = 0; i < 7; ++i) seen |= step(seen);
        open[direction++ / 2] |= seen;
    });
    for_each_direction([&, direction = 0U](auto step) mutable {
        open[direction++ / 2] &= step(~std::uint64_t{0});
    });
    for (std::uint64_t stable = 0;;) {
        std::array<std::uint64_t, 4> attackable = open;
        for_each_direction([&, direction = 0U](auto step) mutable {
            attackable[direction++ / 2] &= ~step(stable);
        });
        const std::uint64_t more =
            own & ~(attackable[0] | attackable[1] | attackable[2] | attackable[3]);
        if (more == stable) return stable;
        stable = more;
    }
}

/// A bound of the score, from the other side's discs that can't be turned.
int most_for_mover(const PlainDiscs& discs) noexcept {
    return 64 - 2 * std::popcount(stable_discs(discs.other, empty_squares(discs)));
}

/// The side to move's moves and corners less the other side's, `depth` moves ahead.
int estimate(const PlainDiscs& discs, int depth, int alpha, int beta) noexcept {
    constexpr int worth_of_corner = 16;
    const std::uint64_t moves = legal_moves(discs);
    if (depth == 0 || moves == 0) {
        const std::uint64_t replies = legal_moves(pass(discs));
        return 2 * (std::popcount(moves) + std::popcount(moves & corners))
               - 2 * (std::popcount(replies) + std::popcount(replies & corners))
               + worth_of_corner
                     * (std::popcount(discs.mover & corners)
                        - std::popcount(discs.other & corners));
    }
    int best = alpha;
    for (std::uint64_t left = moves; left != 0 && best < beta; left &= left - 1) {
        const PlainDiscs after = play(discs, std::countr_zero(left));
        best = std::max(best, -estimate(after, depth - 1, -beta, -best));
    }
    return best;
}

int final_score(const PlainDiscs& discs) noexcept {
    const int difference = std::popcount(discs.mover) - std::popcount(discs.other);
    const int empties = std::popcount(empty_squares(discs));
    if (difference > 0) return difference + empties;
    if (difference < 0) return difference - empties;
    return 0;
}

} // namespace

struct PlainSolver::Moves {
    std::array<Move, 60> moves;
    std::size_t number = 0;

    [[nodiscard]] const Move* begin() const noexcept { return moves.data(); }
    [[nodiscard]] const Move* end() const noexcept { return moves.data() + number; }
};

PlainSolver::PlainSolver() : table_(table_size) {}

PlainSolver::Entry& PlainSolver::entry_of(const PlainDiscs& discs) noexcept {
    const std::uint64_t mixed =
        (discs.mover * 0x9e37'79b9'7f4a'7c15) ^ std::rotl(discs.other * 0xc2b2'ae3d'27d4'eb4f, 31);
    return table_[(mixed ^ mixed >> 32) % table_size];
}

int PlainSolver::solve(const PlainDiscs& discs, int alpha, int beta) {
    return search(discs, alpha, beta);
}

PlainSolver::Moves PlainSolver::ordered_moves(const PlainDiscs& discs, int first) const {
    const int empties = std::popcount(empty_squares(discs));
    Moves found;
    for (std::uint64_t left = legal_moves(discs); left != 0; left &= left - 1) {
        const int square = std::countr_zero(left);
        const PlainDiscs after = play(discs, square);
        int order = 0;
        if (empties >= least_estimated_empties) {
            const int depth = std::min((empties - least_estimated_empties) / 2, 4);
            order = estimate(after, depth, -most_estimated, most_estimated);
        } else {
            // A reply in a corner counts twice, and a corner is worth one and a half replies.
            const std::uint64_t replies = legal_moves(after);
            order = 2 * (std::popcount(replies) + std::popcount(replies & corners));
            if ((bit_of(square) & corners) != 0) order -= 3;
        }
        if (square == first) order = -most_estimated;
        found.moves[found.number++] = {after, square, order};
    }
    std::stable_sort(found.moves.begin(),
                     found.moves.begin() + static_cast<std::ptrdiff_t>(found.number),
                     [](const Move& a, const Move& b) { return a.order < b.order; });
    return found;
}

int PlainSolver::search(const PlainDiscs& discs, int alpha, int beta) {
    if (std::popcount(empty_squares(discs)) < least_stored_empties) {
        return search_last(discs, alpha, beta);
    }
    if (const int most = most_for_mover(discs); most <= alpha) return most;
    int first = -1;
    if (const Entry& known = entry_of(discs); known.discs == discs) {
        if (known.lower >= beta || known.lower == known.upper) return known.lower;
        if (known.upper <= alpha) return known.upper;
        first = known.best_move;
    }
    const Moves moves = ordered_moves(discs, first);
    if (moves.number == 0) {
        const PlainDiscs passed = pass(discs);
        return legal_moves(passed) != 0 ? -search(passed, -beta, -alpha) : final_score(discs);
    }
    int best = -65;
    for (const Move& move : moves) {
        const Entry& known = entry_of(move.after);
        if (known.discs == move.after && -known.upper >= beta) return -known.upper;
    }
    for (const Move& move : moves) {
        const int score = -search(move.after, -beta, -std::max(alpha, best));
        if (score <= best) continue;
        best = score;
        first = move.square;
        if (best >= beta) break;
    }
    Entry& entry = entry_of(discs);
    if (entry.discs != discs) entry = {discs};
    entry.best_move = static_cast<std::int8_t>(first);
    if (best > alpha) entry.lower = static_cast<std::int8_t>(std::max<int>(entry.lower, best));
    if (best < beta) entry.upper = static_cast<std::int8_t>(std::min<int>(entry.upper, best));
    return best;
}

int PlainSolver::search_last(const PlainDiscs& discs, int alpha, int beta) {
    // Only against a great lead are enough discs stable to be worth the count.
    if (constexpr int great_lead = 20; alpha >= great_lead) {
        if (const int most = most_for_mover(discs); most <= alpha) return most;
    }
    int best = -65;
    for (std::uint64_t left = empty_squares(discs); left != 0; left &= left - 1) {
        const PlainDiscs after = play(discs, std::countr_zero(left));
        if ((after.mover | after.other) == 0) continue;
        best = std::max(best, -search_last(after, -beta, -std::max(alpha, best)));
        if (best >= beta) return best;
    }
    if (best > -65) return best;
    const PlainDiscs passed = pass(discs);
    return legal_moves(passed) != 0 ? -search_last(passed, -beta, -alpha) : final_score(discs);
}

} // namespace emilia::testing
