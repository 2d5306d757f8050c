#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/learn/calibration.h"
#include "engine/learn/self_play.h"
#include "engine/system/paths.h"
#include "engine/system/process.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/learning/learning.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/selection_options.h"
#include "protocol/reports/message.h"
#include "protocol/reports/terminal.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <limits>
#include <mutex>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia selfplay --output FILE: plays games against itself and writes their positions with\n"
    "scores, for `emilia train`. After Ctrl-C the same command continues with the games that the\n"
    "file does not hold yet. A game depends only on its number, the weights and --seed, --depth,\n"
    "--exact-at, --searched and --hash; a file that was made with other settings is refused.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia selfplay --output games.pos --games 100000\n"
    "  emilia selfplay --output night.pos --seed 7 --depth 8 --for 28800\n"
    "  emilia selfplay --output deep.pos --seed 8 --depth 10 --searched\n"
    "  emilia selfplay --output third.pos --games 20000 --part 3/40\n";

constexpr std::uint64_t most_games = std::numeric_limits<std::uint32_t>::max();

struct SelfPlayCommandSettings {
    std::string output;
    std::uint64_t seed = 0;
    std::optional<std::uint64_t> games; ///< games that the file should hold, numbered from 0
    Part part;                          ///< of these games
    std::optional<double> seconds;      ///< limit of time
    SelfPlaySettings play;
    Resources resources{.hash_megabytes = 16};
};

SelfPlayCommandSettings read_settings(const Arguments& arguments) {
    SelfPlayCommandSettings settings;
    std::optional<std::string> output;
    CommandOptions options(usage, examples);
    options.output("output", "FILE", output, "file of positions, created or continued");
    options.number("games", "N", settings.games, {1, most_games},
                   "play until the file holds games 0 to N-1 (default: until Ctrl-C)");
    add_part(options, settings.part, "games");
    options.number("for", "SECONDS", settings.seconds, {0.001, 1e8}, "stop after SECONDS");
    options.number("seed", "S", settings.seed, seed_bounds,
                   "play other games with another seed; each needs its own file");
    options.number("depth", "N", settings.play.depth, depth_bounds,
                   "search N plies to choose a move");
    options.number("exact-at", "N", settings.play.exact_at, {8, 30},
                   "solve games from N empty squares on, half of them from N-1");
    options.flag("searched", settings.play.searched,
                 "also write the values of the searches that choose the moves, and of one other "
                 "move in each position");
    add_job_resources(options, settings.resources, "play N games at the same time");
    options.read_all(arguments, "selfplay does not know what to do with '{}'");
    check_usage(output.has_value(), "selfplay needs --output FILE");
    check_usage(settings.games || !options.given("part"), "--part needs --games");
    settings.output = *output;
    return settings;
}

/// Everything on which a game depends, apart from its number.
std::string text_of(const SelfPlayCommandSettings& settings, const Weights& weights) {
    return fmt::format("selfplay --seed {} --depth {} --exact-at {} --hash {}, weights {:08x}, "
                       "Emilia {}{}",
                       settings.seed, settings.play.depth, settings.play.exact_at,
                       settings.resources.hash_megabytes, weights_checksum(weights),
                       program_version(), settings.play.searched ? ", --searched" : "");
}

/// What this job has made so far.
struct Made {
    static constexpr std::array<int, 8> band_ends = {8, 12, 16, 20, 25, 30, 40, 60}; ///< empties
    using Band = std::array<std::uint64_t, 3>; ///< labels by source
    std::uint64_t games = 0;
    std::uint64_t positions = 0;
    std::array<Band, band_ends.size()> bands{};

    void add(const std::vector<LabelledPosition>& game) {
        ++games;
        positions += game.size();
        for (const LabelledPosition& position : game) {
            std::size_t band = 0;
            while (position.board.empties() > band_ends[band]) ++band;
            ++bands[band][static_cast<std::size_t>(position.source)];
        }
    }
};

/// Plays the games that the file does not hold. Several threads may work on it.
class SelfPlayJob {
public:
    SelfPlayJob(const SelfPlayCommandSettings& settings, PositionWriter& writer)
        : settings_(settings),
          writer_(writer),
          done_before_(writer.games()),
          end_(settings.part.end(settings.games.value_or(most_games))),
          next_(begin()) {}

