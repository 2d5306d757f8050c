#include "engine/board/board.h"
#include "engine/board/symmetry.h"
#include "engine/search/midgame_search.h"
#include "engine/search/ordering.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"
#include "tests/search/problems.h"
#include "tests/search/search_fixture.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using namespace emilia;
using emilia::testing::below;
using emilia::testing::plain_search;
using emilia::testing::plain_solve;
using emilia::testing::positions_with;
using emilia::testing::problems_of;
using emilia::testing::Random;
using emilia::testing::SearchFixture;

namespace {

Score full_search(SearchThread& thread, const Board& board, Window window, Depth depth) {
    return search_midgame(thread, PatternBoard(board), window, depth, Confidence::certain);
}

} // namespace

TEST_CASE("the midgame search finds the value that plain alpha-beta finds") {
    Random random(21);
    for (const int empties : {55, 45, 35, 25, 15}) {
        for (const Board& board : positions_with(empties, 6, random)) {
            for (Depth depth = 0; depth <= 5; ++depth) {
                SearchFixture search; // a fresh table has no deeper results
                const Score value = plain_search(board, depth);
                CAPTURE(board.player, board.opponent, depth);
                REQUIRE(full_search(search.thread, board, {}, depth) == value);
                const Score alpha =
                    value + in_steps(Score::from_hundredths(below(random, 400) - 200));
                const Score bound =
                    full_search(search.thread, board, {alpha, alpha + score_step}, depth);
                REQUIRE((bound > alpha) == (value > alpha));
            }
        }
    }
}

TEST_CASE("a midgame search that reaches the end gives the exact score") {
    Random random(22);
    for (const Board& board : positions_with(8, 50, random)) {
        SearchFixture search;
        const Score exact = Score::from_discs(plain_solve(board));
        CHECK(full_search(search.thread, board, {}, 8) == exact);
        CHECK(full_search(search.thread, board, {}, 30) == exact);
    }
}

TEST_CASE("the shallow search finds the value that plain alpha-beta finds") {
    Random random(23);
    SearchFixture search;
    for (const int empties : {50, 30, 10, 2}) {
        for (const Board& board : positions_with(empties, 20, random)) {
            for (Depth depth = 0; depth <= 3; ++depth) {
                CHECK(shallow_search<Leaves::corrected>(search.thread, PatternBoard(board),
                                                        min_score, max_score, depth)
                      == plain_search(board, depth));
            }
        }
    }
}

TEST_CASE("a selective search errs by little and takes fewer nodes") {
    Random random(25);
    double difference = 0;
    int positions = 0;
    Nodes full_nodes = 0;
    Nodes selective_nodes = 0;
    for (const int empties : {45, 35, 25}) {
        for (const Board& board : positions_with(empties, 15, random)) {
            constexpr Depth depth = 7;
            const auto value = [&board](Confidence confidence, Nodes& nodes) {
                SearchFixture search;
                const Score score =
                    search_midgame(search.thread, PatternBoard(board), {}, depth, confidence);
                search.thread.report();
                nodes += search.control.nodes();
                return score.discs();
            };
            difference += std::abs(value(Confidence::certain, full_nodes)
                                   - value(Confidence::fair, selective_nodes));
            ++positions;
        }
    }
    CHECK(difference / positions < 1);
    CHECK(selective_nodes < full_nodes);
}

TEST_CASE("a selective search with the window of a bound answers for that bound") {
    Random random(26);
    int agreed = 0;
    int asked = 0;
    for (const Board& board : positions_with(30, 40, random)) {
        SearchFixture search;
        const Score value = full_search(search.thread, board, {}, 6);
        for (const int away : {-1000, -500, 500, 1000}) {
            SearchFixture fresh;
            const Score alpha = value + Score::from_hundredths(away);
            if (alpha < min_score || alpha >= max_score) continue;
            const Score bound = search_midgame(fresh.thread, PatternBoard(board),
                                               {alpha, alpha + score_step}, 6, Confidence::fair);
            ++asked;
            agreed += (bound > alpha) == (value > alpha) ? 1 : 0;
        }
    }
    REQUIRE(asked > 100);
    CHECK(agreed > asked * 95 / 100);
}

