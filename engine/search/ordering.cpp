#include "engine/search/ordering.h"

#include "engine/base/constants.h"
#include "engine/search/leaf_moves.h"
#include "engine/search/midgame_search.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace emilia {
namespace {

constexpr int first_hash_move = 1 << 24;
constexpr int second_hash_move = 1 << 22;
constexpr int least_hash_value = second_hash_move / 2; // other values are nowhere near it

int hash_bonus(Square square, HashMoves hash_moves) noexcept {
    if (square == hash_moves.best) return first_hash_move;
    return square == hash_moves.second ? second_hash_move : 0;
}

/// The number of replies left to the opponent; a corner counts twice.
int weighted_mobility(const Board& child) noexcept {
    const Bitboard replies = child.legal_moves();
    return count(replies) + count(replies & corners);
}

/// The depth of the search that orders the moves of a solver's node, or none where mobility serves
/// better. Fitted on FFO 40–49, where it makes little difference: the nodes stay within 3 % for
/// anything from no search to one of (empties - 12) / 3 plies.
constexpr std::optional<Depth> endgame_ordering_depth(int empties) noexcept {
    constexpr int least_empties = 12;
    if (empties < least_empties) return std::nullopt;
    return (empties - least_empties) / 8;
}

} // namespace

OrderedMoves::OrderedMoves(const Board& board, Bitboard moves) noexcept : board_(board) {
    for (const Square square : squares_of(moves)) {
        moves_[size_++] = {board.flips(square), square, 0};
    }
}

bool OrderedMoves::put_first(Square square) noexcept {
    for (OrderedMove& move : all()) {
        if (move.square != square) continue;
        move.value = first_hash_move;
        std::swap(moves_[0], move);
        return true;
    }
    return false;
}

int OrderedMoves::best_ordered_value() const noexcept {
    int best = std::numeric_limits<int>::min();
    for (std::size_t i = 0; i < size_; ++i) {
        if (moves_[i].value < least_hash_value) best = std::max(best, moves_[i].value);
    }
    return best;
}

const OrderedMove& OrderedMoves::pick(std::size_t first) noexcept {
    std::size_t best = first;
    for (std::size_t i = first + 1; i < size_; ++i) {
        if (moves_[i].value > moves_[best].value) best = i;
    }
    std::swap(moves_[first], moves_[best]);
    return moves_[first];
}

void order_by_mobility(OrderedMoves& moves, HashMoves hash_moves) noexcept {
    const MoveCost costs(moves.board().empty());
    for (OrderedMove& move : moves.all()) {
        const Board child = moves.child(move);
        const Bitboard near = adjacent(child.opponent) & child.empty();
        move.value = hash_bonus(move.square, hash_moves) - costs.of_square(move.square)
                     - MoveCost::of_replies(child.legal_moves()) - MoveCost::near * count(near);
    }
}

template <Leaves leaves>
void order_by_search(OrderedMoves& moves, SearchThread& thread, const PatternBoard& position,
                     Depth depth, HashMoves hash_moves) noexcept {
    for (OrderedMove& move : moves.all()) {
        const int bonus = hash_bonus(move.square, hash_moves);
        move.value = bonus;
        if (bonus == first_hash_move) continue;
        const Score value = -shallow_search_after<leaves>(thread, position, move.square, move.flips,
                                                          min_score, max_score, depth);
        move.value +=
            value.hundredths() - constants::mobility_worth * weighted_mobility(moves.child(move));
    }
}

void order_midgame_moves(OrderedMoves& moves, SearchThread& thread, const PatternBoard& position,
                         Depth depth, HashMoves hash_moves) noexcept {
    constexpr Depth least_searched_depth = 3; // below it evaluating the moves costs too much
    if (depth >= least_searched_depth) {
        order_by_search<Leaves::by_tables>(moves, thread, position, 0, hash_moves);
    } else {
        order_by_mobility(moves, hash_moves);
    }
}

void order_endgame_moves(OrderedMoves& moves, SearchThread& thread, int empties,
                         HashMoves hash_moves) noexcept {
    // With fewer empties the network costs more time than it saves.
    constexpr int least_empties_of_network = 15;
    if (moves.size() == 1) return;
    const auto depth = endgame_ordering_depth(empties);
    if (!depth) {
        order_by_mobility(moves, hash_moves);
        return;
    }
    const PatternBoard position(moves.board());
    if (empties < least_empties_of_network) {
        order_by_search<Leaves::roughly_by_tables>(moves, thread, position, *depth, hash_moves);
    } else {
        order_by_search<Leaves::corrected>(moves, thread, position, *depth, hash_moves);
    }
}

template void order_by_search<Leaves::by_tables>(OrderedMoves&, SearchThread&, const PatternBoard&,
                                                 Depth, HashMoves) noexcept;
template void order_by_search<Leaves::roughly_by_tables>(OrderedMoves&, SearchThread&,
                                                         const PatternBoard&, Depth,
                                                         HashMoves) noexcept;
template void order_by_search<Leaves::corrected>(OrderedMoves&, SearchThread&, const PatternBoard&,
                                                 Depth, HashMoves) noexcept;

} // namespace emilia
