#include "engine/search/endgame_ordering.h"

#include <algorithm>
#include <optional>

namespace emilia {
namespace {

/// Plies of the ordering search, or none where mobility serves better. Fitted on FFO 40–44.
constexpr std::optional<Depth> ordering_depth(int empties) noexcept {
    if (empties < 13) return std::nullopt;
    return std::min((empties - 12) / 4, 4);
}

} // namespace

void order_for_endgame(OrderedMoves& moves, SearchThread& thread, int empties,
                       HashMoves hash_moves) noexcept {
    if (moves.size() == 1) return;
    if (const auto depth = ordering_depth(empties)) {
        order_by_search(moves, thread, PatternBoard(moves.board()), *depth, hash_moves);
    } else {
        order_by_mobility(moves, hash_moves);
    }
}

} // namespace emilia
