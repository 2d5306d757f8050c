#include "engine/classic/iago/iago_evaluation.h"

#include "engine/classic/iago/iago_edges.h"

namespace emilia::classic {
namespace {

/// The squares that are next to a stable disc or to the border of the board on a line.
constexpr Bitboard backed_on_row(Bitboard stable) noexcept {
    return (stable & ~h_file) << 1 | (stable & ~a_file) >> 1 | a_file | h_file;
}
constexpr Bitboard backed_on_column(Bitboard stable) noexcept {
    return stable << 8 | stable >> 8 | first_row | last_row;
}
constexpr Bitboard backed_on_falling_diagonal(Bitboard stable) noexcept {
    return (stable & ~h_file) << 9 | (stable & ~a_file) >> 9 | edges;
}
constexpr Bitboard backed_on_rising_diagonal(Bitboard stable) noexcept {
    return (stable & ~a_file) << 7 | (stable & ~h_file) >> 7 | edges;
}

} // namespace

PotentialMoves potential_moves(const Board& board) noexcept {
    const Bitboard empty = board.empty();
    const Bitboard discs = board.opponent;
    const Bitboard not_a = discs & ~a_file;
    const Bitboard not_h = discs & ~h_file;
    const int contacts = count(not_h << 1 & empty) + count(not_a >> 1 & empty)
                         + count(discs << 8 & empty) + count(discs >> 8 & empty)
                         + count(not_h << 9 & empty) + count(not_a >> 9 & empty)
                         + count(not_a << 7 & empty) + count(not_h >> 7 & empty);
    return {.frontier_discs = count(discs & neighbours(empty)),
            .empty_squares = count(empty & neighbours(discs)),
            .contacts = contacts};
}

int potential_mobility(const Board& board) noexcept {
    const PotentialMoves player = potential_moves(board);
    const PotentialMoves opponent = potential_moves(board.passed());
    return share_of_thousand(player.frontier_discs, opponent.frontier_discs)
           + share_of_thousand(player.empty_squares, opponent.empty_squares)
           + share_of_thousand(player.contacts, opponent.contacts);
}

Bitboard anchored_discs(const Board& board) noexcept {
    Bitboard stable = board.player & corners;
    if (stable == 0) return 0;
    while (true) {
        const Bitboard more = board.player & backed_on_row(stable) & backed_on_column(stable)
                              & backed_on_falling_diagonal(stable)
                              & backed_on_rising_diagonal(stable);
        if (more == stable) return stable;
        stable = more;
    }
}

int internal_stability(const Board& board) noexcept {
    return count(anchored_discs(board) & ~edges) - count(anchored_discs(board.passed()) & ~edges);
}

IagoTerms iago_terms(const Board& board) noexcept {
    const int move = move_number(board);
    constexpr int disc_weight = 1000;
    constexpr int measure_weight = 33;
    const int current_weight = move <= 25 ? 50 + 2 * move : 75 + move;
    return {.edge_stability = edge_points(board) * (50 + move) / 10,
            .internal_stability = disc_weight * internal_stability(board),
            .current_mobility =
                current_weight
                * current_mobility(board.legal_moves(), board.passed().legal_moves()),
            .potential_mobility = measure_weight * potential_mobility(board)};
}

int iago_final_value(const Board& board) noexcept {
    constexpr int beyond = 100'000'000;
    constexpr int disc = 1000;
    const int score = board.final_score();
    return disc * score + (score > 0 ? beyond : score < 0 ? -beyond : 0);
}

int iago_value(const Board& board) noexcept {
    return board.is_over() ? iago_final_value(board) : iago_terms(board).sum();
}

} // namespace emilia::classic
