// `emilia book plan`, `search` and `take-in`: grow a book in rounds, on several machines.

#include "book/growth/rounds.h"

#include "book/book_file.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/system/process.h"
#include "protocol/commands/book/book_jobs.h"
#include "protocol/commands/book/repertoire_options.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/selection_options.h"
#include "protocol/reports/message.h"

#include <iostream>

namespace emilia {
namespace {

constexpr const char* plan_usage =
    "emilia book plan --book FILE: prints the searches of the next round, one a line, for\n"
    "'emilia book search'. They expand the cheapest leaves of the book, as 'emilia book build'\n"
    "does, many at once; with --doubt-plies they also repeat, deeper, searches on which a "
    "doubtful\n"
    "choice depends. It prints nothing if "
    "the book is complete. A FILE that does not exist\n"
    "stands for an empty book.";
constexpr const char* plan_examples =
    "Examples:\n"
    "  emilia book plan --book my.book --lines 64 --depth 20 > round.txt\n"
    "  emilia book search round.txt --output answers.txt\n"
    "  emilia book take-in answers.txt --book my.book\n";

constexpr const char* search_usage =
    "emilia book search FILE --output ANSWERS: carries out the searches that 'emilia book plan' "
    "has\n"
    "printed and writes an answer for each. An answer depends only on its search, the weights and\n"
    "--hash, so any machine may search any part. After Ctrl-C it writes nothing.";
constexpr const char* search_examples =
    "Examples:\n"
    "  emilia book search round.txt --output answers.txt\n"
    "  emilia book search round.txt --part 3/8 --output answers-3.txt --threads 1\n";

constexpr const char* take_in_usage =
    "emilia book take-in ANSWERS... --book FILE: puts the answers of 'emilia book search' into "
    "the\n"
    "book. Answers that the book has already change nothing. FILE is created if necessary.";
constexpr const char* take_in_examples = "Examples:\n"
                                         "  emilia book take-in answers-*.txt --book my.book\n";

/// The lines of a file, or an error that names it.
template <typename Value>
std::vector<Value> lines_of(const std::string& path,
                            Parsed<std::vector<Value>> (*parse)(std::string_view)) {
    auto values = parse(or_throw(read_file(path)));
    if (!values) fail("'{}', {}", path, values.error().message);
    return std::move(*values);
}

/// Answers the searches of a round. Several threads may work on it.
class RoundJob {
public:
    explicit RoundJob(std::vector<RoundSearch> searches)
        : searches_(std::move(searches)), answers_(searches_.size()) {}