TEST_CASE("moves that look two discs worse than another one are searched two plies less deep") {
    constexpr Depth depth = 7;
    Random random(27);
    int late = 0;
    int deep_late = 0;
    int first = 0;
    int deep_first = 0;
    for (const Board& board : positions_with(30, 100, random)) {
        const Bitboard legal = board.legal_moves();
        if (count(legal) < 5) continue;
        SearchFixture search;
        const PatternBoard position(board);
        const Score alpha = full_search(search.thread, board, {}, depth) + score_step;
        search.table.clear();
        const Score bound = search_midgame(search.thread, position, {alpha, alpha + score_step},
                                           depth, Confidence::fair);
        if (bound > alpha) continue;
        OrderedMoves moves(board, legal);
        order_midgame_moves(moves, search.thread, position, depth, {});
        const auto is_deep = [&](const OrderedMove& move) {
            const Board child = moves.child(move);
            const auto known = search.table.probe(child, hash(child));
            const Reach whole = Reach::midgame(depth - 1, Confidence::fair);
            return known && known->reach.serves(whole) ? 1 : 0;
        };
        first += 1;
        deep_first += is_deep(moves.pick(0));
        static_cast<void>(moves.pick(1));
        // The table's two moves are not compared with the others, so the third one decides.
        const int third = moves.pick(2).value;
        for (const OrderedMove& move : moves.all().subspan(3)) {
            if (move.value >= third - 200) continue;
            late += 1;
            deep_late += is_deep(move);
        }
    }
    CAPTURE(first, deep_first, late, deep_late);
    CHECK(first > 50);
    CHECK(late > 200);
    CHECK(deep_first > first / 2);
    CHECK(deep_late < late / 20);
}

TEST_CASE("a selective search looks a ply further where there are no more than four moves") {
    constexpr Depth depth = 5;
    Random random(28);
    int few = 0;
    int many = 0;
    for (const Board& board : positions_with(16, 1000, random)) {
        const auto looks = [&](Confidence confidence, Depth plies) {
            SearchFixture search;
            static_cast<void>(
                search_midgame(search.thread, PatternBoard(board), {}, depth, confidence));
            const auto known = search.table.probe(board, hash(board));
            REQUIRE(known);
            const Board child = board.after(known->best);
            if (child.legal_moves() == 0) return true; // the table holds no passes
            const auto after = search.table.probe(child, hash(child));
            const auto serves = [&](Depth wanted) {
                return after->reach.serves(Reach::midgame(wanted, confidence));
            };
            return after && serves(plies) && !serves(plies + 1);
        };
        const int moves = count(board.legal_moves());
        if (moves == 0) continue;
        CAPTURE(board.player, board.opponent, moves);
        (moves <= 4 ? few : many) += 1;
        CHECK(looks(Confidence::fair, moves <= 4 ? depth : depth - 1));
        CHECK(looks(Confidence::certain, depth - 1));
    }
    CHECK(few > 20);
    CHECK(many > 500);
}

TEST_CASE("the files of midgame problems list the best moves of different positions") {
    std::vector<Board> boards;
    for (const char* file : {"wthor/wthor-30-empties.obf", "wthor/wthor-30-empties-hard.obf"}) {
        for (const Problem& problem : problems_of(file)) {
            const Board& board = problem.position.board;
            REQUIRE(board.empties() == 30);
            REQUIRE_FALSE(problem.moves.empty());
            CHECK(problem.moves.front().discs % 2 == 0);
            for (const ScoredMove& move : problem.moves) {
                CHECK(contains(board.legal_moves(), move.move));
                CHECK(move.discs == problem.moves.front().discs);
            }
            boards.push_back(canonical(board));
        }
    }
    const auto before = [](const Board& a, const Board& b) {
        return std::pair(a.player, a.opponent) < std::pair(b.player, b.opponent);
    };
    std::sort(boards.begin(), boards.end(), before);
    CHECK(std::adjacent_find(boards.begin(), boards.end()) == boards.end());
}

TEST_CASE("the deeper a search of positions from tournaments, the less it errs") {
    const auto total_error = [](Depth depth) {
        double error = 0;
        for (const Problem& problem : problems_of("wthor/wthor-30-empties.obf")) {
            SearchFixture search;
            const Score score = search_midgame(search.thread, PatternBoard(problem.position.board),
                                               {}, depth, Confidence::fair);
            error += std::abs(score.discs() - problem.moves.front().discs);
        }
        return error;
    };
    CHECK(total_error(8) < 0.8 * total_error(1));
}
