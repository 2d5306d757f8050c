#include "book/book_file.h"
#include "book/growth/builder.h"
#include "book/openings.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/workers.h"
#include "engine/system/process.h"
#include "protocol/commands/book/book_jobs.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/game_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/commands/save_pace.h"
#include "protocol/commands/wthor_bases.h"
#include "protocol/reports/job_progress.h"
#include "protocol/reports/message.h"
#include "protocol/reports/or_throw.h"

#include <algorithm>
#include <iostream>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;
using Clock = std::chrono::steady_clock;

constexpr Depth usual_doubt_plies = 2;

constexpr const char* usage =
    "emilia book build --book FILE: grows a book by drop-out expansion. Each step extends the\n"
    "cheapest line that leaves the book by one move; a move costs one ply, and each disc that it\n"
    "loses costs two more. With --wthor, the positions that many games passed through are added\n"
    "first. A greater --depth than before, or the same with a greater --confidence, also searches\n"
    "the positions of the book again; with --deepen played only those on which the moves depend\n"
    "that the book plays in games, a small part. Where the best move's advantage is smaller than\n"
    "the doubt of the two best values (see 'book probe'), the less certain of their lines is\n"
    "searched again, two plies deeper each time, until the choice is clear or --doubt-plies is\n"
    "reached.\n"
    "The book does not say which weights it was made with: other --weights need another FILE.\n"
    "It counts one set of games: --wthor has to name all bases at once, with the same --years.\n"
    "The whole file is replaced every few seconds; after Ctrl-C or a kill the same command\n"
    "continues.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia book build --book my.book --positions 20000\n"
    "  emilia book build --book my.book --wthor wthor/ --depth 18 --for 3600\n"
    "  emilia book build --book my.book --depth 26 --confidence 93 --deepen played\n";

po::options_description build_options() {
    const BuildSettings defaults;
    po::options_description described("Options");
    auto add = described.add_options();
    add("book", po::value<std::string>()->value_name("FILE"), "the book to create or to continue");
    add("positions",
        po::value<std::int64_t>()->value_name("N")->default_value(
            static_cast<std::int64_t>(defaults.positions)),
        "stop when the book has N positions");
    add("for", po::value<double>()->value_name("SECONDS"), "stop after this time");
    add_search_options(described, defaults.search);
    add_doubt_option(described, usual_doubt_plies);
    add_deepen_option(described);
    add("wthor", po::value<std::vector<std::string>>()->multitoken()->value_name("PATH..."),
        "WTHOR bases (*.wtb), or folders of them, whose positions are added first");
    add("years", po::value<std::string>()->value_name("A-B"), "use only games of these years");
    add("played", po::value<std::int64_t>()->value_name("N")->default_value(50),
        "add only positions that at least N of these games passed through");
    add("save-every", po::value<double>()->value_name("SECONDS")->default_value(5),
        "interval between saves; longer if saving takes long");
    add_means_options(described, "positions searched", 64);
    return described;
}

struct Job {
    std::string path;
    BuildSettings settings;
    std::optional<double> seconds;
    double seconds_between_saves = 0;
    std::vector<Seed> seeds;
    JobMeans means;
    Complaints complaints;
};

