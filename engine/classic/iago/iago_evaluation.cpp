#include "engine/classic/iago/iago_evaluation.h"

#include "engine/classic/iago/edge_stability.h"
#include "engine/classic/iago/iago_mobility.h"
#include "engine/classic/iago/internal_stability.h"

namespace emilia::classic {
namespace {

IagoTerms terms(const Board& board, Bitboard player_moves, Bitboard opponent_moves) noexcept {
    const int move = move_number(board);
    constexpr int disc_weight = 1000;
    constexpr int measure_weight = 33;
    const int current_weight = move <= 25 ? 50 + 2 * move : 75 + move;
    return {.edge_stability = edge_points(board) * (50 + move) / 10,
            .internal_stability = disc_weight * internal_stability(board),
            .current_mobility = current_weight * current_mobility(player_moves, opponent_moves),
            .potential_mobility = measure_weight * potential_mobility(board)};
}

} // namespace

IagoTerms iago_terms(const Board& board) noexcept {
    return terms(board, board.legal_moves(), board.passed().legal_moves());
}

int iago_final_value(const Board& board) noexcept {
    constexpr int beyond = 100'000'000;
    constexpr int disc = 1000;
    const int score = board.final_score();
    return disc * score + (score > 0 ? beyond : score < 0 ? -beyond : 0);
}

int iago_value(const Board& board) noexcept {
    const Bitboard player_moves = board.legal_moves();
    const Bitboard opponent_moves = board.passed().legal_moves();
    if ((player_moves | opponent_moves) == 0) return iago_final_value(board);
    return terms(board, player_moves, opponent_moves).sum();
}

Evaluation iago_evaluation() noexcept {
    return {.estimate = [](const Board& board, int) { return Value(iago_value(board)); },
            .final_value = [](const Board& board) { return Value(iago_final_value(board)); }};
}

} // namespace emilia::classic
