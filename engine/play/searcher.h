#pragma once

// Owns a transposition table and the threads of its searches, and searches with them.

#include "engine/isa/instruction_set.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace emilia {

/// A known value of a position for its side to move, for example from another program.
struct KnownValue {
    Score lower; ///< at most `upper`; at the end of the game a whole disc must lie between them
    Score upper;
    Depth depth = 0; ///< plies searched; the number of empty squares or more: to the end
    Confidence confidence = Confidence::certain;
    std::vector<Square> line{}; ///< the best line, all moves legal; may be empty
};

/// The evaluation of `board` for the player to move, without a search: of a finished game its
/// score, and where the player must pass, that for the opponent with the sign changed.
[[nodiscard]] Score static_value(const InstructionSet& instruction_set, const Weights& weights,
                                 const Board& board) noexcept;

class Searcher {
public:
    /// Without `weights` it uses the embedded ones. Throws std::bad_alloc if there is not enough
    /// memory for the table.
    Searcher(int threads, std::size_t hash_megabytes,
             const InstructionSet& instruction_set = best_instruction_set(),
             const std::optional<Weights>& weights = {})
        : Searcher(std::make_unique<ThreadPool>(static_cast<std::size_t>(std::max(threads, 1))),
                   hash_megabytes, instruction_set, weights) {}

    /// The same for searches by the threads of a pool.
    Searcher(std::unique_ptr<ThreadPool> threads, std::size_t hash_megabytes,
             const InstructionSet& instruction_set, const std::optional<Weights>& weights)
        : threads_(std::move(threads)),
          table_(hash_megabytes),
          weights_(weights ? *weights : embedded_weights()),
          instruction_set_(&instruction_set) {}

    /// See `parallel_search`. One search at a time.
    [[nodiscard]] SearchResult search(const Board& board, const SearchLimits& limits,
                                      const SearchProgress& progress = {}) {
        return instruction_set_->search(table_, weights_, *threads_, board, limits, progress);
    }

    /// See `static_value`.
    [[nodiscard]] Score evaluate(const Board& board) const noexcept {
        return static_value(*instruction_set_, weights_, board);
    }

    /// Stores a known value in the table; later searches rely on it. No search may be running.
    void remember(const Board& board, const KnownValue& known);

    /// Forgets all earlier searches. No search may be running.
    void forget() { table_.clear(); }

private:
    std::unique_ptr<ThreadPool> threads_;
    TranspositionTable table_;
    Weights weights_; ///< a copy shares the memory
    const InstructionSet* instruction_set_;
};

} // namespace emilia
