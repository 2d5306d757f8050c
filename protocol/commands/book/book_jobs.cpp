#include "protocol/commands/book/book_jobs.h"

#include "book/book_file.h"
#include "protocol/reports/message.h"
#include "protocol/reports/or_throw.h"

#include <algorithm>

#include <fmt/format.h>

namespace emilia {

std::vector<Searcher> JobMeans::searchers() const {
    std::vector<Searcher> made;
    for (int i = 0; i < threads; ++i)
        made.emplace_back(1, hash_megabytes, *instruction_set, weights);
    return made;
}

void add_means_options(boost::program_options::options_description& described,
                       const std::string& what, int hash_megabytes) {
    namespace po = boost::program_options;
    const std::string threads =
        fmt::format("number of {} at the same time (default: all cores)", what);
    auto add = described.add_options();
    add("threads", po::value<int>()->value_name("N"), threads.c_str());
    add("hash", po::value<int>()->value_name("MB")->default_value(hash_megabytes),
        "memory for each thread's transposition table");
    add_weights_option(described);
    add_isa_option(described);
}

void add_search_options(boost::program_options::options_description& described,
                        const BookSearch& defaults) {
    namespace po = boost::program_options;
    auto add = described.add_options();
    add("depth", po::value<int>()->value_name("N")->default_value(defaults.depth),
        "depth of each search in plies");
    add("confidence",
        po::value<int>()->value_name("PERCENT")->default_value(percent(defaults.confidence)),
        "how sure each search is of what it prunes: 63, 81, 93, 99, or 100 without pruning");
}

BookSearch chosen_book_search(const ParsedOptions& options) {
    const auto wanted = in_range(options, "confidence", 0, 100);
    for (const Confidence confidence : {Confidence::low, Confidence::fair, Confidence::high,
                                        Confidence::very_high, Confidence::certain}) {
        if (percent(confidence) == wanted)
            return {.depth = in_range(options, "depth", 1, 40), .confidence = confidence};
    }
    throw UsageError(fmt::format("--confidence is 63, 81, 93, 99 or 100, not {}", wanted));
}

void add_doubt_option(boost::program_options::options_description& described, Depth plies) {
    described.add_options()(
        "doubt-plies", boost::program_options::value<int>()->value_name("N")->default_value(plies),
        "search up to N plies deeper where the best move's advantage is in doubt");
}

Depth chosen_doubt_plies(const ParsedOptions& options) {
    return in_range(options, "doubt-plies", 0, 20);
}

void add_deepen_option(boost::program_options::options_description& described) {
    described.add_options()(
        "deepen",
        boost::program_options::value<std::string>()->value_name("WHICH")->default_value("all"),
        "which positions to search again: 'all', or only those on which the moves that the book "
        "plays in games depend: 'played'");
}

Deepen chosen_deepen(const ParsedOptions& options) {
    const auto which = *options.get<std::string>("deepen");
    if (which == "all") return Deepen::all;
    if (which == "played") return Deepen::played;
    throw UsageError(fmt::format("--deepen is all or played, not '{}'", which));
}

JobMeans chosen_means(const ParsedOptions& options) {
    JobMeans means;
    means.threads = chosen_threads(options);
    means.hash_megabytes = chosen_hash_megabytes(options, means.threads);
    means.instruction_set = &chosen_instruction_set(options);
    means.weights = chosen_weights(options);
    return means;
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
