#include "book/book_file.h"
#include "book/book_search.h"
#include "book/learner.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_files.h"
#include "engine/play/searcher.h"
#include "engine/system/process.h"
#include "protocol/commands/book/book_jobs.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"
#include "protocol/reports/terminal.h"

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia book learn FILE...: adds the positions of games to a book, each with the best move\n"
    "that was not played, up to the first solved position, and then backs up all values. It\n"
    "reads GGF, SGF, WTHOR (*.wtb) and files with one game per line, like 'emilia convert'. It\n"
    "learns into your own book, which is combined with the built-in book, or into --book FILE.\n"
    "The book is saved every few seconds and never counts a game twice, so the same command\n"
    "continues a stopped job. A game that the book knows is not searched again, even with a\n"
    "greater --depth; 'emilia book build' with this --depth searches the positions again.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia book learn my-games.ggf\n"
    "  emilia book learn WTH_1980.wtb --book masters.book --depth 16\n";

struct LearnJobSettings {
    std::vector<std::string> files; ///< of games
    std::optional<std::string> book_file;
    LearnSettings learn;
    double seconds_between_saves = 5;
    Resources resources;
};

LearnJobSettings read_learn_settings(const Arguments& arguments) {
    LearnJobSettings settings;
    CommandOptions options(usage, examples);
    add_book(options, settings.book_file, "learn into this book (default: your own)");
    options.number("depth", "N", settings.learn.search.depth, book_depth_bounds,
                   "depth of each search in plies");
    options.number(
        "exact-at", "N", settings.learn.exact_at, {1, 30},
        "solve the first position with at most N empty squares; it is the last one learned");
    add_save_every(options, settings.seconds_between_saves, "interval between saves");
    settings.resources.hash_megabytes = 64;
    add_job_resources(options, settings.resources, "number of games learned at the same time");
    settings.files = input_paths(options.read(arguments));
    check_usage(!settings.files.empty(), "book learn needs a file of games");
    return settings;
}

struct Job {
    LearnJobSettings settings;
    std::string path; ///< learned into
    std::vector<Game> games;
};

/// Learns games. Several threads may work on it, while their owner writes what they have learned.
class LearnJob {
public:
    LearnJob(const Job& job, Book known) : job_(job), known_(std::move(known)) {}

    /// Learns games until none is left or `stop` becomes true.
    void work(Searcher& searcher, const std::atomic<bool>& stop) {
        const SearchFunction search = search_with(searcher);
        for (std::size_t at = next_++; at < job_.games.size() && !stop; at = next_++) {
            learn(job_.games[at], search, stop);
        }
    }

    /// Writes the lessons learned so far, and uses them for those to come.
    void save() {
        if (!write(take_unwritten())) return;
        const std::scoped_lock lock(mutex_);
        known_.update();
    }

    /// Writes the last lessons. A large book takes seconds, so someone who interrupts the job is
    /// told what it still does.
    void finish(bool is_interrupted) {
        const std::vector<Lesson> lessons = take_unwritten();
        if (is_interrupted && !lessons.empty()) {
            print_message("writing the last {} into '{}'", counted(lessons.size(), "game"),
                          printable(job_.path));
        }
        write(lessons);
    }

    [[nodiscard]] std::size_t done() const noexcept { return done_; }
    [[nodiscard]] std::size_t learned() const noexcept { return learned_; }

private:
    [[nodiscard]] std::vector<Lesson> take_unwritten() {
        const std::scoped_lock lock(mutex_);
        return std::exchange(lessons_, {});
    }

    /// Returns false if there are none.
    bool write(const std::vector<Lesson>& lessons) const {
        if (lessons.empty()) return false;
        const auto take = [&lessons](Book& book) { take_lessons(book, lessons); };
        or_throw(update_book(job_.path, take, tell_wait));
        return true;
    }

    void learn(const Game& game, const SearchFunction& search, const std::atomic<bool>& stop) {
        std::vector<Square> moves;
        for (const PlayedMove& played : game.moves()) moves.push_back(played.move);
        const std::vector<Board> boards = boards_of(game.start().board, moves);
        Book known;
        {
            const std::scoped_lock lock(mutex_);
            if (knows_game(known_, boards)) {
                ++done_;
                return;
            }
            known = part_of_known(boards);
        }
        auto lesson = learn_game(known, boards, job_.settings.learn, search, stop);
        if (!lesson) return;
        const std::scoped_lock lock(mutex_);
        known_.merge(lesson->positions, Counts::raise);
        known_.put_game(fingerprint(lesson->game));
        lessons_.push_back(std::move(*lesson));
        ++done_;
        ++learned_;
    }

