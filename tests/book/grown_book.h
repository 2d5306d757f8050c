#pragma once

#include "book/builder.h"
#include "engine/play/searcher.h"

#include <atomic>

namespace emilia::testing {

/// A shallow search, quick and the same every time.
class QuickSearch {
public:
    [[nodiscard]] SearchResult operator()(const Board& board, const SearchLimits& limits) {
        ++searches_;
        searcher_.forget(); // or a result would depend on those before
        return searcher_.search(board, limits);
    }
    [[nodiscard]] SearchFunction function() {
        return [this](const Board& board, const SearchLimits& limits) {
            return (*this)(board, limits);
        };
    }
    [[nodiscard]] int searches() const noexcept { return searches_; }

private:
    Searcher searcher_{1, 1};
    int searches_ = 0;
};

/// A book of so many positions, grown with searches of two plies.
[[nodiscard]] inline Book grown_book(std::size_t positions, BuildSettings settings = {},
                                     Book from = {}) {
    settings.search.depth = 2;
    settings.positions = positions;
    QuickSearch search;
    const std::atomic<bool> stop = false;
    Builder builder(std::move(from), settings, {});
    builder.work(search.function(), stop);
    return builder.book();
}

} // namespace emilia::testing
