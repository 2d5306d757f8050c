// `emilia literature round-robin` and `iago-match`: games between the strategies of chapter 18 of
// Norvig's "Paradigms of Artificial Intelligence Programming" (1992), sections 18.8 and 18.12.

#include "engine/base/numbers.h"
#include "engine/classic/series.h"
#include "protocol/commands/literature/literature.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/reports/message.h"

#include <cmath>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* round_robin_usage =
    "emilia literature round-robin: repeats the two tournaments of Norvig (1992, section 18.8) "
    "with\n"
    "more games. The two games of a pair start with the same ten random moves, with colours "
    "changed.\n"
    "The figures are games won out of ten with their 95 % error. The published figures are in\n"
    "brackets; they come from ten games each. A * marks figures that differ significantly.";

constexpr const char* iago_usage = "emilia literature iago-match: plays Norvig's Iago against "
                                   "modified-weighted-squares at 3 and 4\n"
                                   "plies (1992, section 18.12). The figures are games won out of "
                                   "ten with their 95 % error, and the\n"
                                   "published ones in brackets.";

constexpr const char* round_robin_examples = "Examples:\n"
                                             "  emilia literature round-robin\n"
                                             "  emilia literature round-robin --games 1000\n";
constexpr const char* iago_examples = "Examples:\n"
                                      "  emilia literature iago-match\n"
                                      "  emilia literature iago-match --games 1000\n";

classic::SeriesSettings read_settings(const Arguments& arguments, const char* usage,
                                      const char* examples) {
    classic::SeriesSettings settings{.threads = all_cores()};
    int games = 1000;
    CommandOptions options(usage, examples);
    options.number("games", "N", games, {2, 1'000'000},
                   "games for each pair of players, an even number");
    add_opening_seed(options, settings.seed);
    add_threads(options, settings.threads, "threads");
    options.read_all(arguments, options_only);
    check_usage(games % 2 == 0, "--games {} is odd, but each opening is played twice", games);
    settings.pairs = games / 2;
    return settings;
}

std::string games_text(const classic::SeriesSettings& settings) {
    return counted(static_cast<std::uint64_t>(2 * settings.pairs), "game");
}

constexpr double games_of_a_match = 10;

/// Whether the published result of ten games and our series may well come from the same chance of
/// winning.
bool is_likely(const classic::Series& series, double published) {
    const double pairs = static_cast<double>(series.differences.size()) / 2;
    // Even if all pairs ended alike, one more pair might not: the deviation can't be 0.
    const double deviation = std::max(series.pair_deviation(), 0.5 / std::sqrt(pairs + 1));
    const double variance = deviation * deviation * (1 / pairs + 2 / games_of_a_match);
    constexpr double likely = 1.96;
    return std::abs(published / games_of_a_match - series.score()) <= likely * std::sqrt(variance);
}

/// `3.1 ± 0.4 (3.0)`; the published result is that of the same player, in games won out of ten.
std::string result_text(const classic::Series& series, bool of_second, double published) {
    const double wins = games_of_a_match * (of_second ? 1 - series.score() : series.score());
    const double of_first = of_second ? games_of_a_match - published : published;
    return fmt::format("{:.1f} ± {:.1f} ({}{})", wins, games_of_a_match * series.error(), published,
                       is_likely(series, of_first) ? "" : " \\*");
}

struct Entry {
    classic::Contestant contestant;
    std::vector<double> wins; ///< published, out of ten; 0 against itself
};

/// Plays the tournament and prints its table. Returns all series: 1-2, 1-3, …, 2-3, …
std::vector<classic::Series> play_tournament(const std::vector<Entry>& entries,
                                             const classic::SeriesSettings& settings) {
    std::vector<classic::Contestant> contestants;
    std::vector<std::string> header = {"", "won out of ten"};
    for (const Entry& entry : entries) {
        contestants.push_back(entry.contestant);
        header.push_back(entry.contestant.name);
    }
    auto all = classic::round_robin(contestants, settings);
    const std::size_t size = entries.size();
    const auto series = [&](std::size_t i, std::size_t j) -> const classic::Series& {
        return all[i * size - i * (i + 1) / 2 + j - i - 1]; // i < j
    };
    MarkdownTable table(header);
    for (std::size_t i = 0; i < size; ++i) {
        double wins = 0;
        double published = 0;
        std::vector<std::string> cells;
        for (std::size_t j = 0; j < size; ++j) {
            if (i == j) {
                cells.emplace_back("–");
                continue;
            }
            const classic::Series& games = series(std::min(i, j), std::max(i, j));
            wins += i < j ? games.score() : 1 - games.score();
            published += entries[i].wins[j];
            cells.push_back(result_text(games, i > j, entries[i].wins[j]));
        }
        const auto others = static_cast<double>(size - 1);
        std::vector<std::string> row = {entries[i].contestant.name,
                                        fmt::format("**{:.1f}** ({:.1f})",
                                                    games_of_a_match * wins / others,
                                                    published / others)};
        row.insert(row.end(), cells.begin(), cells.end());
        table.add(row);
    }
    table.end();
    return all;
}

Entry entry(std::string_view player, int plies, std::vector<double> wins) {
    classic::PlayerSettings settings{.plies = plies};
    if (plies > 1) settings.method = classic::Method::alpha_beta;
    return {classic::contestant(player, settings), std::move(wins)};
}

} // namespace

ExitStatus run_literature_round_robin(const Arguments& arguments) {
    const auto settings = read_settings(arguments, round_robin_usage, round_robin_examples);
    print("1 ply, {} for each pair of players\n\n", games_text(settings));
    static_cast<void>(play_tournament({entry("maximize-difference", 1, {0, 3, 2.5, 0, 7}),
                                       entry("mobility", 1, {7, 0, 1.5, 5, 7}),
                                       entry("weighted-squares", 1, {7.5, 8.5, 0, 3, 9}),
                                       entry("modified-weighted-squares", 1, {10, 5, 7, 0, 9.5}),
                                       {classic::contestant("random"), {3, 3, 1, 0.5, 0}}},
                                      settings));
    print("4 plies, {} for each pair of players\n\n", games_text(settings));
    const auto series = play_tournament({entry("maximize-difference", 4, {0, 2, 0, 10}),
                                         entry("weighted-squares", 4, {8, 0, 5.5, 10}),
                                         entry("modified-weighted-squares", 4, {10, 4.5, 0, 10}),
                                         {classic::contestant("random"), {0, 0, 0, 0}}},
                                        settings);
    // The series 1-2, 1-3 and 2-3 are those between the players that search.
    const double white =
        (series[0].score_of_white() + series[1].score_of_white() + series[3].score_of_white()) / 3;
    print("White wins {:.0f} % between players that search 4 plies (published: "
          "23½ of 40 games, 59 %).\n\n",
          100 * white);
    return ExitStatus::ok;
}

ExitStatus run_literature_iago_match(const Arguments& arguments) {
    const auto settings = read_settings(arguments, iago_usage, iago_examples);
    MarkdownTable table({"plies", "games", "norvig-iago won out of ten"});
    struct Match {
        int plies;
        double published;
    };
    for (const auto& [plies, published] : {Match{3, 8}, Match{4, 9}}) {
        const classic::Series series = classic::play_series(
            classic::contestant("norvig-iago", {.plies = plies}),
            classic::contestant("modified-weighted-squares", {.plies = plies}), settings);
        table.add({fmt::format("{}", plies),
                   with_commas(static_cast<std::uint64_t>(2 * settings.pairs)),
                   result_text(series, false, published)});
    }
    table.end();
    return ExitStatus::ok;
}

} // namespace emilia
