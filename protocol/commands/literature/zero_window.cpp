// `emilia literature zero-window`: what zero windows save in the midgame search, beside what they
// saved Bill (Norvig 1992, section 18.13).

#include "engine/classic/evaluation.h"
#include "engine/classic/random_move.h"
#include "engine/notation/formats/problem_file.h"
#include "engine/play/searcher.h"
#include "protocol/commands/interrupt.h"
#include "protocol/commands/literature/literature.h"
#include "protocol/text/numbers.h"

#include <algorithm>
#include <ctime>
#include <iostream>
#include <stdexcept>

namespace emilia {
namespace {

namespace po = boost::program_options;

constexpr const char* usage =
    "emilia literature zero-window [FILE.obf]: searches the positions of a file, or twelve of its\n"
    "own, twice with alpha-beta: with zero windows behind the first move of a node, and with the\n"
    "whole window for every move. All else is the same: ordering, table (empty for each search),\n"
    "the window around the first move's guess at the root; nothing is cut off on trust. Bill's\n"
    "zero windows took 63 % of the time (Norvig 1992, section 18.13). One thread.";

constexpr const char* examples = "Examples:\n"
                                 "  emilia literature zero-window\n"
                                 "  emilia literature zero-window positions.obf --depth 12\n";

/// Of a search up to each depth; the first is one ply.
struct Costs {
    std::vector<Nodes> nodes;
    std::vector<double> seconds; ///< of the processor, so that what else runs counts less
    std::vector<Score> scores;   ///< of the last position

    explicit Costs(int depth)
        : nodes(static_cast<std::size_t>(depth)), seconds(nodes.size()), scores(nodes.size()) {}
};

/// The costs of both ways, over all positions.
struct Comparison {
    Costs zero;
    Costs whole;

    explicit Comparison(int depth) : zero(depth), whole(depth) {}
};

struct Stopped {};

/// A game that begins with random moves and goes on by a look two plies ahead, so far.
Board game_position(std::uint32_t number, int empties) {
    constexpr int random_moves = 8;
    RandomNumbers random(1, number);
    Searcher searcher(1, 1);
    SearchLimits look;
    look.depth = 2;
    Board board = Board::start();
    while (board.empties() > empties && !board.is_over()) {
        const bool at_random = classic::move_number(board) <= random_moves;
        board = board.after(at_random ? classic::random_move(board, random)
                                      : searcher.search(board, look).lines.front().move);
    }
    return board;
}

std::vector<Board> own_positions() {
    std::vector<Board> boards;
    std::uint32_t number = 0;
    for (const int empties : {44, 36, 28})
        for (int i = 0; i < 4; ++i) boards.push_back(game_position(number++, empties));
    return boards;
}

std::vector<Board> positions_of(const std::string& path) {
    const auto file = read_problems(path);
    if (!file) throw std::runtime_error(file.error());
    if (!file->bad_lines.empty()) throw std::runtime_error(file->bad_lines.front());
    std::vector<Board> boards;
    for (const NumberedProblem& problem : file->problems)
        boards.push_back(problem.problem.position.board);
    return boards;
}

void search(Searcher& searcher, const Board& board, int depth, bool zero_windows,
            const std::atomic<bool>& stop, Costs& sum) {
    searcher.forget();
    SearchLimits limits;
    limits.depth = depth;
    limits.confidence = Confidence::certain;
    limits.zero_windows = zero_windows;
    limits.stop = &stop;
    std::size_t iteration = 0;
    const std::clock_t begin = std::clock();
    const auto add = [&](const SearchResult& sofar) {
        sum.nodes[iteration] += sofar.nodes;
        sum.seconds[iteration] += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        sum.scores[iteration] = sofar.lines.front().score;
        ++iteration;
    };
    if (searcher.search(board, limits, {.iteration = add}).interrupted) throw Stopped();
}

Comparison compare(Searcher& searcher, const std::vector<Board>& boards, int depth,
                   const std::atomic<bool>& stop) {
    Comparison sums(depth);
    for (const Board& board : boards) {
        search(searcher, board, depth, true, stop, sums.zero);
        search(searcher, board, depth, false, stop, sums.whole);
        if (sums.zero.scores != sums.whole.scores)
            throw std::logic_error("the two searches found different scores");
    }
    return sums;
}

double median(std::vector<double> numbers) {
    std::sort(numbers.begin(), numbers.end());
    const std::size_t half = numbers.size() / 2;
    return numbers.size() % 2 == 1 ? numbers[half] : (numbers[half - 1] + numbers[half]) / 2;
}

void print(const std::vector<Comparison>& runs) {
    MarkdownTable table({"plies", "nodes with zero windows", "with whole windows", "ratio",
                         "seconds with zero windows", "with whole windows", "ratio"});
    const Comparison& first = runs.front();
    for (std::size_t i = 0; i < first.zero.nodes.size(); ++i) {
        const auto median_of = [&](auto number) {
            std::vector<double> numbers;
            for (const Comparison& run : runs) numbers.push_back(number(run));
            return fmt::format("{:.3f}", median(numbers));
        };
        const Nodes zero = first.zero.nodes[i];
        const Nodes whole = first.whole.nodes[i];
        table.add({fmt::format("{}", i + 1), with_commas(zero), with_commas(whole),
                   fmt::format("{:.3f}", static_cast<double>(zero) / static_cast<double>(whole)),
                   median_of([i](const Comparison& run) { return run.zero.seconds[i]; }),
                   median_of([i](const Comparison& run) { return run.whole.seconds[i]; }),
                   median_of([i](const Comparison& run) {
                       return run.zero.seconds[i] / run.whole.seconds[i];
                   })});
    }
    table.add({"Bill (published)", "", "", "", "", "", "0.63"});
    table.print();
}

} // namespace

ExitStatus run_literature_zero_window(const Arguments& arguments) {
    po::options_description described("Options");
    auto add = described.add_options();
    add("depth", po::value<int>()->value_name("N")->default_value(10),
        "plies of the deepest search");
    add("runs", po::value<int>()->value_name("N")->default_value(3),
        "times that everything is searched; the medians are shown");
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    if (options.positional.size() > 1) throw UsageError("zero-window takes one file");
    constexpr int greatest_depth = 27; // of its own positions none is near its end
    const int depth = in_range(options, "depth", 1, greatest_depth);
    const int runs = in_range(options, "runs", 1, 1000);
    const std::vector<Board> boards =
        options.positional.empty() ? own_positions() : positions_of(options.positional.front());
    for (const Board& board : boards) {
        if (board.is_over())
            throw std::runtime_error("there is a finished game among the positions");
        if (board.empties() <= depth) {
            throw std::runtime_error(
                fmt::format("a position with {} empty squares is too near its end for {} plies",
                            board.empties(), depth));
        }
    }

    const InterruptFlag interrupt;
    constexpr std::size_t hash_megabytes = 64;
    Searcher searcher(1, hash_megabytes);
    try {
        std::vector<Comparison> comparisons;
        for (int run = 0; run < runs; ++run)
            comparisons.push_back(compare(searcher, boards, depth, interrupt.flag()));
        std::cout << fmt::format("{} position{}\n\n", boards.size(), boards.size() == 1 ? "" : "s");
        print(comparisons);
    } catch (const Stopped&) {
        return ExitStatus::interrupted;
    }
    return ExitStatus::ok;
}

} // namespace emilia
