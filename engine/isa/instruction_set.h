#pragma once

// The hot code (board, evaluation, search) is compiled several times from the same sources, once
// for each level of x86-64 that the System V psABI defines. At start the program picks the best
// instruction set of this processor, and calls the hot code through its functions. Nothing else of
// it is visible outside, so no function for a newer processor can be called by mistake; CMake's
// emilia_add_instruction_set sees to that. Elsewhere there is one instruction set: 64-bit ARM has
// its vectors in every processor, and a build on a Mac with an Intel processor is for that Mac.

#include "engine/board/board.h"
#include "engine/eval/score.h"
#include "engine/search/parallel_search.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace emilia {

/// The functions of the hot code, compiled for an instruction set.
struct HotCode {
    SearchResult (*search)(TranspositionTable& table, const Weights& weights, ThreadPool& threads,
                           const Board& board, const SearchLimits& limits,
                           const SearchProgress& progress); ///< see `parallel_search`
    std::uint64_t (*perft)(const Board& board, int depth) noexcept;
    Score (*evaluate)(const Weights& weights, const Board& board) noexcept;
};

struct InstructionSet : HotCode {
    std::string_view name; ///< `x86-64`, `x86-64-v2`, …; `arm64`; elsewhere `portable`
    bool runs_here;        ///< on this processor
};

/// All instruction sets of this program, from the lowest level to the highest.
[[nodiscard]] std::span<const InstructionSet> instruction_sets() noexcept;

/// The highest one that runs here.
[[nodiscard]] const InstructionSet& best_instruction_set() noexcept;

} // namespace emilia