    /// The part of the book that a lesson needs: the game's positions and their successors.
    [[nodiscard]] Book part_of_known(const std::vector<Board>& boards) const {
        Book part;
        const auto copy = [&](const Board& board) {
            const Board key = canonical(board);
            const BookPosition* const position = known_.find_canonical(key);
            if (position != nullptr) part.put(key, *position);
        };
        for (const Board& board : boards) {
            copy(board);
            for (const Square square : squares_of(board.legal_moves())) copy(board.after(square));
        }
        return part;
    }

    const Job& job_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::size_t> done_ = 0;
    std::atomic<std::size_t> learned_ = 0;
    std::mutex mutex_; ///< guards the members below
    Book known_;
    std::vector<Lesson> lessons_; ///< not written yet
};

/// Gives each position of `book` a deviation that lacks one, in the file that is learned into. What
/// was found before an interruption is written, too.
void complete(const Job& job, const Book& book, std::vector<Searcher>& searchers,
              const InterruptFlag& interrupt) {
    const std::vector<Board> boards = boards_without_deviation(book);
    if (boards.empty()) return;
    std::vector<NewDeviation> found;
    std::mutex mutex; // guards `found`
    std::atomic<std::size_t> next = 0;
    const auto work = [&](Searcher& searcher, const std::atomic<bool>& stop) {
        const SearchFunction search = search_with(searcher);
        for (std::size_t at = next++; at < boards.size() && !stop; at = next++) {
            auto deviation =
                find_deviation(book, boards[at], job.settings.learn.search, search, stop);
            if (!deviation) return;
            const std::scoped_lock lock(mutex);
            found.push_back(std::move(*deviation));
        }
    };
    work_with(searchers, interrupt, work, [] { return true; });
    const auto add = [&found](Book& own) { add_deviations(own, found); };
    or_throw(update_book(job.path, add, tell_wait));
}

/// Completes the file that was learned into, and without --book also what this file and the
/// built-in book make together. Games that were learned at the same time, or reach a position by
/// different moves, can leave positions without a deviation.
void complete_all(const Job& job, std::vector<Searcher>& searchers,
                  const InterruptFlag& interrupt) {
    const auto learned_into = or_throw(read_book_or_none(job.path));
    complete(job, learned_into, searchers, interrupt);
    if (!job.settings.book_file) complete(job, chosen_book({}), searchers, interrupt);
}

/// Runs until all games are learned or the job is interrupted.
void run(const Job& job, LearnJob& learning, std::vector<Searcher>& searchers,
         const InterruptFlag& interrupt) {
    JobProgress progress(job.games.size(), "game");
    SavePace pace(job.settings.seconds_between_saves);
    const auto work = [&learning](Searcher& searcher, const std::atomic<bool>& stop) {
        learning.work(searcher, stop);
    };
    work_with(searchers, interrupt, work, [&] {
        progress.show(learning.done());
        if (pace.due()) pace.save([&learning] { learning.save(); });
        return true;
    });
    learning.finish(interrupt.raised());
    if (!interrupt.raised()) complete_all(job, searchers, interrupt);
}

} // namespace

ExitStatus run_book_learn(const Arguments& arguments) {
    Job job{.settings = read_learn_settings(arguments), .path = {}, .games = {}};
    std::vector<Searcher> searchers = job.settings.resources.searchers();
    Complaints complaints;
    for (const std::string& path : job.settings.files) {
        auto file = or_throw(read_games(path));
        for (const std::string& problem : file.problems) complaints.add(problem);
        for (const std::string& note : file.notes) print_message(note);
        std::move(file.games.begin(), file.games.end(), std::back_inserter(job.games));
    }
    complaints.finish();
    if (job.games.empty()) throw std::runtime_error("no games to learn");
    const auto& book_file = job.settings.book_file;
    job.path = file_to_learn_into(book_file);
    or_throw(check_replaceable(job.path));
    // The file of --book need not exist yet.
    auto known = book_file ? or_throw(read_book_or_none(job.path)) : chosen_book({});
    LearnJob learning(job, std::move(known));
    const InterruptFlag interrupt;
    run(job, learning, searchers, interrupt);
    print("{} of {} learned into '{}'\n", with_commas(learning.learned()),
          counted(job.games.size(), "game"), printable(job.path));
    if (const std::size_t before = learning.done() - learning.learned(); before > 0)
        print("already known: {}\n", with_commas(before));
    if (interrupt.raised()) return ExitStatus::interrupted;
    return complaints.any() ? ExitStatus::failed : ExitStatus::ok;
}

} // namespace emilia
