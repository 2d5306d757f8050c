#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/base/workers.h"
#include "engine/learn/game_labeller.h"
#include "engine/learn/position_file.h"
#include "engine/system/process.h"
#include "protocol/commands/command.h"
#include "protocol/commands/learning/position_output.h"
#include "protocol/commands/options/game_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/options.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/commands/options/part_option.h"
#include "protocol/commands/wthor_bases.h"
#include "protocol/reports/job_progress.h"
#include "protocol/reports/or_throw.h"

#include <algorithm>
#include <iostream>
#include <mutex>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;

constexpr const char* usage =
    "emilia label --wthor FILE-or-FOLDER... --output FILE: writes the positions of WTHOR's games\n"
    "with scores, for `emilia train`. Positions near the end are solved. One position of each "
    "game\n"
    "has its score under perfect play in the base. Every earlier position gets the score of the\n"
    "next one in the game that has one.\n"
    "Games that the output already holds are left out, so after Ctrl-C or a kill the same command\n"
    "continues.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia label --wthor WTH_2012.wtb --output 2012.pos\n"
    "  emilia label --wthor wthor/ --years 1977-2022 --output train.pos --threads 2\n";

/// The score under perfect play that the base gives.
KnownScore known_score(const NumberedGame& numbered) noexcept {
    return {.empties = numbered.depth,
            .black_discs = 2 * numbered.game.perfect_discs - square_count};
}

/// Labels games. Several threads may work on it; each game's positions are written at once.
class LabelJob {
public:
    LabelJob(std::vector<NumberedGame> games, PositionWriter& writer, int exact_at)
        : games_(std::move(games)), writer_(writer), exact_at_(exact_at) {}

    /// Labels games until none is left or `stop` becomes true. Throws std::runtime_error if the
    /// positions can't be written.
    void work(Searcher& searcher, const std::atomic<bool>& stop) {
        for (std::size_t at = next_++; at < games_.size() && !stop; at = next_++)
            label(games_[at], searcher, stop);
    }

    [[nodiscard]] std::size_t size() const noexcept { return games_.size(); }
    [[nodiscard]] std::size_t done() const noexcept { return done_; }

private:
    void label(const NumberedGame& numbered, Searcher& searcher, const std::atomic<bool>& stop) {
        const LabelSettings settings{.exact_at = exact_at_, .stop = &stop};
        const auto positions =
            label_game(numbered.game.moves, known_score(numbered), searcher, settings);
        if (!positions) return;
        const std::scoped_lock lock(mutex_);
        or_throw(writer_.append(numbered.number, *positions));
        ++done_;
    }

    const std::vector<NumberedGame> games_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::size_t> done_ = 0;
    std::mutex mutex_; ///< guards the writer
    PositionWriter& writer_;
    const int exact_at_;
};

/// Runs the job until it is done or interrupted.
void run(LabelJob& job, const EngineSettings& means, const InterruptFlag& interrupt) {
    std::vector<Searcher> searchers;
    const auto threads = static_cast<std::size_t>(means.threads);
    for (std::size_t i = 0; i < threads; ++i) {
        searchers.emplace_back(1, std::max<std::size_t>(1, means.hash_megabytes / threads),
                               *means.instruction_set, means.weights);
    }
    JobProgress progress(job.size(), "game");
    Workers workers(threads, [&](std::size_t number, const std::atomic<bool>& stop) {
        job.work(searchers[number], stop);
    });
    while (!workers.wait_for(std::chrono::milliseconds(100))) {
        if (interrupt.raised()) workers.stop();
        progress.show(job.done());
    }
}

po::options_description label_options() {
    po::options_description described("Options");
    auto add = described.add_options();
    add("wthor", po::value<std::vector<std::string>>()->multitoken()->value_name("PATH..."),
        "WTHOR bases (*.wtb), or folders of them");
    add("output", po::value<std::string>()->value_name("FILE"),
        "file of positions, created or continued");
    add("years", po::value<std::string>()->value_name("A-B"), "take only games of these years");
    add("exact-at", po::value<int>()->value_name("N")->default_value(16),
        "solve positions with at most N empty squares");
    add("games", po::value<int>()->value_name("N"), "stop after N games");
    add_part_option(described, "games");
    described.add(resource_options());
    return described;
}

