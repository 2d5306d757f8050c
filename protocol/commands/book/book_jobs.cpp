#include "protocol/commands/book/book_jobs.h"

#include "book/book_file.h"
#include "protocol/reports/message.h"

#include <algorithm>

#include <fmt/format.h>

namespace emilia {

namespace {

Confidence confidence_of(int wanted) {
    for (const Confidence confidence : {Confidence::low, Confidence::fair, Confidence::high,
                                        Confidence::very_high, Confidence::certain}) {
        if (percent(confidence) == wanted) return confidence;
    }
    throw UsageError("--confidence is 63, 81, 93, 99 or 100, not {}", wanted);
}

Deepen deepen_of(const std::string& which) {
    if (which == "all") return Deepen::all;
    if (which == "played") return Deepen::played;
    throw UsageError("--deepen is all or played, not '{}'", which);
}

} // namespace

void add_book_search(CommandOptions& options, BookSearch& search) {
    options.number("depth", "N", search.depth, book_depth_bounds, "depth of each search in plies");
    options.number(
        "confidence", "PERCENT", Bounds{0, 100},
        [&search](int percent) { search.confidence = confidence_of(percent); },
        "how sure each search is of what it prunes: 63, 81, 93, 99, or 100 without pruning",
        fmt::format("{}", percent(search.confidence)));
}

void add_positions(CommandOptions& options, std::size_t& positions, const std::string& help) {
    options.number("positions", "N", positions, {1, 100'000'000}, help);
}

void add_doubt_plies(CommandOptions& options, Depth& plies) {
    options.number("doubt-plies", "N", plies, {0, 20},
                   "search up to N plies deeper where the best move's advantage is in doubt");
}

void add_deepen(CommandOptions& options, Deepen& deepen) {
    options.parsed(
        "deepen", "WHICH", [&deepen](const std::string& which) { deepen = deepen_of(which); },
        "which positions to search again: 'all', or 'played': only those that decide which moves "
        "the book plays in games",
        "all");
}

void add_save_every(CommandOptions& options, double& seconds, const std::string& help) {
    options.number("save-every", "SECONDS", seconds, {0.001, 1e6}, help);
}

SearchFunction search_with(Searcher& searcher) {
    return [&searcher](const Board& board, const SearchLimits& limits) {
        return searcher.search(board, limits);
    };
}

std::size_t save_book(const std::string& path, Builder& builder) {
    std::size_t from_others = 0;
    const auto change = [&](Book& on_disk) {
        const Book own = builder.book();
        for (const auto& [board, position] : on_disk.positions())
            from_others += own.find_canonical(board) == nullptr ? 1 : 0;
        builder.take_in(on_disk);
        on_disk = builder.book();
    };
    or_throw(update_book(path, change, tell_wait));
    return from_others;
}

BuildExtent extent_of(const BuildState& first, const BuildState& now, std::size_t positions,
                      std::size_t from_others) {
    const std::size_t missing = positions - std::min(positions, now.positions);
    return {.done = now.positions - first.positions - from_others + now.searched_again,
            .left = std::max(missing, now.seeds_left) + now.shallow};
}

} // namespace emilia
