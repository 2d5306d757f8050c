#pragma once

// A transposition table and the search over it, in the variant for this processor.

#include "engine/isa/variant.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace emilia {

/// What someone else found out about a position, for its side to move.
struct KnownValue {
    Score lower; ///< at most `upper`; to the end of the game, with a whole disc between them
    Score upper;
    Depth depth = 0; ///< plies looked ahead; as many as there are empty squares or more: to the end
    Confidence confidence = Confidence::certain;
    std::vector<Square> line{}; ///< the best moves from there, all legal; may be empty
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

    /// Takes over what is known from elsewhere; the searches to come rely on it. Not while one
    /// runs.
    void remember(const Board& board, const KnownValue& known);

    /// Forgets all earlier searches. Not while one runs.
    void forget() { table_.clear(); }

private:
    int threads_;
    TranspositionTable table_;
    Weights weights_; ///< a copy shares the memory
    const Variant* variant_;
};

} // namespace emilia
