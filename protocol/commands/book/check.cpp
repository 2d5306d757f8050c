#include "book/book.h"
#include "book/growth/book_tree.h"
#include "book/growth/rounds.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/commands/book/book_jobs.h"
#include "protocol/commands/book/move_check.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/commands/records/analysis_settings.h"
#include "protocol/reports/or_throw.h"

#include <iostream>
#include <set>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;

constexpr const char* usage =
    "emilia book check: checks that a book is consistent. --sample N also checks its moves: in N\n"
    "random positions that games lead to when one side plays from the book, it compares each move\n"
    "that the book would play with the best move, using a search --deeper plies deeper than that\n"
    "of the position, and as sure as that of its best move, but 93 % at most. The exit status\n"
    "is 1 if the book is faulty or a move loses more than --loss discs. --plan writes down the\n"
    "searches that may correct such moves; 'emilia book search' carries them out, and 'emilia\n"
    "book take-in' puts their answers into the book.";
constexpr const char* examples = "Examples:\n"
                                 "  emilia book check --book my.book\n"
                                 "  emilia book check --sample 500 --deeper 4\n"
                                 "  emilia book check --sample 2000 --output scores.jsonl\n"
                                 "  emilia book check --book my.book --sample 500 --loss 1 "
                                 "--plan round.txt\n";

po::options_description check_options() {
    po::options_description described("Options");
    add_book_option(described, "the book (default: the built-in book combined with yours)");
    auto add = described.add_options();
    add("sample", po::value<int>()->value_name("N")->default_value(0),
        "number of positions to search");
    add("deeper", po::value<int>()->value_name("N")->default_value(4),
        "extra plies compared with the book's search");
    add("loss", po::value<double>()->value_name("DISCS")->default_value(2),
        "largest accepted loss of a move");
    add("book-cost",
        po::value<int>()->value_name("N")->default_value(BookVariety().cost.hundredths()),
        "check the moves that the book plays with this variety, in hundredths of a disc");
    add("seed", po::value<std::int64_t>()->value_name("S")->default_value(0),
        "seed for the choice of positions");
    add("output", po::value<std::string>()->value_name("FILE"),
        "append the scores of each position to FILE as a line of JSON, and take those that FILE "
        "already has, so that the same command continues a stopped job");
    add("plan", po::value<std::string>()->value_name("FILE"),
        "for each move that loses more than --loss discs, write the searches on which its value "
        "and that of the better move rest to FILE, --deeper plies deeper");
    add_means_options(described, "positions searched", 128);
    return described;
}

/// The files that a check writes.
struct CheckFiles {
    std::optional<std::string> output; ///< of the scores
    std::optional<std::string> plan;
};

CheckFiles chosen_files(const ParsedOptions& options, std::size_t sample) {
    CheckFiles files{output_path(options, "output"), output_path(options, "plan")};
    if (files.output && sample == 0)
        throw UsageError("--output needs --sample, the number of positions");
    if (files.plan && sample == 0)
        throw UsageError("--plan needs --sample, the number of positions");
    for (const auto& written : {files.output, files.plan})
        if (written) refuse_as_output(*written, settings_files(options));
    if (files.output && files.plan) refuse_as_output(*files.plan, {*files.output});
    if (files.plan) or_throw(check_replaceable(*files.plan));
    return files;
}

void print_faults(const Book& book, const BookFaults& faults) {
    std::cout << fmt::format("{}, {} with a wrong value, {} unreachable by lookup\n",
                             counted(book.size(), "position"), with_commas(faults.wrong_values),
                             with_commas(faults.not_canonical));
    std::cout << fmt::format(
        "{} without a move out of the book, {} not reached by moves of the book\n",
        with_commas(faults.one_sided), with_commas(faults.unreached));
}

