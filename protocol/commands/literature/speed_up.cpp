// `emilia literature speed-up`: what alpha-beta saves against minimax (Cuesta Sierra and Zamanillo
// Sáez 2022, section 1.2).

#include "engine/classic/experiments/speed_up.h"

#include "protocol/commands/interrupt.h"
#include "protocol/commands/literature/literature.h"
#include "protocol/options/book_options.h"
#include "protocol/text/numbers.h"

#include <iostream>

namespace emilia {
namespace {

namespace po = boost::program_options;

constexpr const char* usage =
    "emilia literature speed-up: what alpha-beta saves against minimax over whole games, as "
    "Cuesta\n"
    "Sierra and Zamanillo Sáez (2022, section 1.2) measured it in Python: times of minimax "
    "divided\n"
    "by those of alpha-beta, and the same of the positions that were evaluated. Both search 2, 3\n"
    "and 4 plies, by a constant, by random numbers and by a heuristic, and play the same games: "
    "one\n"
    "from the usual start, as theirs, the others behind four random moves. One thread.";

constexpr const char* examples = "Examples:\n"
                                 "  emilia literature speed-up\n"
                                 "  emilia literature speed-up --games 100 --seed 2\n";

void add_rows(MarkdownTable& table, const classic::SpeedUpHeuristic& heuristic,
              const classic::SpeedUpSettings& settings) {
    for (std::size_t i = 0; i < classic::speed_up_plies.size(); ++i) {
        const int plies = classic::speed_up_plies[i];
        const classic::SpeedUp found = classic::measure_speed_up(heuristic, plies, settings);
        table.add({fmt::format("{} ({})", heuristic.name, heuristic.section),
                   fmt::format("{}", plies), with_commas(found.minimax_evaluations),
                   with_commas(found.alpha_beta_evaluations),
                   fmt::format("{:.2f}", found.by_evaluations()),
                   fmt::format("{:.2f} ({:.2f})", found.by_time(), heuristic.published[i])});
    }
}

} // namespace

ExitStatus run_literature_speed_up(const Arguments& arguments) {
    po::options_description described("Options");
    auto add = described.add_options();
    add("games", po::value<int>()->value_name("N")->default_value(20),
        "games of each kind, as many as published");
    add("seed", po::value<std::int64_t>()->value_name("S")->default_value(1),
        "other random moves at the start of the games");
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    refuse_arguments(options);

    const InterruptFlag interrupt;
    constexpr int most_games = 100'000;
    const classic::SpeedUpSettings settings{.games = in_range(options, "games", 1, most_games),
                                            .seed = chosen_seed(options),
                                            .seconds = 0.5, // a short one says little of the time
                                            .stop = &interrupt.flag()};
    MarkdownTable table({"heuristic", "plies", "evaluated by minimax", "by alpha-beta", "ratio",
                         "ratio of times (published)"});
    try {
        for (const classic::SpeedUpHeuristic& heuristic : classic::speed_up_heuristics())
            add_rows(table, heuristic, settings);
    } catch (const classic::Interrupted&) {
        return ExitStatus::interrupted;
    }
    table.print();
    std::cout << "The ratio of times of the random heuristic at 2 plies is printed as 1.168; the "
                 "printed times,\n3.336 and 1.999 s, make it 1.669.\n";
    return ExitStatus::ok;
}

} // namespace emilia
