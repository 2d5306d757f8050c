#include "engine/base/numbers.h"
#include "engine/notation/move_list.h"
#include "engine/notation/square_text.h"
#include "engine/play/searcher.h"
#include "protocol/commands/command.h"
#include "protocol/commands/lost_output.h"
#include "protocol/options/options.h"

#include <array>
#include <iostream>

#include <fmt/format.h>

namespace emilia {
namespace {

// The games of Cerf and Mimura in the world championship of 1980 (from the WTHOR base).
constexpr std::array<std::string_view, 3> games = {
    "f5d6c5f4e3d3e6g5c6f3d2c4c3e7f7c7f6d7c8b5g6g4e2f2b6f8h4h3h6g3h5b4h2b3f1c1a5e1d1g1",
    "f5d6c5f4e3d3e6g5c6f3g4f6c4c3d2c2f2e2g3e7h6f1b3h3h4d7d1e1c1b1c7b4a4a5a6b6b5d8h2a2",
    "f5f6e6f4e3c5c4d3f3e2d2e7g4g5f7g3h6b4b5f2c3d6c6h5d7a6a3a4b3c7h4h3c2d8h2g6e8c8d1f1",
};

struct Test {
    int moves; ///< played before the search
    const char* kind;
    SearchLimits limits;
};

std::vector<Test> tests() {
    const auto midgame = [](Depth depth) {
        SearchLimits limits;
        limits.depth = depth;
        return limits;
    };
    SearchLimits outcome = midgame(10);
    outcome.wld_at = 60;
    SearchLimits exact = midgame(10);
    exact.exact_at = 60;
    return {{6, "midgame", midgame(9)},
            {16, "midgame", midgame(9)},
            {26, "midgame", midgame(9)},
            {40, "outcome", outcome},
            {40, "exact", exact}};
}

Position position_after(std::string_view moves, int number) {
    // Each move has two characters; these games have no pass this early.
    const auto game = parse_moves(moves.substr(0, 2 * static_cast<std::size_t>(number)));
    if (!game) throw std::logic_error("bench: " + game.error().message);
    return game->position();
}

} // namespace

ExitStatus run_bench(const Arguments& arguments) {
    boost::program_options::options_description described("Options");
    add_variant_option(described);
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(
            "emilia bench: runs a fixed set of searches with one thread. The last line is equal\n"
            "for all builds whose search behaves equally; the speed depends on the machine.",
            described, "Example:\n  emilia bench\n");
        return ExitStatus::ok;
    }
    if (!options.positional.empty()) throw UsageError("bench takes no arguments");

    constexpr std::size_t hash_megabytes = 64;
    Searcher searcher(1, hash_megabytes, *chosen_variant(options).variant, own_weights());
    Nodes nodes = 0;
    double seconds = 0;
    const EndsWithItsOutput ends_with_its_output;
    std::cout << fmt::format("{:8} {:>7} {:>4} {:>7} {:>12} {:>8}\n", "search", "empties", "move",
                             "score", "nodes", "seconds");
    for (const Test& test : tests()) {
        for (const std::string_view game : games) {
            const Board board = position_after(game, test.moves).board;
            searcher.forget();
            const SearchResult result = searcher.search(board, test.limits);
            const Line& best = result.lines.front();
            std::cout << fmt::format("{:8} {:>7} {:>4} {:>+7.2f} {:>12} {:>8.3f}\n", test.kind,
                                     board.empties(), to_string(best.move), best.score.discs(),
                                     with_commas(result.nodes), result.seconds)
                      << std::flush;
            nodes += result.nodes;
            seconds += result.seconds;
        }
    }
    std::cout << fmt::format("{:.3f} s, {} nodes/s\nNodes searched: {}\n", seconds,
                             with_commas(per_second(nodes, seconds)), nodes);
    return ExitStatus::ok;
}

} // namespace emilia
