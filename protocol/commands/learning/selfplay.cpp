#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/base/workers.h"
#include "engine/learn/calibration.h"
#include "engine/learn/position_file.h"
#include "engine/learn/self_play.h"
#include "engine/system/paths.h"
#include "engine/system/process.h"
#include "protocol/commands/command.h"
#include "protocol/commands/learning/position_output.h"
#include "protocol/commands/options/options.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/commands/options/part_option.h"
#include "protocol/reports/job_progress.h"
#include "protocol/reports/or_throw.h"
#include "protocol/reports/version.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <limits>
#include <mutex>

#include <fmt/format.h>

namespace emilia {
namespace {

using Clock = std::chrono::steady_clock;

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

constexpr std::int64_t most_games = std::numeric_limits<std::uint32_t>::max();

struct Job {
    std::string output;
    std::uint64_t seed = 0;
    std::optional<std::uint64_t> games; ///< games that the file should hold, numbered from 0
    Part part;                          ///< of these games
    std::optional<double> seconds;      ///< limit of time
    SelfPlaySettings settings;
    int threads = 1;
    std::size_t hash_megabytes = 0;
    const InstructionSet* instruction_set = nullptr;
    std::optional<Weights> weights; ///< chosen_job always sets them
};

/// Everything on which a game depends, apart from its number.
std::string settings_of(const Job& job) {
    return fmt::format("selfplay --seed {} --depth {} --exact-at {} --hash {}, weights {:08x}, "
                       "Emilia {}{}",
                       job.seed, job.settings.depth, job.settings.exact_at, job.hash_megabytes,
                       weights_checksum(*job.weights), program_version(),
                       job.settings.searched ? ", --searched" : "");
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
    SelfPlayJob(const Job& job, PositionWriter& writer)
        : job_(job),
          writer_(writer),
          done_before_(writer.games()),
          end_(job.part.end(job.games.value_or(most_games))),
          next_(begin()) {}

    /// Plays games until none is left or `stop` becomes true; a game that is stopped is not
    /// written. Throws std::runtime_error if the positions can't be written.
    void work(Searcher& searcher, const std::atomic<bool>& stop) {
        while (!stop) {
            const std::optional<std::uint32_t> number = next_game();
            if (!number) return;
            const auto positions = self_play(job_.seed, *number, job_.settings, searcher, &stop);
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
        if (!job_.games) return std::nullopt;
        const auto asked_for = [this](const auto& game) {
            return begin() <= game.first && game.first < end_;
        };
        const auto done = std::count_if(done_before_.begin(), done_before_.end(), asked_for);
        return end_ - begin() - static_cast<std::size_t>(done);
    }

private:
    [[nodiscard]] std::uint64_t begin() const {
        return job_.part.begin(job_.games.value_or(most_games));
    }

    std::optional<std::uint32_t> next_game() {
        const std::scoped_lock lock(mutex_);
        while (next_ < end_ && done_before_.contains(static_cast<std::uint32_t>(next_))) ++next_;
        if (next_ >= end_) return std::nullopt;
        return static_cast<std::uint32_t>(next_++);
    }

    const Job& job_;
    mutable std::mutex mutex_; ///< guards what follows
    PositionWriter& writer_;
    const std::unordered_map<std::uint32_t, std::optional<Board>> done_before_;
    const std::uint64_t end_;
    std::uint64_t next_;
    Made made_;
};

Job chosen_job(const ParsedOptions& options) {
    if (!options.positional.empty()) {
        throw UsageError(
            fmt::format("selfplay does not know what to do with '{}'", options.positional.front()));
    }
    if (!options.has("output")) throw UsageError("selfplay needs --output FILE");
    Job job;
    job.output = *output_path(options, "output");
    // The type is signed because the conversion would turn -1 into the largest unsigned number.
    constexpr auto largest = std::numeric_limits<std::int64_t>::max();
    job.seed = static_cast<std::uint64_t>(in_range<std::int64_t>(options, "seed", 0, largest));
    if (const auto games = optional_in_range<std::int64_t>(options, "games", 1, most_games)) {
        job.games = static_cast<std::uint64_t>(*games);
    }
    job.part = chosen_part(options);
    if (options.has("part") && !job.games) throw UsageError("--part needs --games");
    job.seconds = optional_in_range(options, "for", 0.001, 1e8);
    job.settings.depth = in_range(options, "depth", 1, 60);
    job.settings.exact_at = in_range(options, "exact-at", 8, 30);
    job.settings.searched = options.has("searched");
    job.threads = chosen_threads(options);
    job.hash_megabytes = chosen_hash_megabytes(options, job.threads);
    job.instruction_set = &chosen_instruction_set(options);
    job.weights = chosen_weights(options);
    return job;
}

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void print_table(const Job& job, const Made& made) {
    std::cout << fmt::format("{:>8} {:>14} {:>14} {:>14}\n", "empties", "exact", "later",
                             "searched");
    int least = job.settings.least_empties;
    for (std::size_t i = 0; i < made.bands.size(); ++i) {
        const auto& [exact, later, searched] = made.bands[i];
        std::cout << fmt::format("{:>8} {:>14} {:>14} {:>14}\n",
                                 fmt::format("{}-{}", least, Made::band_ends[i]),
                                 with_commas(exact), with_commas(later), with_commas(searched));
        least = Made::band_ends[i] + 1;
    }
}

void print_summary(const Job& job, const Made& made, const PositionWriter& writer, double seconds) {
    if (made.games == 0) {
        std::cout << "no new games\n";
    } else {
        print_table(job, made);
        std::cout << fmt::format("{}, {} in {:.1f} s: {:.2f} games/s, {} positions/s\n",
                                 counted(made.games, "game"), counted(made.positions, "position"),
                                 seconds, static_cast<double>(made.games) / seconds,
                                 with_commas(per_second(made.positions, seconds)));
    }
    std::cout << fmt::format("'{}' holds {}, {}\n", printable(job.output),
                             counted(writer.games().size(), "game"),
                             counted(writer.positions(), "position"));
}

/// Plays until the games are done, the time is up or the job is interrupted.
void play(const Job& job, SelfPlayJob& games, const Clock::time_point start,
          const InterruptFlag& interrupt) {
    std::vector<Searcher> searchers;
    for (int i = 0; i < job.threads; ++i)
        searchers.emplace_back(1, job.hash_megabytes, *job.instruction_set, job.weights);
    JobProgress progress(games.size(), "game", job.seconds);
    Workers workers(searchers.size(), [&](std::size_t number, const std::atomic<bool>& stop) {
        games.work(searchers[number], stop);
    });
    while (!workers.wait_for(std::chrono::milliseconds(100))) {
        if (interrupt.raised() || (job.seconds && seconds_since(start) >= *job.seconds))
            workers.stop();
        progress.show(games.made().games);
    }
}

ExitStatus run(const Job& job, PositionWriter& writer) {
    const Clock::time_point start = Clock::now();
    const InterruptFlag interrupt;
    SelfPlayJob games(job, writer);
    const auto summarize = [&] { print_summary(job, games.made(), writer, seconds_since(start)); };
    try {
        play(job, games, start, interrupt);
    } catch (const std::exception&) {
        // The games that were written count, whatever went wrong later, unless the file is gone.
        std::error_code ignored;
        if (std::filesystem::exists(to_path(job.output), ignored)) summarize();
        throw;
    }
    summarize();
    return interrupt.raised() ? ExitStatus::interrupted : ExitStatus::ok;
}

} // namespace

ExitStatus run_selfplay(const Arguments& arguments) {
    namespace po = boost::program_options;
    const SelfPlaySettings defaults;
    po::options_description described("Options");
    auto add = described.add_options();
    add("output", po::value<std::string>()->value_name("FILE"),
        "file of positions, created or continued");
    add("games", po::value<std::int64_t>()->value_name("N"),
        "play until the file holds games 0 to N-1 (default: until Ctrl-C)");
    add_part_option(described, "games");
    add("for", po::value<double>()->value_name("SECONDS"), "stop after SECONDS");
    add("seed", po::value<std::int64_t>()->value_name("S")->default_value(0),
        "play other games with another seed; each needs its own file");
    add("depth", po::value<int>()->value_name("N")->default_value(defaults.depth),
        "search N plies to choose a move");
    add("exact-at", po::value<int>()->value_name("N")->default_value(defaults.exact_at),
        "solve games from N empty squares on, half of them from N-1");
    add("searched", "also write the values of the searches that choose the moves, and of one other "
                    "move in each position");
    add("threads", po::value<int>()->value_name("N"),
        "play N games at the same time (default: all cores)");
    add("hash", po::value<int>()->value_name("MB")->default_value(16),
        "memory of each thread's transposition table");
    add_weights_option(described);
    add_isa_option(described);
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    const Job job = chosen_job(options);
    PositionWriter writer = open_positions(job.output, settings_of(job));
    return run(job, writer);
}

} // namespace emilia
