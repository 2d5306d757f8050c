#include "engine/search/enhanced_cutoff.h"

#include "engine/board/hash.h"

#include <array>
#include <cstddef>

namespace emilia {

std::optional<Score> enhanced_cutoff(OrderedMoves& moves, const TranspositionTable& table,
                                     Score beta, Reach wanted) noexcept {
    std::array<std::uint64_t, square_count> hashes; // not initialised: only the moves' are used
    std::size_t hashed = 0;
    for (const OrderedMove& move : moves.all()) {
        const std::uint64_t key = hash(moves.child(move));
        hashes[hashed++] = key;
        table.prefetch(key); // all at once: the memory answers in the time of one
    }
    for (std::size_t i = 0; i < hashed; ++i) {
        const auto known = table.probe(moves.child(moves.all()[i]), hashes[i]);
        if (known && known->reach.serves(wanted) && -known->upper >= beta) return -known->upper;
    }
    return std::nullopt;
}

} // namespace emilia
