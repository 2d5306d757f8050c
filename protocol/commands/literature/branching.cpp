// `emilia literature branching`: Iago's move orderings, and its games against itself (Rosenbloom
// 1982, section 4.2.1).

#include "engine/classic/experiments/branching.h"

#include "engine/base/numbers.h"
#include "engine/notation/formats/game_files.h"
#include "protocol/commands/job.h"
#include "protocol/commands/literature/literature.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

using namespace classic;

constexpr const char* usage =
    "emilia literature branching FILE...: measures the branching factor of alpha-beta with Iago's\n"
    "move orderings as in table 4.1 of Rosenbloom (1982), on six positions as published and then\n"
    "on more. It also reports figures of Iago's games against itself. The positions are drawn\n"
    "from game files of any format that Emilia reads.";
constexpr const char* examples = "Examples:\n"
                                 "  emilia literature branching WTH_1980.wtb\n"
                                 "  emilia literature branching WTH_1980.wtb --positions 100\n";

/// Rosenbloom 1982, table 4.1, indexed by saved plies and ordering.
constexpr std::array<std::array<Spread, 4>, 3> published = {{
    {{{5.6, 1.3}, {5.4, 1.8}, {4.4, 0.8}, {4.2, 0.8}}},
    {{{5.5, 1.2}, {5.1, 1.6}, {4.5, 0.8}, {4.3, 0.9}}},
    {{{4.7, 0.9}, {4.4, 1.0}, {4.2, 0.7}, {4.1, 0.8}}},
}};
constexpr Spread published_minimal{3.9, 0.8};

std::vector<GamePositions> read_positions(const std::vector<std::string>& files) {
    std::vector<GamePositions> games;
    Complaints complaints;
    for (const std::string& file : files) {
        const auto read = or_throw(read_games(file));
        for (const std::string& problem : read.problems) complaints.add(problem);
        for (const std::string& note : read.notes) print_message(note);
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
    complaints.finish();
    return games;
}

std::string text(const Spread& spread) {
    return fmt::format("{:.1f} ({:.1f})", spread.mean, spread.deviation);
}

std::string both(const Spread& ours, const Spread& theirs) {
    return text(ours) + " / " + text(theirs);
}

void print_table(const std::vector<Board>& positions) {
    const BranchingResult result = measure_branching(positions);
    print("Branching factor of alpha-beta, mean (standard deviation) over {}, ours / "
          "published; {} plies deep\n\n",
          counted(static_cast<std::uint64_t>(result.positions), "position"), text(result.depth));
    MarkdownTable table({"plies saved", "move generation", "square value", "killers by move number",
                         "killers by response"});
    for (std::size_t saved = 0; saved < saved_plies_compared.size(); ++saved) {
        std::vector<std::string> row = {fmt::format("{}", saved_plies_compared[saved])};
        for (std::size_t order = 0; order < orderings_compared.size(); ++order)
            row.push_back(both(result.factors[saved][order], published[saved][order]));
        table.add(row);
    }
    table.end();
    print("The minimum for alpha-beta: {}; without cut-offs: {}.\n\n",
          both(result.minimal, published_minimal), text(result.raw));
}

void print_own_games(int games, const OwnGames& own) {
    print("Iago against itself, {}\n\n", counted(static_cast<std::uint64_t>(games), "game"));
    MarkdownTable table({"", "ours", "published"});
    const auto row = [&table](const char* what, double ours, const char* published_figure) {
        table.add({what, fmt::format("{:.1f}", ours), published_figure});
    };
    row("legal moves, moves 1 to 46", own.legal_moves, "9.9");
    row("plies searched before the end game", own.depth, "6.3");
    table.add({"terminal nodes a move",
               with_commas(static_cast<std::uint64_t>(std::lround(own.terminal_nodes))), "10,000"});
    row("first search for win, draw or loss: at move", own.outcome_from, "about 46");
    row("first search for the difference of discs: at move", own.exact_from, "48");
    table.end();
}

struct BranchingSettings {
    std::vector<std::string> files;
    int positions = 30; ///< from each third of the first 45 moves
    int games = 100;    ///< of Iago against itself
    std::uint64_t seed = 1;
    int threads = all_cores();
};

BranchingSettings read_settings(const Arguments& arguments) {
    BranchingSettings settings;
    CommandOptions options(usage, examples);
    constexpr Bounds most{1, 10'000};
    options.number("positions", "N", settings.positions, most,
                   "positions from each third of the first 45 moves, for a second table");
    options.number("games", "N", settings.games, most, "games of Iago against itself");
    add_opening_seed(options, settings.seed,
                     "of the draw and of the random moves at the start of the games");
    add_threads(options, settings.threads, "threads for the games");
    settings.files = input_paths(options.read(arguments));
    check_usage(!settings.files.empty(),
                "literature branching needs a game file to draw positions from");
    return settings;
}

} // namespace

ExitStatus run_literature_branching(const Arguments& arguments) {
    const BranchingSettings settings = read_settings(arguments);
    const auto all = read_positions(settings.files);
    constexpr int published_per_range = 2;
    const auto few = draw_positions(all, published_per_range, settings.seed);
    if (few.empty())
        throw std::runtime_error("these files contain no position of the moves 1 to 45");
    print_table(few);
    if (settings.positions != published_per_range)
        print_table(draw_positions(all, settings.positions, settings.seed));
    print_own_games(1, play_own_games(1, settings.seed, 1));
    if (settings.games > 1) {
        print_own_games(settings.games,
                        play_own_games(settings.games, settings.seed, settings.threads));
    }
    return ExitStatus::ok;
}

} // namespace emilia