struct LabelPlan {
    std::vector<std::string> paths;
    std::string output;
    std::optional<Years> years;
    Part part;
    std::optional<int> most_games;
    EngineSettings means;
};

/// Throws UsageError.
LabelPlan plan_of(const ParsedOptions& options) {
    if (!options.positional.empty()) {
        throw UsageError(fmt::format("label does not take '{}'; game bases come after --wthor",
                                     options.positional.front()));
    }
    const auto paths = options.get<std::vector<std::string>>("wthor");
    const auto output = output_path(options, "output");
    if (!paths) throw UsageError("label needs --wthor and a game base");
    if (!output) throw UsageError("label needs --output and a file");
    LabelPlan plan{.paths = input_paths(*paths),
                   .output = *output,
                   .years = std::nullopt,
                   .part = chosen_part(options),
                   .most_games = options.get<int>("games"),
                   .means = settings_with_weights(options)};
    if (options.has("years")) plan.years = chosen_years(options);
    if (plan.most_games && options.has("part"))
        throw UsageError("--games and --part exclude each other");
    if (plan.most_games && *plan.most_games < 1) {
        throw UsageError(fmt::format("--games is at least 1, not {}", *plan.most_games));
    }
    return plan;
}

/// Whether the output has the game's number. Throws std::runtime_error if another game has this
/// number there, as of another base of the same year.
bool is_done(const NumberedGame& game, const LabelPlan& plan, const PositionWriter& writer) {
    const auto found = writer.games().find(game.number);
    if (found == writer.games().end()) return false;
    const std::optional<Board>& last = found->second;
    const LabelSettings settings{.exact_at = *plan.means.exact_at};
    if (last ? passes_through(game.game.moves, *last)
             : !has_labels(game.game.moves, known_score(game), settings))
        return true;
    throw std::runtime_error(
        fmt::format("'{}' holds another game as number {}, from another base of the same year; "
                    "nothing was changed; use the same base or another --output",
                    plan.output, game.number));
}

/// Removes the games that the output already holds, and those beyond --games.
std::vector<NumberedGame> games_to_label(std::vector<NumberedGame> games, const LabelPlan& plan,
                                         const PositionWriter& writer) {
    const std::size_t all = games.size();
    std::erase_if(games, [&](const NumberedGame& game) { return is_done(game, plan, writer); });
    if (games.size() < all) {
        std::cout << fmt::format("there already: {} of {}\n", with_commas(all - games.size()),
                                 counted(all, "game"))
                  << std::flush;
    }
    if (plan.most_games) {
        games.resize(std::min(games.size(), static_cast<std::size_t>(*plan.most_games)));
    }
    return games;
}

} // namespace

ExitStatus run_label(const Arguments& arguments) {
    po::options_description described = label_options();
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    const LabelPlan plan = plan_of(options);
    Complaints complaints;
    std::vector<NumberedGame> games =
        games_of_bases(plan.paths, plan.years.value_or(Years{}), complaints);
    if (games.empty()) {
        throw std::runtime_error(
            fmt::format("the bases hold no game{}", plan.years ? " of these years" : ""));
    }
    plan.part.keep(games);
    // The labels depend on nothing else; weights and memory change only the time.
    const std::string settings = fmt::format("label --exact-at {}", *plan.means.exact_at);
    PositionWriter writer = open_positions(plan.output, settings);
    games = games_to_label(std::move(games), plan, writer);

    const InterruptFlag interrupt;
    const std::uint64_t before = writer.positions();
    const auto start = std::chrono::steady_clock::now();
    LabelJob job(std::move(games), writer, *plan.means.exact_at);
    run(job, plan.means, interrupt);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::cout << fmt::format("{}, {} in {:.1f} s; '{}' holds {}, {}\n", counted(job.done(), "game"),
                             counted(writer.positions() - before, "position"), seconds.count(),
                             printable(plan.output), counted(writer.games().size(), "game"),
                             counted(writer.positions(), "position"));
    if (interrupt.raised()) return ExitStatus::interrupted;
    return complaints.any() ? ExitStatus::failed : ExitStatus::ok;
}

} // namespace emilia