std::vector<Seed> chosen_seeds(const ParsedOptions& options, int least_empties,
                               Complaints& complaints) {
    const auto paths = options.get<std::vector<std::string>>("wthor");
    const Years years = options.has("years") ? chosen_years(options) : Years{};
    const auto least = in_range<std::int64_t>(options, "played", 1, 1'000'000'000);
    if (!paths) {
        for (const char* option : {"years", "played"}) {
            if (options.has(option) && !options.values[option].defaulted())
                throw UsageError(fmt::format("--{} needs --wthor and a game base", option));
        }
        return {};
    }
    const auto numbered = games_of_bases(input_paths(*paths), years, complaints);
    if (numbered.empty()) {
        throw std::runtime_error(
            fmt::format("the bases hold no game{}", options.has("years") ? " of these years" : ""));
    }
    std::vector<const WthorGame*> games;
    for (const NumberedGame& game : numbered) games.push_back(&game.game);
    return popular_positions(games, static_cast<std::uint64_t>(least), least_empties);
}

Job chosen_job(const ParsedOptions& options) {
    if (!options.positional.empty()) {
        throw UsageError(
            fmt::format("book build takes no argument '{}'", options.positional.front()));
    }
    if (!options.has("book")) throw UsageError("book build needs --book FILE");
    Job job;
    job.path = *output_path(options, "book");
    job.settings.positions =
        static_cast<std::size_t>(in_range<std::int64_t>(options, "positions", 1, 100'000'000));
    job.settings.search = chosen_book_search(options);
    job.settings.doubt_plies = chosen_doubt_plies(options);
    job.settings.deepen = chosen_deepen(options);
    job.seconds = optional_in_range(options, "for", 0.001, 1e8);
    job.seconds_between_saves = in_range(options, "save-every", 0.001, 1e6);
    job.means = chosen_means(options);
    job.seeds = chosen_seeds(options, job.settings.least_empties, job.complaints);
    return job;
}

/// Notes game counts that do not come from the bases of this job. They are not added up, because a
/// job that continues finds its own counts in the book.
void note_other_counts(const Job& job, const Book& book) {
    const bool has_others =
        std::any_of(job.seeds.begin(), job.seeds.end(), [&book](const Seed& seed) {
            const BookPosition* const known = book.find_canonical(seed.board);
            return known != nullptr && known->games.total() > 0 && known->games != seed.games;
        });
    if (!has_others) return;
    print_message(fmt::format("'{}' counts other games than these bases hold; a position keeps the "
                              "greater number of each result; to add up the games of several "
                              "bases, build a new book with all of them at once",
                              job.path));
}

/// Shows the positions and the time that they will take, and when none is left the searches of
/// doubtful choices, whose end nobody knows.
class BuildProgress {
public:
    BuildProgress(const BuildExtent& extent, std::optional<double> seconds)
        : seconds_(seconds), positions_(extent.left, "position", seconds) {}

    void show(const BuildExtent& extent, const BuildState& now) {
        if (extent.left > 0 && !doubtful_) {
            positions_.expect(extent.done + extent.left);
            return positions_.show(extent.done);
        }
        if (!doubtful_) {
            positions_.clear();
            const std::chrono::duration<double> elapsed = Clock::now() - start_;
            if (seconds_) *seconds_ -= elapsed.count();
            doubtful_.emplace(std::nullopt, "doubtful line", seconds_);
            doubted_before_ = now.doubted;
        }
        doubtful_->show(now.doubted - doubted_before_);
    }
    void clear() {
        positions_.clear();
        if (doubtful_) doubtful_->clear();
    }

private:
    const Clock::time_point start_ = Clock::now();
    std::optional<double> seconds_; ///< limit of the job's time
    JobProgress positions_;
    std::optional<JobProgress> doubtful_;
    std::size_t doubted_before_ = 0;
};

ExitStatus run(const Job& job, Book book) {
    const Clock::time_point start = Clock::now();
    const auto elapsed = [start] {
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    const std::size_t before = book.size();
    Builder builder(std::move(book), job.settings, job.seeds);
    std::vector<Searcher> searchers = job.means.searchers();
    const InterruptFlag interrupt;
    const BuildState first = builder.state();
    const std::size_t target = std::max(job.settings.positions, before + first.seeds_left);
    std::size_t from_others = 0;
    const auto save = [&] { from_others += save_book(job.path, builder); };
    BuildProgress progress(extent_of(first, first, target, 0), job.seconds);
    SavePace pace(job.seconds_between_saves);
    {
        Workers workers(searchers.size(), [&](std::size_t number, const std::atomic<bool>& stop) {
            builder.work(search_with(searchers[number]), stop);
        });
        while (!workers.wait_for(std::chrono::milliseconds(20))) {
            if (interrupt.raised() || elapsed() >= job.seconds.value_or(1e9)) workers.stop();
            const BuildState now = builder.state();
            progress.show(extent_of(first, now, target, from_others), now);
            if (pace.due() && !workers.stopped()) pace.save(save);
        }
    }
    progress.clear();
    save();
    const BuildState state = builder.state();
    std::cout << fmt::format("{}, {} of them new, {} in {:.1f} s; the start is worth {:+.2f}\n",
                             counted(state.positions, "position"),
                             with_commas(state.positions - before - from_others),
                             counted(state.searches, "search"), elapsed(), state.start.discs());
    if (state.searched_again > 0) {
        std::cout << fmt::format("{} searched again\n", counted(state.searched_again, "position"));
    }
    if (state.doubted > 0) {
        std::cout << fmt::format("{} went deeper because a choice was in doubt\n",
                                 counted(state.doubted, "search"));
    }
    if (state.seeds_left > 0) {
        std::cout << fmt::format("not added yet from the game bases: {}\n",
                                 counted(state.seeds_left, "position"));
    }
    if (interrupt.raised()) return ExitStatus::interrupted;
    return job.complaints.any() ? ExitStatus::failed : ExitStatus::ok;
}

} // namespace

ExitStatus run_book_build(const Arguments& arguments) {
    po::options_description described = build_options();
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    const Job job = chosen_job(options);
    or_throw(check_replaceable(job.path));
    auto book = or_throw(read_book_or_none(job.path));
    note_other_counts(job, book);
    return run(job, std::move(book));
}

} // namespace emilia