    void work(Searcher& searcher, const std::atomic<bool>& stop) {
        const SearchFunction search = [&searcher](const Board& board, const SearchLimits& limits) {
            searcher.forget(); // so that no answer depends on the searches before
            return searcher.search(board, limits);
        };
        for (std::size_t at = next_++; at < searches_.size() && !stop; at = next_++) {
            answers_[at] = answer(searches_[at], search, stop);
            if (answers_[at]) ++done_;
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return searches_.size(); }
    [[nodiscard]] std::size_t done() const noexcept { return done_; }
    /// Call it only after all threads have ended, and all searches with them.
    [[nodiscard]] std::string text() const {
        std::string text;
        for (const std::optional<RoundAnswer>& answer : answers_) text += to_text(*answer) + '\n';
        return text;
    }

private:
    const std::vector<RoundSearch> searches_;
    std::vector<std::optional<RoundAnswer>> answers_; ///< each element is one thread's
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::size_t> done_ = 0;
};

struct PlanSettings {
    std::string book_file;
    RoundSettings round;
    ScopeOptions scope;
};

PlanSettings read_plan_settings(const Arguments& arguments) {
    PlanSettings settings;
    RoundSettings& round = settings.round;
    std::optional<std::string> book_file;
    CommandOptions options(plan_usage, plan_examples);
    add_book(options, book_file, "the book to grow");
    add_positions(options, round.build.positions,
                  "the book is complete when it has N positions, each with a move out of the book");
    options.number("lines", "N", round.lines, {1, 1'000'000},
                   "extend N lines, with up to two searches each");
    add_book_search(options, round.build.search);
    add_doubt_plies(options, round.build.doubt_plies);
    add_deepen(options, round.build.deepen);
    add_scope(options, settings.scope);
    options.read_all(arguments, "book plan takes no argument '{}'");
    check_usage(book_file.has_value(), "book plan needs --book FILE");
    settings.book_file = input_path(*book_file);
    round.build.scope = settings.scope.scope();
    round.way = settings.scope.way();
    return settings;
}

struct SearchSettings {
    std::string input;
    std::string output;
    Part part;
    Resources resources;
};

SearchSettings read_search_settings(const Arguments& arguments) {
    SearchSettings settings;
    std::optional<std::string> output;
    CommandOptions options(search_usage, search_examples);
    options.output("output", "FILE", output, "file of answers, created or replaced");
    add_part(options, settings.part, "searches");
    settings.resources.hash_megabytes = 64;
    add_job_resources(options, settings.resources, "number of positions searched at the same time");
    const Arguments words = options.read(arguments);
    check_usage(words.size() == 1, "book search needs one FILE of 'emilia book plan'");
    check_usage(output.has_value(), "book search needs --output FILE");
    settings.input = input_path(words.front());
    settings.output = *output;
    refuse_as_output(settings.output, {settings.input});
    if (const auto& weights = settings.resources.weights_file)
        refuse_as_output(settings.output, {input_path(*weights)});
    or_throw(check_replaceable(settings.output));
    return settings;
}

struct TakeInSettings {
    std::vector<std::string> answers; ///< files
    std::string book_file;
};

TakeInSettings read_take_in_settings(const Arguments& arguments) {
    std::optional<std::string> book_file;
    CommandOptions options(take_in_usage, take_in_examples);
    options.output("book", "FILE", book_file, "the book to grow");
    const Arguments words = options.read(arguments);
    check_usage(!words.empty(), "book take-in needs a file of answers");
    check_usage(book_file.has_value(), "book take-in needs --book FILE");
    return {input_paths(words), *book_file};
}

} // namespace

ExitStatus run_book_plan(const Arguments& arguments) {
    const PlanSettings settings = read_plan_settings(arguments);
    const Book book = or_throw(read_book_or_none(settings.book_file));
    for (const RoundSearch& search : plan_round(book, settings.round))
        std::cout << to_text(search) << '\n';
    return ExitStatus::ok;
}

ExitStatus run_book_search(const Arguments& arguments) {
    const SearchSettings settings = read_search_settings(arguments);
    auto searches = lines_of<RoundSearch>(settings.input, parse_round_searches);
    settings.part.keep(searches);
    RoundJob job(std::move(searches));
    std::vector<Searcher> searchers = settings.resources.searchers();
    if (!work_off(job, searchers, InterruptFlag(), "search")) return ExitStatus::interrupted;
    or_throw(replace_file(settings.output, job.text()));
    print("{} in '{}'\n", counted(job.size(), "answer"), printable(settings.output));
    return ExitStatus::ok;
}

ExitStatus run_book_take_in(const Arguments& arguments) {
    const TakeInSettings settings = read_take_in_settings(arguments);
    std::vector<RoundAnswer> answers;
    for (const std::string& file : settings.answers) {
        const auto more = lines_of<RoundAnswer>(file, parse_round_answers);
        answers.insert(answers.end(), more.begin(), more.end());
    }
    std::size_t before = 0;
    std::size_t after = 0;
    const auto change = [&](Book& book) {
        before = book.size();
        take_in(book, answers);
        after = book.size();
    };
    or_throw(update_book(settings.book_file, change, tell_wait));
    print("{}, {} of them new, in '{}'\n", counted(after, "position"), with_commas(after - before),
          printable(settings.book_file));
    return ExitStatus::ok;
}

} // namespace emilia
