#pragma once

// What the long jobs on a book share.

#include "book/builder.h"
#include "engine/play/searcher.h"
#include "protocol/options/options.h"

#include <cstddef>
#include <string>
#include <vector>

namespace emilia {

/// What a job searches with: so many searchers of one thread each.
struct JobMeans {
    int threads = 1;
    std::size_t hash_megabytes = 0; ///< of each
    const Variant* variant = nullptr;
    Weights weights = embedded_weights();

    [[nodiscard]] std::vector<Searcher> searchers() const;
};

/// Adds `--threads --hash --weights --isa`; `what` is done at the same time.
void add_means_options(boost::program_options::options_description& described,
                       const std::string& what, int hash_megabytes);

/// Reads them. Throws UsageError, or as chosen_weights.
[[nodiscard]] JobMeans chosen_means(const ParsedOptions& options);

/// Searches with a searcher that lives as long as the function.
[[nodiscard]] SearchFunction search_with(Searcher& searcher);

/// Puts what a builder has found out into a file, and what others have put there into the builder.
/// Throws std::runtime_error, with a message that names the file.
void save_book(const std::string& path, Builder& builder);

} // namespace emilia
