#include "engine/classic/iago/iago_ordering.h"

#include <algorithm>

namespace emilia::classic {

KillerRatings::Ratings& KillerRatings::ratings(const KillerContext& context) noexcept {
    // The move number is negative on boards that no game reaches.
    const int list =
        ordering_ == IagoOrdering::response ? index(context.answered) : std::max(0, context.move);
    return lists_[static_cast<std::size_t>(context.side)][static_cast<std::size_t>(list)];
}

MoveList KillerRatings::ordered(Bitboard legal, const KillerContext& context) noexcept {
    if (!learns()) {
        return in_order(legal,
                        ordering_ == IagoOrdering::square_value ? static_order() : natural_order());
    }
    MoveList moves = in_order(legal, natural_order());
    Ratings& list = ratings(context);
    const auto rating = [&list](Square move) -> Rating& {
        return list[static_cast<std::size_t>(index(move))];
    };
    for (Square* place = moves.begin(); place != moves.end(); ++place) { // stable insertion sort
        const Square move = *place;
        rating(move) += legal_boost;
        Square* slot = place;
        for (; slot != moves.begin() && rating(slot[-1]) < rating(move); --slot) *slot = slot[-1];
        *slot = move;
    }
    return moves;
}

void KillerRatings::reward(Square move, const KillerContext& context) noexcept {
    if (learns() && is_on_board(move))
        ratings(context)[static_cast<std::size_t>(index(move))] += best_boost;
}

void KillerRatings::halve() noexcept {
    for (auto& side : lists_)
        for (Ratings& list : side)
            for (Rating& rating : list) rating /= 2;
}

} // namespace emilia::classic
