#pragma once

// The hot code (board, evaluation, search) is compiled several times from the same sources, once
// for each level of x86-64 that the System V psABI defines. At start the program picks the best
// variant that the processor runs, and calls it through this table. Nothing else of a variant is
// visible outside it, so no function for a newer processor can be called by mistake; CMake's
// emilia_add_variant sees to that. Elsewhere there is one variant: 64-bit ARM has its vectors in
// every processor, and a build on a Mac with an Intel processor is for that Mac.

#include "engine/board/board.h"
#include "engine/eval/score.h"
#include "engine/search/leaf_moves.h"
#include "engine/search/parallel_search.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace emilia {

struct Variant {
    SearchResult (*search)(TranspositionTable& table, const Weights& weights, int threads,
                           const Board& board, const SearchLimits& limits,
                           const SearchProgress& progress);
    std::uint64_t (*perft)(const Board& board, int depth) noexcept;

    // The kernels, for tests and benchmarks. `leaf_moves` makes all moves by LeafMoves.
    Bitboard (*legal_moves)(const Board& board) noexcept;
    Bitboard (*flips)(const Board& board, Square square) noexcept;
    int (*last_flips)(Bitboard player, Square square) noexcept;
    Board (*lane_after)(const Board& board, Square square) noexcept; ///< a LaneBoard's `after`
    std::vector<LeafMove> (*leaf_moves)(const Board& board, LeafOrder order, Square hash_move);
    Bitboard (*stable_discs)(const Board& board) noexcept;
    Score (*evaluate)(const Weights& weights, const Board& board) noexcept;
};

/// A variant of this program and whether this processor runs it.
struct NamedVariant {
    std::string_view name; ///< `x86-64`, `x86-64-v2`, …; `arm64`; elsewhere `portable`
    const Variant* variant;
    bool runs_here;
};

/// All variants, from the lowest level to the highest.
[[nodiscard]] std::span<const NamedVariant> variants() noexcept;

/// The highest variant that runs here.
[[nodiscard]] const NamedVariant& best_named_variant() noexcept;
[[nodiscard]] inline const Variant& best_variant() noexcept {
    return *best_named_variant().variant;
}

} // namespace emilia
