#include "engine/play/searcher.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"
#include "tests/search/search_limits.h"

using namespace emilia;
using namespace emilia::testing;

TEST_CASE("with a bonus for each move the best has the highest sum of score and bonus") {
    const int threads = GENERATE(1, 2);
    const int hundredths = GENERATE(150, 1000, 8000); // the last is more than any score
    const auto bonus = [hundredths](const Board& child) {
        const int part = static_cast<int>(hash(child) % 2001) - 1000;
        return Score::from_hundredths(hundredths * part / 1000);
    };
    Random random(34);
    int changed = 0;
    for (const int empties : {8, 40}) {
        const bool solved = empties == 8;
        for (const Board& board : positions_with(empties, 20, random)) {
            if (board.legal_moves() == 0) continue;
            constexpr Depth depth = 4;
            const auto score_of = [solved](const Board& child) {
                return solved ? Score::from_discs(-plain_solve(child))
                              : -plain_search(child, depth - 1);
            };
            SearchLimits limits = solved ? to_the_end() : to_depth(depth);
            limits.confidence = Confidence::certain;
            const Square plain = Searcher(1, hash_megabytes).search(board, limits).lines[0].move;
            limits.bonus = bonus;
            const Line best = Searcher(threads, hash_megabytes).search(board, limits).lines[0];
            const Board chosen = board.after(best.move);
            CAPTURE(board.player, board.opponent);
            CHECK(best.value.score() == score_of(chosen));
            for (const Square move : squares_of(board.legal_moves())) {
                const Board child = board.after(move);
                CHECK(score_of(child) + bonus(child) <= best.value.score() + bonus(chosen));
            }
            if (best.move != plain) ++changed;
        }
    }
    CHECK(changed > 0);
}

TEST_CASE("a move that wins all discs does not end a search with a bonus for each move") {
    const Board board{bit(Square::a2) | bit(Square::c4) | bit(Square::d3),
                      bit(Square::b2) | bit(Square::c3)};
    const Board others_remain = board.after(Square::b3);
    REQUIRE(board.after(Square::c2).opponent != 0);
    REQUIRE(board.after(Square::c2).player == 0);
    SearchLimits limits = to_depth(3);
    CHECK(Searcher(1, hash_megabytes).search(board, limits).lines.front().move == Square::c2);
    limits.bonus = [others_remain](const Board& child) {
        return Score::from_discs(child == others_remain ? 200 : 0);
    };
    CHECK(Searcher(1, hash_megabytes).search(board, limits).lines.front().move == Square::b3);
}

TEST_CASE("the win/loss/draw solver uses no bonus") {
    Random random(35);
    for (const Board& board : positions_with(9, 20, random)) {
        if (board.legal_moves() == 0) continue;
        SearchLimits limits = to_depth(8);
        limits.wld_at = 60;
        limits.bonus = [](const Board& child) {
            return Score::from_discs(static_cast<int>(hash(child) % 100));
        };
        const Line best = Searcher(1, hash_megabytes).search(board, limits).lines.front();
        const auto outcome = [](int discs) { return outcome_of(Score::from_discs(discs)); };
        CHECK(best.value.outcome() == outcome(plain_solve(board)));
        CHECK(best.value.outcome() == outcome(-plain_solve(board.after(best.move))));
    }
}
