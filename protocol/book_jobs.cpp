#include "protocol/book_jobs.h"

#include "book/book_file.h"

#include <stdexcept>

namespace emilia {

SearchFunction search_with(Searcher& searcher) {
    return [&searcher](const Board& board, const SearchLimits& limits) {
        return searcher.search(board, limits);
    };
}

void save_book(const std::string& path, Builder& builder) {
    const auto written = update_book(path, [&builder](Book& on_disk) {
        builder.take_in(on_disk);
        on_disk = builder.book();
    });
    if (!written) throw std::runtime_error(written.error());
}

} // namespace emilia
