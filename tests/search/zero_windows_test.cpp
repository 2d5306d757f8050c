#include "engine/play/searcher.h"
#include "engine/search/midgame_search.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"
#include "tests/search/search_fixture.h"

using namespace emilia;
using namespace emilia::testing;

namespace {

SearchResult search(const Board& board, Depth depth, bool zero_windows) {
    Searcher searcher(1, 1); // a fresh table: nothing deeper is known
    SearchLimits limits;
    limits.depth = depth;
    limits.confidence = Confidence::certain;
    limits.zero_windows = zero_windows;
    return searcher.search(board, limits);
}

} // namespace

TEST_CASE("a search without zero windows finds the same scores for more nodes") {
    Random random(1813);
    Nodes with = 0;
    Nodes without = 0;
    for (const int empties : {50, 40, 30, 20}) {
        for (const Board& board : positions_with(empties, 8, random)) {
            for (const Depth depth : {1, 4, 7}) {
                if (board.is_over()) continue;
                const SearchResult zero = search(board, depth, true);
                const SearchResult whole = search(board, depth, false);
                CAPTURE(board.player, board.opponent, depth);
                REQUIRE(zero.lines.front().score == whole.lines.front().score);
                REQUIRE(board.is_legal(whole.lines.front().move));
                with += zero.nodes;
                without += whole.nodes;
            }
        }
    }
    CHECK(with < without);
}

TEST_CASE("the midgame search without zero windows finds the value that plain alpha-beta finds") {
    Random random(1814);
    for (const int empties : {45, 25, 12}) {
        for (const Board& board : positions_with(empties, 6, random)) {
            for (Depth depth = 0; depth <= 5; ++depth) {
                SearchFixture fixture;
                MidgameSearch whole(fixture.thread, Confidence::certain, false);
                const Score value = plain_search(board, depth);
                CAPTURE(board.player, board.opponent, depth);
                REQUIRE(whole.search(PatternBoard(board), min_score, max_score, depth) == value);
            }
        }
    }
}

TEST_CASE("a search to the end without zero windows in its midgame part gives the exact score") {
    Random random(1815);
    for (const Board& board : positions_with(9, 10, random)) {
        if (board.is_over()) continue;
        const SearchResult whole = search(board, 60, false);
        CHECK(whole.lines.front().kind == ScoreKind::exact);
        CHECK(whole.lines.front().score == Score::from_discs(plain_solve(board)));
    }
}