/// `after f5d6c3: d3 loses 0.40; by the search it is worth -0.30, and c6 +0.10; the book says
/// +0.12`
void print_loss(const LinesTo& lines, const MoveVerdict& verdict) {
    const std::vector<Square> line = lines.of(verdict.board).value();
    Board board = Board::start();
    for (const Square square : line) board = board.after(square);
    const int symmetry = symmetry_between(verdict.board, board);
    std::cout << fmt::format(
        "{}: {} loses {:.2f}; by the search it is worth {:+.2f}, and {} {:+.2f}; the book says "
        "{:+.2f}\n",
        line.empty() ? "at the start" : "after " + to_string(line),
        to_string(transformed(verdict.move, symmetry)), verdict.loss().discs(),
        verdict.search.discs(), to_string(transformed(verdict.best_move, symmetry)),
        verdict.best.discs(), verdict.book.discs());
}

void print_verdicts(const Book& book, const std::vector<MoveVerdict>& verdicts,
                    std::size_t positions, Score most_loss) {
    if (verdicts.empty()) {
        std::cout << "no position was searched to its end, so nothing is known of the moves\n";
        return;
    }
    double loss = 0;
    double difference = 0;
    std::size_t best = 0;
    for (const MoveVerdict& verdict : verdicts) {
        loss += verdict.loss().discs();
        difference += std::abs((verdict.search - verdict.book).discs());
        if (verdict.loss() == Score()) ++best;
    }
    const auto all = static_cast<double>(verdicts.size());
    std::cout << fmt::format(
        "{} in {}: {:.1f} % are best by the deeper search; they lose {:.3f} discs\n"
        "on average; their values differ by {:.2f}\n",
        counted(verdicts.size(), "move"), counted(positions, "position"),
        100 * static_cast<double>(best) / all, loss / all, difference / all);
    constexpr std::size_t shown = 10;
    const LinesTo lines(book);
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const MoveVerdict& v = verdicts[i];
        if (v.loss() == Score() || (i >= shown && v.loss() <= most_loss)) break;
        print_loss(lines, v);
    }
}

/// The searches behind all moves that lose more than `most_loss`, each once, one a line.
std::string plan_of(const MoveCheck& check, const std::vector<MoveVerdict>& verdicts,
                    Score most_loss) {
    std::string plan;
    std::set<std::string> planned;
    for (const MoveVerdict& verdict : verdicts) {
        if (verdict.loss() <= most_loss) break;
        for (const RoundSearch& search : check.searches_behind(verdict)) {
            const auto [line, is_new] = planned.insert(to_text(search) + '\n');
            if (is_new) plan += *line;
        }
    }
    return plan;
}

} // namespace

ExitStatus run_book_check(const Arguments& arguments) {
    po::options_description described = check_options();
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    if (!options.positional.empty())
        throw UsageError(fmt::format("book check takes no argument '{}'; name the book with "
                                     "--book",
                                     options.positional.front()));
    const auto sample = static_cast<std::size_t>(in_range(options, "sample", 0, 1'000'000));
    const int deeper = in_range(options, "deeper", 0, 40);
    const Score cost = Score::from_hundredths(in_range(options, "book-cost", 0, 12800));
    const Score most_loss = Score::nearest(in_range(options, "loss", 0.0, 128.0));
    const auto seed = static_cast<std::uint64_t>(
        in_range<std::int64_t>(options, "seed", 0, std::numeric_limits<std::int64_t>::max()));
    const JobMeans means = chosen_means(options);
    const CheckFiles files = chosen_files(options, sample);

    const Book book = chosen_book(options);
    const BookFaults faults = check_book(book);
    print_faults(book, faults);
    bool bad = faults.grave();
    if (sample == 0) return bad ? ExitStatus::failed : ExitStatus::ok;

    MoveCheck check(book, {cost, 100}, {.positions = sample, .seed = seed, .deeper = deeper});
    if (files.output) check.keep_scores_in(*files.output, searcher_settings(options));
    const bool complete = work_off(check, means, "position");
    const std::vector<MoveVerdict> verdicts = check.verdicts();
    print_verdicts(book, verdicts, check.done(), most_loss);
    if (files.plan) or_throw(replace_file(*files.plan, plan_of(check, verdicts, most_loss)));
    bad = bad || (!verdicts.empty() && verdicts.front().loss() > most_loss);
    if (!complete) return ExitStatus::interrupted;
    return bad ? ExitStatus::failed : ExitStatus::ok;
}

} // namespace emilia
