// `emilia literature ordering`: what a search of 6 plies costs with each move ordering (Norvig
// 1992, sections 18.9 and 18.11). `emilia literature speed-up`: how much faster alpha-beta is than
// minimax (Cuesta Sierra and Zamanillo Sáez 2022, section 1.2).

#include "engine/classic/experiments/search_cost.h"

#include "engine/base/numbers.h"
#include "engine/classic/norvig.h"
#include "protocol/commands/job.h"
#include "protocol/commands/literature/literature.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <iostream>
#include <numeric>

#include <fmt/format.h>

namespace emilia {
namespace {

using classic::Method;
using classic::SearchCost;

constexpr const char* ordering_usage =
    "emilia literature ordering: counts the boards and evaluations of searches 6 plies deep with\n"
    "several move orderings and measures their time. The figures are ratios to the natural order\n"
    "(a1 to h8, which the book calls random); Norvig's ratios (1992, sections 18.9 and 18.11) are "
    "in\n"
    "brackets.";

constexpr const char* ordering_examples = "Examples:\n"
                                          "  emilia literature ordering\n"
                                          "  emilia literature ordering --games 10 --plies 8\n";

struct Row {
    std::string_view order;
    Method method;
    std::string_view boards; ///< the published ratios
    std::string_view evaluations;
    std::string_view seconds;
};

// For killers the book only says that they save another 20 % of the static order's .63.
constexpr Row rows[] = {
    {"natural", Method::alpha_beta, "1.0", "1.0", "1.0"},
    {"sorted by evaluation", Method::sorted, ".81", "1.07", ".62"},
    {"static", Method::static_order, ".63", ".63", ".63"},
    {"static with killers", Method::killers, "≈ .50", "≈ .50", "≈ .50"},
};

/// A figure of one game.
using Measure = double (*)(const SearchCost& cost);
double boards(const SearchCost& cost) {
    return static_cast<double>(cost.counts.boards);
}
double evaluations(const SearchCost& cost) {
    return static_cast<double>(cost.counts.evaluations);
}
double seconds(const SearchCost& cost) {
    return cost.seconds;
}

using Costs = std::vector<SearchCost>; // one for each game

double sum(const Costs& costs, Measure measure) {
    return std::accumulate(
        costs.begin(), costs.end(), 0.0,
        [measure](double all, const SearchCost& one) { return all + measure(one); });
}

/// `0.35 (.63)`
std::string ratio_text(const Costs& own, const Costs& natural, Measure measure,
                       std::string_view published) {
    const std::string text = fmt::format("{:.2f}", sum(own, measure) / sum(natural, measure));
    return published.empty() ? text : fmt::format("{} ({})", text, published);
}

/// The range of the boards' ratio in 95 % of the single games: `0.24–0.50`.
std::string spread_text(const Costs& own, const Costs& natural) {
    std::vector<double> ratios;
    for (std::size_t game = 0; game < own.size(); ++game)
        ratios.push_back(boards(own[game]) / boards(natural[game]));
    std::sort(ratios.begin(), ratios.end());
    const std::size_t outside = ratios.size() / 40;
    return fmt::format("{:.2f}–{:.2f}", ratios[outside], ratios[ratios.size() - 1 - outside]);
}

void print_costs(std::string_view title, const classic::Evaluation& evaluation,
                 const classic::OrderingSettings& settings, bool has_published) {
    std::vector<Method> methods;
    for (const Row& row : rows) methods.push_back(row.method);
    const auto costs = classic::compare_orderings(evaluation, methods, settings);
    const Costs& natural = costs.front();
    const double searches = static_cast<double>(settings.games) * settings.moves;
    print("{}, {} plies, moves 1 to {} of {}; {} boards a move in natural order\n\n", title,
          settings.plies, settings.moves,
          counted(static_cast<std::uint64_t>(settings.games), "game"),
          with_commas(static_cast<std::uint64_t>(sum(natural, boards) / searches)));
    MarkdownTable table({"order", "boards", "in single games", "evaluations", "time"});
    for (std::size_t i = 0; i < costs.size(); ++i) {
        const auto published = [&](std::string_view figure) {
            return has_published ? figure : std::string_view();
        };
        table.add({std::string(rows[i].order),
                   ratio_text(costs[i], natural, boards, published(rows[i].boards)),
                   spread_text(costs[i], natural),
                   ratio_text(costs[i], natural, evaluations, published(rows[i].evaluations)),
                   ratio_text(costs[i], natural, seconds, published(rows[i].seconds))});
    }
    table.end();
    const auto change = [&](Measure measure) {
        const Costs& without = costs[costs.size() - 2];
        return 100 * (sum(costs.back(), measure) / sum(without, measure) - 1);
    };
    print("Killers change boards by {:+.0f} %, evaluations by {:+.0f} %, time by {:+.0f} %{}.\n"
          "\n",
          change(boards), change(evaluations), change(seconds),
          has_published ? " (published: about −20 %)" : "");
}

constexpr const char* speed_up_usage =
    "emilia literature speed-up: divides the time of minimax by the time of alpha-beta over whole\n"
    "games, and likewise the positions evaluated, as Cuesta Sierra and Zamanillo Sáez (2022, "
    "section\n"
    "1.2) did in Python. Both search 2, 3 and 4 plies with a constant, random numbers or a "
    "heuristic\n"
    "as evaluation, and play the same games. The first game starts from the usual position, like\n"
    "theirs, the others after four random moves. Uses one thread.";

constexpr const char* speed_up_examples = "Examples:\n"
                                          "  emilia literature speed-up\n"
                                          "  emilia literature speed-up --games 100 --seed 2\n";

void add_rows(MarkdownTable& table, const classic::SpeedUpHeuristic& heuristic,
              const classic::SpeedUpSettings& settings) {
    for (std::size_t i = 0; i < classic::speed_up_plies.size(); ++i) {
        const int plies = classic::speed_up_plies[i];
        const classic::SpeedUp found = classic::measure_speed_up(heuristic, plies, settings);
        table.add({fmt::format("{} ({})", heuristic.name, heuristic.section),
                   fmt::format("{}", plies), with_commas(found.minimax.counts.evaluations),
                   with_commas(found.alpha_beta.counts.evaluations),
                   fmt::format("{:.2f}", found.by_evaluations()),
                   fmt::format("{:.2f} ({:.2f})", found.by_time(), heuristic.published[i])});
    }
}

} // namespace

ExitStatus run_literature_ordering(const Arguments& arguments) {
    classic::OrderingSettings settings;
    CommandOptions options(ordering_usage, ordering_examples);
    options.number("games", "N", settings.games, {1, 100'000}, "the number of games");
    options.number("plies", "N", settings.plies, {1, 20}, "the depth of the searches");
    add_opening_seed(options, settings.seed);
    options.read_all(arguments, options_only);
    print_costs("Modified weighted squares", {classic::modified_weighted_squares}, settings, true);
    print_costs("Norvig's Iago", {classic::norvig_iago}, settings, false);
    return ExitStatus::ok;
}

ExitStatus run_literature_speed_up(const Arguments& arguments) {
    classic::SpeedUpSettings settings{.seconds = 0.5}; // shorter times are too inexact
    CommandOptions options(speed_up_usage, speed_up_examples);
    options.number("games", "N", settings.games, {1, 100'000},
                   "games for each evaluation and depth, 20 as published");
    add_opening_seed(options, settings.seed);
    options.read_all(arguments, options_only);
    const InterruptFlag interrupt;
    settings.stop = &interrupt.flag();
    MarkdownTable table({"heuristic", "plies", "evaluated by minimax", "by alpha-beta", "ratio",
                         "ratio of times (published)"});
    try {
        for (const classic::SpeedUpHeuristic& heuristic : classic::speed_up_heuristics())
            add_rows(table, heuristic, settings);
    } catch (const classic::Interrupted&) {
        return ExitStatus::interrupted;
    }
    table.end();
    std::cout << "Their text prints 1.168 as the ratio of times for random numbers at 2 plies; its "
                 "times,\n3.336 and 1.999 s, give 1.669.\n";
    return ExitStatus::ok;
}

} // namespace emilia
