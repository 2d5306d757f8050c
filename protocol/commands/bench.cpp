#include "engine/analysis/bench.h"

#include "engine/base/numbers.h"
#include "engine/notation/position.h"
#include "protocol/commands/command.h"
#include "protocol/commands/lost_output.h"
#include "protocol/commands/options/options.h"

#include <iostream>

#include <fmt/format.h>

namespace emilia {

ExitStatus run_bench(const Arguments& arguments) {
    boost::program_options::options_description described("Options");
    add_isa_option(described);
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(
            "emilia bench: runs a fixed set of searches with one thread. The last line is equal\n"
            "for all builds whose search behaves equally; the speed depends on the machine.",
            described, "Example:\n  emilia bench\n");
        return ExitStatus::ok;
    }
    if (!options.positional.empty()) throw UsageError("bench takes no arguments");

    Searcher searcher(1, bench_hash_megabytes, chosen_instruction_set(options), own_weights());
    Nodes nodes = 0;
    double seconds = 0;
    const EndsWithItsOutput ends_with_its_output;
    std::cout << fmt::format("{:8} {:>7} {:>4} {:>7} {:>12} {:>8}\n", "search", "empties", "move",
                             "score", "nodes", "seconds");
    for (const BenchSearch& search : bench_searches()) {
        searcher.forget();
        const SearchResult result = searcher.search(search.board, search.limits);
        const Line& best = result.lines.front();
        std::cout << fmt::format("{:8} {:>7} {:>4} {:>+7.2f} {:>12} {:>8.3f}\n", search.kind,
                                 search.board.empties(), to_string(best.move), best.value.number(),
                                 with_commas(result.nodes), result.seconds)
                  << std::flush;
        nodes += result.nodes;
        seconds += result.seconds;
    }
    std::cout << fmt::format("{:.3f} s, {} nodes/s\nNodes searched: {}\n", seconds,
                             with_commas(per_second(nodes, seconds)), nodes);
    return ExitStatus::ok;
}

} // namespace emilia