    /// Plays games until none is left or `stop` becomes true; a game that is stopped is not
    /// written. Throws std::runtime_error if the positions can't be written.
    void work(Searcher& searcher, const std::atomic<bool>& stop) {
        while (!stop) {
            const std::optional<std::uint32_t> number = next_game();
            if (!number) return;
            const auto positions =
                self_play(settings_.seed, *number, settings_.play, searcher, &stop);
            if (!positions) return;
            const std::scoped_lock lock(mutex_);
            or_throw(writer_.append(*number, *positions));
            made_.add(*positions);
        }
    }

    [[nodiscard]] Made made() const {
        const std::scoped_lock lock(mutex_);
        return made_;
    }
    /// Games to play in all; none if only time or Ctrl-C ends the job.
    [[nodiscard]] std::optional<std::size_t> size() const {
        if (!settings_.games) return std::nullopt;
        const auto asked_for = [this](const auto& game) {
            return begin() <= game.first && game.first < end_;
        };
        const auto done = std::count_if(done_before_.begin(), done_before_.end(), asked_for);
        return end_ - begin() - static_cast<std::size_t>(done);
    }

private:
    [[nodiscard]] std::uint64_t begin() const {
        return settings_.part.begin(settings_.games.value_or(most_games));
    }

    std::optional<std::uint32_t> next_game() {
        const std::scoped_lock lock(mutex_);
        while (next_ < end_ && done_before_.contains(static_cast<std::uint32_t>(next_))) ++next_;
        if (next_ >= end_) return std::nullopt;
        return static_cast<std::uint32_t>(next_++);
    }

    const SelfPlayCommandSettings& settings_;
    mutable std::mutex mutex_; ///< guards what follows
    PositionWriter& writer_;
    const std::unordered_map<std::uint32_t, std::optional<Board>> done_before_;
    const std::uint64_t end_;
    std::uint64_t next_;
    Made made_;
};

void print_table(const Made& made, int least) {
    print("{:>8} {:>14} {:>14} {:>14}\n", "empties", "exact", "later", "searched");
    for (std::size_t i = 0; i < made.bands.size(); ++i) {
        const auto& [exact, later, searched] = made.bands[i];
        print("{:>8} {:>14} {:>14} {:>14}\n", fmt::format("{}-{}", least, Made::band_ends[i]),
              with_commas(exact), with_commas(later), with_commas(searched));
        least = Made::band_ends[i] + 1;
    }
}

void print_summary(const SelfPlayCommandSettings& settings, const Made& made,
                   const PositionWriter& writer, double seconds) {
    if (made.games == 0) {
        std::cout << "no new games\n";
    } else {
        print_table(made, settings.play.least_empties);
        print("{}, {} in {:.1f} s: {:.2f} games/s, {} positions/s\n", counted(made.games, "game"),
              counted(made.positions, "position"), seconds,
              static_cast<double>(made.games) / seconds,
              with_commas(per_second(made.positions, seconds)));
    }
    print("'{}' holds {}, {}\n", printable(settings.output), counted(writer.games().size(), "game"),
          counted(writer.positions(), "position"));
}

} // namespace

ExitStatus run_selfplay(const Arguments& arguments) {
    const SelfPlayCommandSettings settings = read_settings(arguments);
    const Weights weights = settings.resources.weights();
    PositionWriter writer = open_positions(settings.output, text_of(settings, weights));
    const Stopwatch watch;
    const InterruptFlag interrupt;
    SelfPlayJob job(settings, writer);
    const auto summarize = [&] { print_summary(settings, job.made(), writer, watch.seconds()); };
    try {
        std::vector<Searcher> searchers;
        for (int i = 0; i < settings.resources.threads; ++i) {
            searchers.emplace_back(1, settings.resources.hash_megabytes,
                                   *settings.resources.instruction_set, weights);
        }
        JobProgress progress(job.size(), "game", settings.seconds);
        const auto work = [&job](Searcher& searcher, const std::atomic<bool>& stop) {
            job.work(searcher, stop);
        };
        work_with(searchers, interrupt, work, [&] {
            progress.show(job.made().games);
            return !settings.seconds || watch.seconds() < *settings.seconds;
        });
    } catch (const std::exception&) {
        // The games that were written count, whatever went wrong later, unless the file is gone.
        std::error_code ignored;
        if (std::filesystem::exists(to_path(settings.output), ignored)) summarize();
        throw;
    }
    summarize();
    return interrupt.raised() ? ExitStatus::interrupted : ExitStatus::ok;
}

} // namespace emilia
