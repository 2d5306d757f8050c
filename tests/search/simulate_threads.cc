// Searches the positions of a problem file as on machines of 1, 2, 4, … processors, whatever this
// machine has, and prints how much faster they are. See README.md of the tests.

#include "engine/isa/instruction_set.h"
#include "engine/notation/formats/obf.h"
#include "tests/search/virtual_processors.h"

#include <cstddef>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/program_options.hpp>
#include <fmt/format.h>

using namespace emilia;
using emilia::testing::VirtualProcessors;
namespace po = boost::program_options;

namespace {

struct Totals {
    Nodes time = 0; ///< that the first processor's clock shows
    Nodes nodes = 0;
    Nodes busy = 0; ///< of all processors
    int wrong = 0;
};

Totals simulate(const std::vector<Problem>& problems, std::size_t threads,
                std::size_t hash_megabytes, Depth depth, bool ahead, Nodes wake_cost) {
    Totals totals;
    TranspositionTable table(hash_megabytes);
    for (const Problem& problem : problems) {
        table.clear();
        VirtualProcessors processors(threads, wake_cost);
        SearchLimits limits;
        if (depth > 0 && ahead) {
            limits.enough = [depth](const SearchResult&, const Iteration& last, const Iteration&) {
                return last.depth >= depth;
            };
        } else if (depth > 0) {
            limits.depth = depth;
        } else {
            limits.exact_at = 60;
        }
        const SearchResult result = best_instruction_set().search(
            table, embedded_weights(), processors, problem.position.board, limits, {});
        totals.time += processors.clock(0);
        totals.busy += processors.total_work();
        totals.nodes += result.nodes;
        if (depth == 0 && result.lines.front().value.score().whole_discs() != problem.best_discs())
            ++totals.wrong;
    }
    return totals;
}

int run(int argc, char** argv) {
    po::options_description options("Options");
    std::string file;
    std::vector<std::size_t> threads;
    Depth depth = 0;
    std::size_t hash_megabytes = 0;
    Nodes wake_cost = 0;
    bool ahead = false;
    options.add_options()("file", po::value(&file)->required(),
                          "positions in OBF")("threads", po::value(&threads)->multitoken(),
                                              "numbers of threads, the first is the measure")(
        "depth", po::value(&depth)->default_value(0),
        "plies; 0: solve exactly")("hash", po::value(&hash_megabytes)->default_value(256),
                                   "megabytes")("wake", po::value(&wake_cost)->default_value(40),
                                                "nodes that a thread loses when it wakes")(
        "ahead", po::bool_switch(&ahead),
        "threads may search deeper than --depth meanwhile, as in a search by the clock");
    po::positional_options_description positions;
    positions.add("file", 1);
    po::variables_map map;
    po::store(po::command_line_parser(argc, argv).options(options).positional(positions).run(),
              map);
    po::notify(map);
    if (threads.empty()) threads = {1, 2, 4, 8, 16, 32, 64};

    std::ifstream lines(file);
    std::vector<Problem> problems;
    for (std::string line; std::getline(lines, line);) {
        if (is_obf_comment(line)) continue;
        const auto problem = parse_obf(line);
        if (!problem) throw std::runtime_error(fmt::format("'{}': no problem: {}", file, line));
        problems.push_back(*problem);
    }
    if (problems.empty()) throw std::runtime_error(fmt::format("no problems in '{}'", file));
    fmt::print("threads  speed-up  efficiency     nodes   of one  idle\n");
    Totals one;
    for (const std::size_t number : threads) {
        const Totals all = simulate(problems, number, hash_megabytes, depth, ahead, wake_cost);
        if (one.time == 0) one = all;
        const double speed_up = static_cast<double>(one.time) / static_cast<double>(all.time);
        const double processors_time = static_cast<double>(all.time) * static_cast<double>(number);
        fmt::print("{:7}  {:8.2f}  {:8.1f} % {:9.1f} M {:7.3f} {:4.1f} %", number, speed_up,
                   100 * speed_up / static_cast<double>(number),
                   static_cast<double>(all.nodes) / 1e6,
                   static_cast<double>(all.nodes) / static_cast<double>(one.nodes),
                   100 * (1 - static_cast<double>(all.busy) / processors_time));
        if (all.wrong > 0) fmt::print("  {} wrong", all.wrong);
        fmt::print("\n");
        std::cout.flush();
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
}
