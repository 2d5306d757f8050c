#include "protocol/literature/branching.h"

#include "engine/classic/experiments/branching.h"
#include "protocol/game_files.h"
#include "protocol/options.h"

#include <iostream>
#include <string_view>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;
using namespace classic;

constexpr const char* usage =
    "emilia literature branching FILE...: how well Iago's ways to order moves serve alpha-beta:\n"
    "table 4.1 of Rosenbloom (1982), measured again on positions drawn from games, beside what "
    "was\n"
    "published. The files' kind is told by their contents.";
constexpr const char* examples = "Examples:\n"
                                 "  emilia literature branching WTH_1980.wtb\n"
                                 "  emilia literature branching WTH_1980.wtb --positions 30\n";

/// Rosenbloom 1982, table 4.1: by saved plies and ordering.
constexpr std::array<std::array<Spread, 4>, 3> published = {{
    {{{5.6, 1.3}, {5.4, 1.8}, {4.4, 0.8}, {4.2, 0.8}}},
    {{{5.5, 1.2}, {5.1, 1.6}, {4.5, 0.8}, {4.3, 0.9}}},
    {{{4.7, 0.9}, {4.4, 1.0}, {4.2, 0.7}, {4.1, 0.8}}},
}};
constexpr Spread published_minimal{3.9, 0.8};
constexpr double published_moves = 9.9;

std::vector<GamePositions> read_positions(const std::vector<std::string>& files) {
    std::vector<GamePositions> games;
    for (const std::string& file : files) {
        const GameFile read = read_games(file);
        for (const std::string& problem : read.problems) std::cerr << problem << '\n';
        for (const Game& game : read.games) {
            GamePositions positions;
            Board board = game.start().board;
            for (const PlayedMove& played : game.moves()) {
                if (played.move != Square::pass) positions.push_back(board);
                board = board.after(played.move);
            }
            games.push_back(std::move(positions));
        }
    }
    return games;
}

std::string text(const Spread& spread) {
    return fmt::format("{:.1f} ({:.1f})", spread.mean, spread.deviation);
}

std::string both(const Spread& ours, const Spread& theirs) {
    return text(ours) + " / " + text(theirs);
}

void print_row(std::string_view name, const std::array<std::string, 4>& cells) {
    std::cout << fmt::format("| {} | {} | {} | {} | {} |\n", name, cells[0], cells[1], cells[2],
                             cells[3]);
}

void print(const BranchingResult& result, double moves) {
    std::cout << fmt::format(
        "Branching factor of alpha-beta: mean (standard deviation) over {} positions, ours / "
        "published\n(6 positions); searched {} plies deep.\n\n",
        result.positions, text(result.depth));
    print_row("plies saved",
              {"move generation", "square value", "killers by move number", "killers by response"});
    print_row("---", {"---", "---", "---", "---"});
    for (std::size_t saved = 0; saved < saved_plies_compared.size(); ++saved) {
        std::array<std::string, 4> cells;
        for (std::size_t order = 0; order < cells.size(); ++order)
            cells[order] = both(result.factors[saved][order], published[saved][order]);
        print_row(fmt::format("{}", saved_plies_compared[saved]), cells);
    }
    std::cout << fmt::format("\nThe least for alpha-beta: {}.\n",
                             both(result.minimal, published_minimal));
    std::cout << fmt::format("Legal moves in the first 46 moves of Iago against itself: {:.1f} / "
                             "{:.1f}; in the trees above {}.\n",
                             moves, published_moves, text(result.raw));
}

} // namespace

ExitStatus run_literature_branching(const Arguments& arguments) {
    po::options_description described("Options");
    auto add = described.add_options();
    add("positions", po::value<int>()->default_value(2), "from each third of the first 45 moves");
    add("seed", po::value<std::uint64_t>()->default_value(1), "of the draw");
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    if (options.positional.empty())
        throw UsageError("literature branching needs a file of games to draw positions from");
    constexpr int most = 10'000;
    const int a_range = in_range(options, "positions", 1, most);
    const auto positions = draw_positions(read_positions(options.positional), a_range,
                                          options.values["seed"].as<std::uint64_t>());
    if (positions.empty()) {
        std::cerr << "there is no position in these files\n";
        return ExitStatus::failed;
    }
    print(measure_branching(positions), moves_in_own_game());
    return ExitStatus::ok;
}

} // namespace emilia
