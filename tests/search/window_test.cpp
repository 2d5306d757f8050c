#include "engine/play/searcher.h"
#include "tests/catch.h"
#include "tests/search/endgame_boards.h"

using namespace emilia;
using namespace emilia::testing;

namespace {

SearchLimits within(Score alpha, Score beta) {
    SearchLimits limits;
    limits.window = {alpha, beta};
    return limits;
}

/// Whether the result of a search within `window` fits the exact score: it is that score or a
/// bound.
bool agrees(Score found, Score score, const Window& window) {
    if (found <= window.alpha) return score <= window.alpha;
    if (found >= window.beta) return score >= window.beta;
    return found == score;
}

/// Windows with the score inside, at either edge, below and above.
std::vector<Window> windows_around(Score score, Score width) {
    std::vector<Window> windows;
    for (const int steps : {-3, -2, -1, 0, 1, 2}) {
        Window window{score + score_step, score + width};
        for (int i = 0; i < std::abs(steps); ++i) {
            window.alpha = steps < 0 ? window.alpha - width : window.alpha + width;
            window.beta = steps < 0 ? window.beta - width : window.beta + width;
        }
        window.alpha = std::clamp(window.alpha, min_score, max_score - score_step);
        window.beta = std::clamp(window.beta, window.alpha + score_step, max_score);
        windows.push_back(window);
        windows.push_back({window.alpha, window.alpha + score_step});
    }
    return windows;
}

} // namespace

TEST_CASE("an endgame search within a window gives the score or a true bound of it") {
    Searcher searcher(GENERATE(1, 2), 4);
    Random random(81);
    for (const int empties : {3, 6, 9}) {
        for (const Board& board : usual_and_odd_boards(empties, 20, random)) {
            if (board.is_over()) continue;
            const Score score = Score::from_discs(plain_solve(board));
            for (const Window& window : windows_around(score, Score::from_discs(4))) {
                SearchLimits limits = within(window.alpha, window.beta);
                limits.exact_at = 60;
                const SearchResult result = searcher.search(board, limits);
                const Line& best = result.lines.front();
                CAPTURE(window.alpha.discs(), window.beta.discs(), score.discs());
                CAPTURE(best.value.score().discs());
                CHECK(agrees(best.value.score(), score, window));
                CHECK(board.is_legal(best.move));
                // The move keeps the score that is claimed for it.
                if (best.value.score() > window.alpha) {
                    CHECK(-plain_solve(board.after(best.move)) >= best.value.score().whole_discs());
                }
            }
        }
    }
}

TEST_CASE("a midgame search within a window gives the score or a true bound of it") {
    Random random(82);
    constexpr Depth depth = 4;
    for (const Board& board : positions_with(40, 12, random)) {
        const Score score = plain_search(board, depth);
        for (const Window& window : windows_around(score, Score::from_hundredths(130))) {
            // The table is fresh because deeper entries of another search would be used.
            Searcher searcher(1, 1);
            SearchLimits limits = within(window.alpha, window.beta);
            limits.depth = depth;
            limits.confidence = Confidence::certain;
            const Line best = searcher.search(board, limits).lines.front();
            CAPTURE(window.alpha.discs(), window.beta.discs(), score.discs(),
                    best.value.score().discs());
            CHECK(agrees(best.value.score(), score, window));
            CHECK(best.depth == depth);
        }
    }
}

TEST_CASE("a narrow window costs less than an open one") {
    Random random(83);
    Nodes open = 0;
    Nodes narrow = 0;
    for (const Board& board : positions_with(14, 10, random)) {
        const auto nodes_within = [&](Score alpha, Score beta) {
            SearchLimits limits = within(alpha, beta);
            limits.exact_at = 60;
            return Searcher(1, 1).search(board, limits).nodes;
        };
        open += nodes_within(min_score, max_score);
        narrow += nodes_within(Score::from_discs(-1), Score::from_discs(1));
    }
    CHECK(narrow < open);
}

TEST_CASE("a search to the end stops at the confidence that is asked for") {
    Random random(84);
    for (const Confidence wanted :
         {Confidence::low, Confidence::fair, Confidence::very_high, Confidence::certain}) {
        for (const int empties : {12, 21}) {
            const Board board = positions_with(empties, 1, random).front();
            SearchLimits limits;
            limits.exact_at = 60;
            limits.end_confidence = wanted;
            std::vector<Confidence> to_the_end;
            const auto note = [&](const SearchResult& sofar) {
                const Line& line = sofar.lines.front();
                if (line.kind != ScoreKind::midgame) to_the_end.push_back(line.confidence);
            };
            const Line best =
                Searcher(1, 4).search(board, limits, {.iteration = note}).lines.front();
            CAPTURE(percent(wanted), empties);
            CHECK(best.confidence == wanted);
            CHECK(best.depth == empties);
            CHECK((best.kind == ScoreKind::exact) == (wanted == Confidence::certain));
            REQUIRE_FALSE(to_the_end.empty());
            CHECK(std::is_sorted(to_the_end.begin(), to_the_end.end()));
            CHECK(std::adjacent_find(to_the_end.begin(), to_the_end.end()) == to_the_end.end());
        }
    }
}
