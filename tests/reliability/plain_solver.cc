#include "tests/reliability/plain_solver.h"

#include <algorithm>
#include <array>
#include <bit>

namespace emilia::testing {

namespace {

constexpr std::size_t table_size = std::size_t{1} << 22;
constexpr int least_stored_empties = 6;
constexpr std::uint64_t corners = 0x8100'0000'0000'0081;
constexpr std::uint64_t not_a = 0xfefe'fefe'fefe'fefe; ///< all columns but the first
constexpr std::uint64_t not_h = 0x7f7f'7f7f'7f7f'7f7f;

constexpr std::uint64_t bit_of(int square) noexcept {
    return std::uint64_t{1} << square;
}

/// Calls `use` with eight functions, each of which moves squares by one in its direction. Squares
/// that leave the board are lost.
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
    Moves found;
    for (std::uint64_t left = legal_moves(discs); left != 0; left &= left - 1) {
        const int square = std::countr_zero(left);
        const PlainDiscs after = play(discs, square);
        const std::uint64_t replies = legal_moves(after);
        // A reply in a corner counts twice, and a corner is worth one and a half replies.
        int order = 2 * (std::popcount(replies) + std::popcount(replies & corners));
        if ((bit_of(square) & corners) != 0) order -= 3;
        if (square == first) order = -1000;
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
