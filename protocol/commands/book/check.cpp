#include "book/book_check.h"
#include "book/book_player.h"
#include "book/book_search.h"
#include "book/growth/played.h"
#include "engine/base/numbers.h"
#include "engine/base/random_numbers.h"
#include "engine/base/workers.h"
#include "engine/notation/board_string.h"
#include "engine/notation/square_text.h"
#include "engine/play/searcher.h"
#include "protocol/commands/book/book_jobs.h"
#include "protocol/commands/command.h"
#include "protocol/commands/interrupt.h"
#include "protocol/options/book_options.h"
#include "protocol/text/job_progress.h"

#include <algorithm>
#include <atomic>
#include <iostream>
#include <mutex>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;

constexpr const char* usage =
    "emilia book check: checks that a book is consistent. --sample N also checks its moves: in N\n"
    "random positions that games lead to when one side plays from the book, it compares each move\n"
    "that the book would play with the best move, using a search --deeper plies deeper than that\n"
    "of the position, and as sure as that of its best move, but 93 % at most. The exit status\n"
    "is 1 if the book is faulty or a move loses more than --loss discs.";
constexpr const char* examples = "Examples:\n"
                                 "  emilia book check --book my.book\n"
                                 "  emilia book check --sample 500 --deeper 4\n";

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
    add_means_options(described, "positions searched", 128);
    return described;
}

/// A move that the book would play, and its score by a deeper search.
struct Verdict {
    Board board; ///< canonical
    Square move;
    Score book;   ///< score in the book
    Score search; ///< score of the search
    Score best;   ///< score of the best move by the search
    [[nodiscard]] Score loss() const noexcept { return best - search; }
};

/// Checks a sample of positions. Several threads may work on it.
class SampleCheck {
public:
    SampleCheck(const Book& book, std::size_t size, std::uint64_t seed, int deeper, Score cost)
        : player_(book, {cost, 100}, seed), deeper_(deeper) {
        const Played plays = played(book, cost);
        for (const Book::Entry* const entry : book.in_order()) {
            const auto& [board, position] = *entry;
            if (plays.choices.contains(&position) && count(board.legal_moves()) > 1
                && !player_.candidates(board, 0, {}).empty())
                sample_.push_back(board);
        }
        RandomNumbers random(seed, 0);
        for (std::size_t i = 0; i < std::min(size, sample_.size()); ++i) {
            std::swap(sample_[i], sample_[i
                                          + static_cast<std::size_t>(
                                              random.below(static_cast<int>(sample_.size() - i)))]);
        }
        sample_.resize(std::min(size, sample_.size()));
    }

    void work(Searcher& searcher, const std::atomic<bool>& stop) {
        for (std::size_t at = next_++; at < sample_.size() && !stop; at = next_++) {
            std::vector<Verdict> found = judge(sample_[at], searcher, stop);
            if (stop) break;
            const std::scoped_lock lock(mutex_);
            verdicts_.insert(verdicts_.end(), found.begin(), found.end());
            ++done_;
        }
    }
    [[nodiscard]] std::size_t size() const noexcept { return sample_.size(); }
    [[nodiscard]] std::size_t done() const noexcept { return done_; }
    /// The verdicts, worst first. Call it only after all threads have ended.
    [[nodiscard]] std::vector<Verdict> verdicts() {
        std::stable_sort(verdicts_.begin(), verdicts_.end(),
                         [](const Verdict& a, const Verdict& b) { return a.loss() > b.loss(); });
        return verdicts_;
    }

private:
    [[nodiscard]] std::vector<Verdict> judge(const Board& board, Searcher& searcher,
                                             const std::atomic<bool>& stop) const {
        SearchLimits limits;
        limits.depth = limits.exact_at = player_.book().find_canonical(board)->depth + deeper_;
        limits.stop = &stop;
        const std::vector<BookLine> candidates = player_.candidates(board, 0, {});
        // A line that ends in a solved position is sure, but a search of this depth can't be.
        limits.confidence = std::min(candidates.front().line.confidence, Confidence::high);
        const Line best = searcher.search(board, limits).lines.front();
        std::vector<Verdict> found;
        for (const BookLine& candidate : candidates) {
            if (stop) break;
            const Square move = candidate.line.move;
            Score score = best.score;
            if (move != best.move) {
                limits.excluded = board.legal_moves() & ~bit(move);
                score = searcher.search(board, limits).lines.front().score;
            }
            found.push_back(
                {board, move, candidate.line.score, score, std::max(best.score, score)});
        }
        return found;
    }

    const BookPlayer player_;
    const int deeper_;
    std::vector<Board> sample_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::size_t> done_ = 0;
    std::mutex mutex_; ///< guards the members below
    std::vector<Verdict> verdicts_;
};

void print_faults(const Book& book, const BookFaults& faults) {
    std::cout << fmt::format("{}, {} with a wrong value, {} unreachable by lookup\n",
                             counted(book.size(), "position"), with_commas(faults.wrong_values),
                             with_commas(faults.not_canonical));
    std::cout << fmt::format(
        "{} without a move out of the book, {} not reached by moves of the book\n",
        with_commas(faults.one_sided), with_commas(faults.unreached));
}

void print_verdicts(const std::vector<Verdict>& verdicts, std::size_t positions, Score most_loss) {
    if (verdicts.empty()) {
        std::cout << "no position was searched to its end, so nothing is known of the moves\n";
        return;
    }
    double loss = 0;
    double difference = 0;
    std::size_t best = 0;
    for (const Verdict& verdict : verdicts) {
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
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const Verdict& v = verdicts[i];
        if (v.loss() == Score() || (i >= shown && v.loss() <= most_loss)) break;
        std::cout << fmt::format("{} {} loses {:.2f}: book {:+.2f}, search {:+.2f}, best {:+.2f}\n",
                                 to_string(Position{v.board, Color::black}), to_string(v.move),
                                 v.loss().discs(), v.book.discs(), v.search.discs(),
                                 v.best.discs());
    }
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

    const Book book = chosen_book(options);
    const BookFaults faults = check_book(book);
    print_faults(book, faults);
    bool bad = faults.grave();
    if (sample == 0) return bad ? ExitStatus::failed : ExitStatus::ok;

    SampleCheck check(book, sample, seed, deeper, cost);
    std::vector<Searcher> searchers = means.searchers();
    const InterruptFlag interrupt;
    {
        JobProgress progress(check.size(), "position");
        Workers workers(searchers.size(), [&](std::size_t number, const std::atomic<bool>& stop) {
            check.work(searchers[number], stop);
        });
        while (!workers.wait_for(std::chrono::milliseconds(100))) {
            if (interrupt.raised()) workers.stop();
            progress.show(check.done());
        }
    }
    const std::vector<Verdict> verdicts = check.verdicts();
    print_verdicts(verdicts, check.done(), most_loss);
    bad = bad || (!verdicts.empty() && verdicts.front().loss() > most_loss);
    if (interrupt.raised()) return ExitStatus::interrupted;
    return bad ? ExitStatus::failed : ExitStatus::ok;
}

} // namespace emilia
