// What must hold for any search: symmetric positions score the same, every variation is legal,
// limits are kept, bounds do not contradict each other, one thread is reproducible.

#include "engine/board/symmetry.h"
#include "engine/notation/position.h"
#include "engine/play/searcher.h"
#include "tests/reliability/positions.h"
#include "tests/reliability/rows.h"

#include <algorithm>

#include <fmt/format.h>

namespace emilia::testing {

namespace {

constexpr std::size_t table_megabytes = 1;

SearchResult search_anew(Searcher& searcher, const Board& board, const SearchLimits& limits) {
    searcher.forget();
    return searcher.search(board, limits);
}

SearchLimits full_width(Depth depth) {
    SearchLimits limits;
    limits.depth = depth;
    limits.confidence = Confidence::certain;
    return limits;
}

class PositionCheck {
public:
    PositionCheck(const PlainDiscs& discs, Random& random, std::uint64_t part_seed)
        : discs_(discs), board_(as_board(discs)), random_(random), part_seed_(part_seed) {}

    void symmetric_positions_score_the_same(Searcher& one_thread) {
        const SearchLimits limits = full_width(1 + below(random_, 6));
        const Score score = score_of(search_anew(one_thread, board_, limits));
        for (int symmetry = 1; symmetry < symmetry_count; ++symmetry) {
            const Board other = transformed(board_, symmetry);
            const Score found = score_of(search_anew(one_thread, other, limits));
            demand(found == score,
                   fmt::format("symmetry {}, depth {}: {} hundredths of a disc instead of {}",
                               symmetry, limits.depth, found.hundredths(), score.hundredths()));
        }
    }

