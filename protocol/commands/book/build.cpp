#include "book/book_file.h"
#include "book/growth/builder.h"
#include "book/openings.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/system/process.h"
#include "protocol/commands/book/book_jobs.h"
#include "protocol/commands/book/repertoire_options.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/selection_options.h"
#include "protocol/reports/message.h"
#include "protocol/reports/terminal.h"

#include <algorithm>

namespace emilia {
namespace {

constexpr Depth usual_doubt_plies = 2;

constexpr const char* usage =
    "emilia book build --book FILE: grows a book by drop-out expansion. Each step extends the\n"
    "cheapest line that leaves the book by one move; a move costs one ply, and each disc that it\n"
    "loses costs two more. With --wthor, the positions that many games passed through are added\n"
    "first. A greater --depth than before, or the same with a greater --confidence, also searches\n"
    "the positions of the book again; with --deepen played only those that decide which moves the\n"
    "book plays in games, a small part. Where the best move's advantage is smaller than\n"
    "the doubt of the two best values (see 'book probe'), the less certain of their lines is\n"
    "searched again, two plies deeper each time, until the choice is clear or --doubt-plies is\n"
    "reached.\n"
    "The book does not say which weights it was made with: other --weights need another FILE.\n"
    "With --from only the lines behind a position grow, and with --color those of a repertoire,\n"
    "which 'emilia book repertoire' shows.\n"
    "It counts one set of games: --wthor has to name all bases at once, with the same --years.\n"
    "The whole file is replaced every few seconds; after Ctrl-C or a kill the same command\n"
    "continues.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia book build --book my.book --positions 20000\n"
    "  emilia book build --book my.book --wthor wthor/ --depth 18 --for 3600\n"
    "  emilia book build --book my.book --depth 26 --confidence 93 --deepen played\n"
    "  emilia book build --book tiger.book --from f5d6c3d3c4 --plies 12 --color white\n";

struct BuildJob {
    std::string path;
    BuildSettings settings{.doubt_plies = usual_doubt_plies};
    std::optional<double> seconds;
    double seconds_between_saves = 5;
    std::vector<Seed> seeds;
    ScopeOptions scope;
    Resources resources;
    Complaints complaints;
};

/// Which games of bases become seeds.
struct SeedChoice {
    std::vector<std::string> bases;
    std::optional<Years> years;
    std::uint64_t least_games = 50; ///< that passed through a position
};

std::vector<Seed> seeds_of(const SeedChoice& choice, int least_empties, Complaints& complaints) {
    if (choice.bases.empty()) return {};
    const auto numbered =
        games_of_bases(input_paths(choice.bases), choice.years.value_or(Years{}), complaints);
    if (numbered.empty()) fail("the bases hold no game{}", choice.years ? " of these years" : "");
    std::vector<const WthorGame*> games;
    for (const NumberedGame& game : numbered) games.push_back(&game.game);
    return popular_positions(games, choice.least_games, least_empties);
}

BuildJob read_build_job(const Arguments& arguments) {
    BuildJob job;
    BuildSettings& settings = job.settings;
    std::optional<std::string> path;
    SeedChoice choice;
    CommandOptions options(usage, examples);
    options.output("book", "FILE", path, "the book to create or to continue");
    add_positions(options, settings.positions, "stop when the book has N positions");
    options.number("for", "SECONDS", job.seconds, {0.001, 1e8}, "stop after this time");
    add_book_search(options, settings.search);
    add_doubt_plies(options, settings.doubt_plies);
    add_deepen(options, settings.deepen);
    options.texts("wthor", "PATH...", choice.bases,
                  "WTHOR bases (*.wtb), or folders of them, whose positions are added first");
    add_years(options, choice.years, "use only games of these years");
    options.number("played", "N", choice.least_games, {1, 1'000'000'000},
                   "add only positions that at least N of these games passed through");
    add_save_every(options, job.seconds_between_saves,
                   "interval between saves; longer if saving takes long");
    add_scope(options, job.scope);
    options.group("Resources");
    job.resources.hash_megabytes = 64;
    add_job_resources(options, job.resources, "number of positions searched at the same time");
    options.read_all(arguments, "book build takes no argument '{}'");
    check_usage(path.has_value(), "book build needs --book FILE");
    for (const char* option : {"years", "played"}) {
        check_usage(!options.given(option) || options.given("wthor"),
                    "--{} needs --wthor and a game base", option);
    }
    for (const char* option : {"from", "plies", "color"}) options.exclude("wthor", option);
    job.path = *path;
    settings.scope = job.scope.scope();
    if (job.scope.from) {
        for (const Board& board : job.scope.way()) job.seeds.push_back({board, {}});
    } else {
        job.seeds = seeds_of(choice, settings.least_empties, job.complaints);
    }
    return job;
}

/// Notes game counts that do not come from the bases of this job. They are not added up, because a
/// job that continues finds its own counts in the book.
void note_other_counts(const BuildJob& job, const Book& book) {
    const bool has_others =
        std::any_of(job.seeds.begin(), job.seeds.end(), [&book](const Seed& seed) {
            const BookPosition* const known = book.find_canonical(seed.board);
            return known != nullptr && known->games.total() > 0 && known->games != seed.games;
        });
    if (!has_others) return;
    print_message("'{}' counts other games than these bases hold; a position keeps the "
                  "greater number of each result; to add up the games of several "
                  "bases, build a new book with all of them at once",
                  job.path);
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
            if (seconds_) *seconds_ -= watch_.seconds();
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
    const Stopwatch watch_;
    std::optional<double> seconds_; ///< limit of the job's time
    JobProgress positions_;
    std::optional<JobProgress> doubtful_;
    std::size_t doubted_before_ = 0;
};

ExitStatus run(const BuildJob& job, Book book) {
    const Stopwatch watch;
    const std::size_t before = book.size();
    Builder builder(std::move(book), job.settings, job.seeds);
    std::vector<Searcher> searchers = job.resources.searchers();
    const InterruptFlag interrupt;
    const BuildState first = builder.state();
    const std::size_t target = std::max(job.settings.positions, before + first.seeds_left);
    std::size_t from_others = 0;
    const auto save = [&] { from_others += save_book(job.path, builder); };
    BuildProgress progress(extent_of(first, first, target, 0), job.seconds);
    SavePace pace(job.seconds_between_saves);
    const auto work = [&builder](Searcher& searcher, const std::atomic<bool>& stop) {
        builder.work(search_with(searcher), stop);
    };
    work_with(searchers, interrupt, work, [&] {
        const BuildState now = builder.state();
        progress.show(extent_of(first, now, target, from_others), now);
        const bool goes_on = !interrupt.raised() && watch.seconds() < job.seconds.value_or(1e9);
        if (goes_on && pace.due()) pace.save(save);
        return goes_on;
    });
    progress.clear();
    save();
    const BuildState state = builder.state();
    print("{}, {} of them new, {} in {:.1f} s; the {} is worth {:+.2f}\n",
          counted(state.positions, "position"), with_commas(state.positions - before - from_others),
          counted(state.searches, "search"), watch.seconds(), job.scope.from ? "position" : "start",
          state.first.discs());
    if (state.searched_again > 0)
        print("{} searched again\n", counted(state.searched_again, "position"));
    if (state.doubted > 0)
        print("{} went deeper because a choice was in doubt\n", counted(state.doubted, "search"));
    if (state.seeds_left > 0)
        print("not added yet from the game bases: {}\n", counted(state.seeds_left, "position"));
    if (interrupt.raised()) return ExitStatus::interrupted;
    return job.complaints.any() ? ExitStatus::failed : ExitStatus::ok;
}

} // namespace

ExitStatus run_book_build(const Arguments& arguments) {
    const BuildJob job = read_build_job(arguments);
    or_throw(check_replaceable(job.path));
    auto book = or_throw(read_book_or_none(job.path));
    note_other_counts(job, book);
    return run(job, std::move(book));
}

} // namespace emilia
