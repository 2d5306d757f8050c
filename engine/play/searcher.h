#pragma once

// Owns a transposition table and searches with it, using the variant of the hot code for this
// processor.

#include "engine/isa/variant.h"

#include <cstddef>
#include <optional>
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

class Searcher {
public:
    /// Without `weights` it uses the embedded ones. Throws std::bad_alloc if there is not enough
    /// memory for the table.
    Searcher(int threads, std::size_t hash_megabytes, const Variant& variant = best_variant(),
             const std::optional<Weights>& weights = {})
        : threads_(threads),
          table_(hash_megabytes),
          weights_(weights ? *weights : embedded_weights()),
          variant_(&variant) {}

    /// See `parallel_search`.
    [[nodiscard]] SearchResult search(const Board& board, const SearchLimits& limits,
                                      const SearchProgress& progress = {}) {
        return variant_->search(table_, weights_, threads_, board, limits, progress);
    }

    /// The evaluation of `board` for the player to move, without a search.
    [[nodiscard]] Score evaluate(const Board& board) const noexcept {
        return variant_->evaluate(weights_, board);
    }

    /// Stores a known value in the table; later searches rely on it. No search may be running.
    void remember(const Board& board, const KnownValue& known);

    /// Forgets all earlier searches. No search may be running.
    void forget() { table_.clear(); }

private:
    int threads_;
    TranspositionTable table_;
    Weights weights_; ///< a copy shares the memory
    const Variant* variant_;
};

} // namespace emilia