    void bounds_do_not_cross(Searcher& one_thread) {
        SearchLimits limits = full_width(1 + below(random_, 6));
        const Score score = score_of(search_anew(one_thread, board_, limits));
        const int alpha = score.hundredths() + below(random_, 1'001) - 500;
        limits.window = {Score::from_hundredths(alpha),
                         Score::from_hundredths(alpha + 1 + below(random_, 400))};
        limits.window.alpha = std::clamp(limits.window.alpha, min_score, max_score - score_step);
        limits.window.beta =
            std::clamp(limits.window.beta, limits.window.alpha + score_step, max_score);
        const Score found = score_of(search_anew(one_thread, board_, limits));
        const auto [window_alpha, window_beta] = limits.window;
        const bool agrees = found <= window_alpha  ? score <= window_alpha
                            : found >= window_beta ? score >= window_beta
                                                   : score == found;
        demand(agrees, fmt::format("depth {}: {} hundredths of a disc between {} and {}, without "
                                   "bounds {}",
                                   limits.depth, found.hundredths(), window_alpha.hundredths(),
                                   window_beta.hundredths(), score.hundredths()));
    }

    void variations_are_legal(Searcher& searcher) {
        SearchLimits limits;
        limits.depth = 1 + below(random_, 8);
        limits.lines = 1 + below(random_, 8);
        limits.confidence = static_cast<Confidence>(below(random_, 5));
        limits.probable_at = below(random_, 12);
        limits.wld_at = limits.lines == 1 ? below(random_, 12) : 0;
        limits.exact_at = below(random_, 10);
        const SearchResult result = searcher.search(board_, limits);
        const std::size_t moves = std::max<std::size_t>(PlainBoard(discs_).moves().size(), 1);
        demand(result.lines.size() == std::min(moves, static_cast<std::size_t>(limits.lines)),
               fmt::format("{} lines of {} moves, {} wanted", result.lines.size(), moves,
                           limits.lines));
        for (const Line& line : result.lines) {
            check_legal(line);
            demand(line.kind != ScoreKind::midgame || line.depth <= limits.depth,
                   fmt::format("depth {} instead of {}", line.depth, limits.depth));
            demand(line.value.in_discs() <= result.lines.front().value.in_discs(),
                   "the first line is not the best");
        }
    }

    /// Returns how many nodes there were beyond the limit.
    Nodes the_node_limit_is_kept(Searcher& searcher, int threads) {
        SearchLimits limits;
        limits.nodes = 1 + random_() % 20'000;
        limits.exact_at = below(random_, 30);
        const SearchResult result = searcher.search(board_, limits);
        // Each thread reports after 512 nodes at most, but not while it solves the last
        // ten squares, which takes some milliseconds.
        constexpr Nodes longest_leaf = 200'000;
        const Nodes more = result.nodes - std::min(result.nodes, *limits.nodes);
        demand(more <= static_cast<Nodes>(threads) * longest_leaf,
               fmt::format("{} nodes instead of {}, {} threads, exact from {} empty squares on",
                           result.nodes, *limits.nodes, threads, limits.exact_at));
        check_legal(result.lines.front());
        return more;
    }

    /// The searchers have one thread each and different instruction sets.
    void one_thread_is_reproducible(std::vector<Searcher>& searchers) {
        SearchLimits limits;
        limits.depth = 1 + below(random_, 8);
        limits.confidence = static_cast<Confidence>(below(random_, 5));
        limits.exact_at = below(random_, 12);
        const SearchResult once = search_anew(searchers.front(), board_, limits);
        for (Searcher& searcher : searchers) {
            const SearchResult again = search_anew(searcher, board_, limits);
            const Line& first = once.lines.front();
            const Line& second = again.lines.front();
            demand(again.nodes == once.nodes && second.value == first.value
                       && second.principal_variation == first.principal_variation,
                   fmt::format("instruction set {}: {} nodes, then {}",
                               &searcher - searchers.data(), once.nodes, again.nodes));
        }
    }

private:
    void demand(bool holds, const std::string& what) const {
        if (holds) return;
        throw Finding(
            fmt::format("{}\n{}\nto repeat it: --seed {}", as_text(discs_), what, part_seed_));
    }

    [[nodiscard]] static Score score_of(const SearchResult& result) {
        return result.lines.front().value.in_discs();
    }

    void check_legal(const Line& line) const {
        demand(!line.principal_variation.empty() && line.principal_variation.front() == line.move,
               "a variation does not begin with its move");
        PlainBoard board(discs_);
        for (const Square move : line.principal_variation) {
            const bool legal = move == Square::pass ? !board.can_move() && !board.is_over()
                                                    : board.play(index(move));
            demand(legal, fmt::format("{} is illegal in the variation of {}", to_string(move),
                                      to_string(line.move)));
            if (move == Square::pass) board.pass();
        }
    }

    PlainDiscs discs_;
    Board board_;
    Random& random_;
    std::uint64_t part_seed_;
};

std::vector<Searcher> one_thread_of_each_instruction_set() {
    std::vector<Searcher> searchers;
    for (const InstructionSet& set : instruction_sets()) {
        if (set.runs_here) searchers.emplace_back(1, table_megabytes, set);
    }
    return searchers;
}

} // namespace

Summary run_search(Run& run) {
    const Positions positions;
    std::vector<Searcher> searchers = one_thread_of_each_instruction_set();
    Nodes most_beyond = 0;
    while (run.goes_on()) {
        constexpr int positions_in_part = 50;
        Random random = run.next_part();
        const int threads = 1 + below(random, 4);
        Searcher searcher(threads, table_megabytes);
        for (int i = 0; i < positions_in_part && run.goes_on(); ++i) {
            PositionCheck check(positions.draw(random, 1 + below(random, 60)), random,
                                run.part_seed());
            check.symmetric_positions_score_the_same(searchers.back());
            check.bounds_do_not_cross(searchers.back());
            check.variations_are_legal(searcher);
            most_beyond = std::max(most_beyond, check.the_node_limit_is_kept(searcher, threads));
            check.one_thread_is_reproducible(searchers);
            run.finish_case();
        }
    }
    return {fmt::format("{} positions with 1 to 60 empty squares, searched 24 times or more each",
                        run.done()),
            fmt::format("symmetries agree, variations are legal, bounds do not cross, `depth` is "
                        "kept and `nodes` exceeded by {} at most, one thread is reproducible in "
                        "all instruction sets",
                        most_beyond)};
}

} // namespace emilia::testing
