// `emilia book plan`, `search` and `take-in`: grow a book in rounds, on several machines.

#include "book/growth/rounds.h"

#include "book/book_file.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "protocol/commands/book/book_jobs.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/commands/options/part_option.h"
#include "protocol/reports/message.h"
#include "protocol/reports/or_throw.h"

#include <iostream>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;

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

std::string text_of(const std::string& path) {
    return or_throw(read_file(path));
}

/// The lines of a file, or an error that names it.
template <typename Value>
std::vector<Value> lines_of(const std::string& path,
                            Parsed<std::vector<Value>> (*parse)(std::string_view)) {
    auto values = parse(text_of(path));
    if (!values) throw std::runtime_error(fmt::format("'{}', {}", path, values.error().message));
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

Book existing_or_empty(const std::string& path) {
    return or_throw(read_book_or_none(path));
}

} // namespace

ExitStatus run_book_plan(const Arguments& arguments) {
    const RoundSettings defaults;
    po::options_description described("Options");
    auto add = described.add_options();
    add("book", po::value<std::string>()->value_name("FILE"), "the book to grow");
    add("positions",
        po::value<std::int64_t>()->value_name("N")->default_value(
            static_cast<std::int64_t>(defaults.build.positions)),
        "the book is complete when it has N positions, each with a move out of the book");
    add("lines", po::value<int>()->value_name("N")->default_value(static_cast<int>(defaults.lines)),
        "extend N lines, with up to two searches each");
    add_search_options(described, defaults.build.search);
    add_doubt_option(described, defaults.build.doubt_plies);
    add_deepen_option(described);
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(plan_usage, described, plan_examples);
        return ExitStatus::ok;
    }
    if (!options.positional.empty()) {
        throw UsageError(
            fmt::format("book plan takes no argument '{}'", options.positional.front()));
    }
    const auto path = options.get<std::string>("book");
    if (!path) throw UsageError("book plan needs --book FILE");
    RoundSettings settings;
    settings.build.positions =
        static_cast<std::size_t>(in_range<std::int64_t>(options, "positions", 1, 100'000'000));
    settings.lines = static_cast<std::size_t>(in_range(options, "lines", 1, 1'000'000));
    settings.build.search = chosen_book_search(options);
    settings.build.doubt_plies = chosen_doubt_plies(options);
    settings.build.deepen = chosen_deepen(options);
    const Book book = existing_or_empty(input_path(*path));
    for (const RoundSearch& search : plan_round(book, settings))
        std::cout << to_text(search) << '\n';
    return ExitStatus::ok;
}

ExitStatus run_book_search(const Arguments& arguments) {
    po::options_description described("Options");
    described.add_options()("output", po::value<std::string>()->value_name("FILE"),
                            "file of answers, created or replaced");
    add_part_option(described, "searches");
    add_means_options(described, "positions searched", 64);
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(search_usage, described, search_examples);
        return ExitStatus::ok;
    }
    if (options.positional.size() != 1)
        throw UsageError("book search needs one FILE of 'emilia book plan'");
    const auto output = output_path(options, "output");
    if (!output) throw UsageError("book search needs --output FILE");
    const std::string input = input_path(options.positional.front());
    refuse_as_output(*output, {input});
    if (const auto weights = options.get<std::string>("weights"))
        refuse_as_output(*output, {input_path(*weights)});
    const Part part = chosen_part(options);
    const JobMeans means = chosen_means(options);
    or_throw(check_replaceable(*output));
    auto searches = lines_of<RoundSearch>(input, parse_round_searches);
    part.keep(searches);
    RoundJob job(std::move(searches));
    if (!work_off(job, means, "search")) return ExitStatus::interrupted;
    or_throw(replace_file(*output, job.text()));
    std::cout << fmt::format("{} in '{}'\n", counted(job.size(), "answer"), printable(*output));
    return ExitStatus::ok;
}

ExitStatus run_book_take_in(const Arguments& arguments) {
    po::options_description described("Options");
    add_book_option(described, "the book to grow");
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(take_in_usage, described, take_in_examples);
        return ExitStatus::ok;
    }
    if (options.positional.empty()) throw UsageError("book take-in needs a file of answers");
    const auto path = output_path(options, "book");
    if (!path) throw UsageError("book take-in needs --book FILE");
    std::vector<RoundAnswer> answers;
    for (const std::string& file : input_paths(options.positional)) {
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
    or_throw(update_book(*path, change, tell_wait));
    std::cout << fmt::format("{}, {} of them new, in '{}'\n", counted(after, "position"),
                             with_commas(after - before), printable(*path));
    return ExitStatus::ok;
}

} // namespace emilia
