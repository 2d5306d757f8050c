#include "book/book.h"
#include "book/growth/book_tree.h"
#include "book/growth/rounds.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "engine/system/process.h"
#include "protocol/commands/book/book_jobs.h"
#include "protocol/commands/book/move_check.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/record_files.h"
#include "protocol/reports/message.h"

#include <iostream>
#include <set>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia book check: checks that a book is consistent. --sample N also checks its moves: in N\n"
    "random positions that games lead to when one side plays from the book, it compares each move\n"
    "that the book would play with the best move, using a search --deeper plies deeper than that\n"
    "of the position, with the confidence of its best move's search but at most 93 %. The exit "
    "status\n"
    "is 1 if the book is faulty or a move loses more than --loss discs. --plan writes down the\n"
    "searches that may correct such moves; 'emilia book search' carries them out, and 'emilia\n"
    "book take-in' puts their answers into the book.";
constexpr const char* examples = "Examples:\n"
                                 "  emilia book check --book my.book\n"
                                 "  emilia book check --sample 500 --deeper 4\n"
                                 "  emilia book check --sample 2000 --output scores.jsonl\n"
                                 "  emilia book check --book my.book --sample 500 --loss 1 "
                                 "--plan round.txt\n";

struct CheckSettings {
    std::optional<std::string> book_file;
    MoveSample sample{.deeper = 4};
    Score most_loss = Score::from_discs(2);
    Score book_cost = BookVariety().cost;
    std::optional<std::string> output; ///< of the scores
    std::optional<std::string> plan;
    Resources resources;
};

void check_files(const CheckSettings& settings) {
    check_usage(!settings.output || settings.sample.positions > 0,
                "--output needs --sample, the number of positions");
    check_usage(!settings.plan || settings.sample.positions > 0,
                "--plan needs --sample, the number of positions");
    for (const auto& written : {settings.output, settings.plan}) {
        if (written)
            refuse_as_output(*written,
                             files_read(settings.resources.weights_file, settings.book_file));
    }
    if (settings.output && settings.plan) refuse_as_output(*settings.plan, {*settings.output});
    if (settings.plan) or_throw(check_replaceable(*settings.plan));
}

CheckSettings read_check_settings(const Arguments& arguments) {
    CheckSettings settings;
    MoveSample& sample = settings.sample;
    CommandOptions options(usage, examples);
    add_book(options, settings.book_file);
    options.number("sample", "N", sample.positions, {0, 1'000'000},
                   "number of positions to search");
    options.number("deeper", "N", sample.deeper, {0, 40},
                   "extra plies compared with the book's search");
    options.number(
        "loss", "DISCS", Bounds{0.0, 128.0},
        [&](double discs) { settings.most_loss = Score::nearest(discs); },
        "largest accepted loss of a move", "2");
    add_book_cost(options, settings.book_cost,
                  "check the moves that the book plays at this cost, in hundredths of a disc");
    options.number("seed", "S", sample.seed, seed_bounds, "seed for the choice of positions");
    options.output(
        "output", "FILE", settings.output,
        "append the scores of each position to FILE as a line of JSON, and take those that FILE "
        "already has, so that the same command continues a stopped job");
    options.output(
        "plan", "FILE", settings.plan,
        "write to FILE the searches behind each move that loses more than --loss discs, and behind "
        "the better move, --deeper plies deeper");
    add_job_resources(options, settings.resources, "number of positions searched at the same time");
    options.read_all(arguments, "book check takes no argument '{}'; name the book with --book");
    check_files(settings);
    return settings;
}

void print_faults(const Book& book, const BookFaults& faults) {
    print("{}, {} with a wrong value, {} unreachable by lookup\n", counted(book.size(), "position"),
          with_commas(faults.wrong_values), with_commas(faults.not_canonical));
    print("{} without a move out of the book, {} not reached by moves of the book\n",
          with_commas(faults.one_sided), with_commas(faults.unreached));
}

/// `after f5d6c3: d3 loses 0.40; by the search it is worth -0.30, and c6 +0.10; the book says
/// +0.12`
void print_loss(const LinesTo& lines, const MoveVerdict& verdict) {
    const std::vector<Square> line = lines.of(verdict.board).value();
    Board board = Board::start();
    for (const Square square : line) board = board.after(square);
    const int symmetry = symmetry_between(verdict.board, board);
    print("{}: {} loses {:.2f}; by the search it is worth {:+.2f}, and {} {:+.2f}; the book says "
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
    print("{} in {}: {:.1f} % are best by the deeper search; they lose {:.3f} discs\n"
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
    const CheckSettings settings = read_check_settings(arguments);
    const Score most_loss = settings.most_loss;
    const Book book = chosen_book(settings.book_file);
    const BookFaults faults = check_book(book);
    print_faults(book, faults);
    bool bad = faults.grave();
    if (settings.sample.positions == 0) return bad ? ExitStatus::failed : ExitStatus::ok;

    MoveCheck check(book, {settings.book_cost, 100}, settings.sample);
    if (settings.output) {
        check.keep_scores_in(*settings.output, weights_identity(settings.resources.weights_file));
    }
    std::vector<Searcher> searchers = settings.resources.searchers();
    const bool complete = work_off(check, searchers, InterruptFlag(), "position");
    const std::vector<MoveVerdict> verdicts = check.verdicts();
    print_verdicts(book, verdicts, check.done(), most_loss);
    if (settings.plan) or_throw(replace_file(*settings.plan, plan_of(check, verdicts, most_loss)));
    bad = bad || (!verdicts.empty() && verdicts.front().loss() > most_loss);
    if (!complete) return ExitStatus::interrupted;
    return bad ? ExitStatus::failed : ExitStatus::ok;
}

} // namespace emilia
