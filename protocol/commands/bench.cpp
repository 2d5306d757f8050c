#include "engine/analysis/bench.h"

#include "engine/base/numbers.h"
#include "engine/notation/position.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/reports/message.h"

namespace emilia {

ExitStatus run_bench(const Arguments& arguments) {
    const InstructionSet* instruction_set = &best_instruction_set();
    CommandOptions options(
        "emilia bench: runs a fixed set of searches with one thread. Builds whose search\n"
        "behaves the same print the same last line; the speed depends on the machine.",
        "Example:\n  emilia bench\n");
    add_instruction_set(options, instruction_set);
    options.read_all(arguments, "bench takes no arguments");

    Searcher searcher(1, bench_hash_megabytes, *instruction_set, own_weights());
    Nodes nodes = 0;
    double seconds = 0;
    print("{:8} {:>7} {:>4} {:>7} {:>12} {:>8}\n", "search", "empties", "move", "score", "nodes",
          "seconds");
    for (const BenchSearch& search : bench_searches()) {
        searcher.forget();
        const SearchResult result = searcher.search(search.board, search.limits);
        const Line& best = result.lines.front();
        print("{:8} {:>7} {:>4} {:>+7.2f} {:>12} {:>8.3f}\n", search.kind, search.board.empties(),
              to_string(best.move), best.value.number(), with_commas(result.nodes), result.seconds);
        flush_output();
        nodes += result.nodes;
        seconds += result.seconds;
    }
    print("{:.3f} s, {} nodes/s\nNodes searched: {}\n", seconds,
          with_commas(per_second(nodes, seconds)), nodes);
    return ExitStatus::ok;
}

} // namespace emilia
