#pragma once

// A transposition table and the search over it, in the variant for this processor.

#include "engine/isa/variant.h"

#include <cstddef>

namespace emilia {

class Searcher {
public:
    /// Throws std::bad_alloc where there is no memory for the table.
    Searcher(int threads, std::size_t hash_megabytes, const Variant& variant = best_variant(),
             const Weights& weights = embedded_weights())
        : threads_(threads), table_(hash_megabytes), weights_(weights), variant_(&variant) {}

    /// See `parallel_search`.
    [[nodiscard]] SearchResult search(const Board& board, const SearchLimits& limits,
                                      const SearchProgress& progress = {}) {
        return variant_->search(table_, weights_, threads_, board, limits, progress);
    }

    /// Forgets all earlier searches. Not while one runs.
    void forget() { table_.clear(); }

private:
    int threads_;
    TranspositionTable table_;
    Weights weights_; ///< a copy shares the memory
    const Variant* variant_;
};

} // namespace emilia
