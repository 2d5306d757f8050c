#include "engine/play/searcher.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"
#include "tests/search/problems.h"

#include <atomic>
#include <thread>
#include <tuple>

using namespace emilia;
using emilia::testing::plain_search;
using emilia::testing::plain_solve;
using emilia::testing::positions_with;
using emilia::testing::problems_of;
using emilia::testing::Random;

namespace {

constexpr std::size_t hash_megabytes = 16;

SearchLimits to_depth(Depth depth, int lines = 1) {
    SearchLimits limits;
    limits.depth = depth;
    limits.lines = lines;
    return limits;
}

SearchLimits to_the_end(int lines = 1) {
    SearchLimits limits;
    limits.exact_at = 60;
    limits.lines = lines;
    return limits;
}

/// The position at the end of a variation, or none if a move is illegal.
std::optional<Board> played(Board board, const std::vector<Square>& moves) {
    for (const Square move : moves) {
        if (!board.is_legal(move)) return std::nullopt;
        board = board.after(move);
    }
    return board;
}

} // namespace

TEST_CASE("a search gives a legal move however soon it is stopped") {
    Searcher searcher(GENERATE(1, 2), hash_megabytes);
    const std::atomic<bool> stop = true;
    Random random(31);
    for (const int empties : {60, 40, 20, 5}) {
        for (const Board& board : positions_with(empties, 5, random)) {
            if (board.is_over()) continue;
            SearchLimits limits;
            limits.stop = &stop;
            const SearchResult result = searcher.search(board, limits);
            REQUIRE_FALSE(result.lines.empty());
            CHECK(board.is_legal(result.lines.front().move));
            SearchLimits late;
            late.deadline = Clock::now() - std::chrono::seconds(1);
            CHECK(board.is_legal(searcher.search(board, late).lines.front().move));
        }
    }
}

TEST_CASE("a result says whether a limit interrupted an iteration") {
    Searcher searcher(GENERATE(1, 2), hash_megabytes);
    CHECK_FALSE(searcher.search(Board::start(), to_depth(4)).interrupted);
    SearchLimits limits = to_depth(30);
    limits.nodes = 5'000;
    CHECK(searcher.search(Board::start(), limits).interrupted);
    limits.enough = [](const SearchResult& result) { return result.lines.front().depth == 3; };
    CHECK_FALSE(searcher.search(Board::start(), limits).interrupted);
}

TEST_CASE("a stop from another thread ends a search that would take years") {
    Searcher searcher(GENERATE(1, 2), hash_megabytes);
    std::atomic<bool> stop = false;
    SearchLimits limits;
    limits.stop = &stop;
    std::thread stopper;
    const auto stop_at_3 = [&](const SearchResult& sofar) {
        if (sofar.lines.front().depth == 3) stopper = std::thread([&stop] { stop = true; });
    };
    const SearchResult result = searcher.search(Board::start(), limits, {.iteration = stop_at_3});
    stopper.join();
    CHECK(Board::start().is_legal(result.lines.front().move));
    CHECK(result.lines.front().depth >= 3);
}

TEST_CASE("a long search reports between its iterations") {
    Searcher searcher(GENERATE(1, 2), hash_megabytes);
    std::atomic<bool> stop = false; // without a pulse the search would take years
    SearchLimits limits;
    limits.stop = &stop;
    std::optional<SearchResult> heard;
    const auto hear = [&](const SearchResult& sofar) {
        heard = sofar;
        stop = true;
    };
    const SearchResult result =
        searcher.search(Board::start(), limits, {.iteration = {}, .pulse = hear});
    REQUIRE(heard);
    CHECK(heard->nodes > 0);
    CHECK(heard->nodes <= result.nodes);
    CHECK(Board::start().is_legal(heard->lines.front().move));
}

TEST_CASE("one thread and a fixed depth give the same nodes every time") {
    Random random(32);
    for (const Board& board : positions_with(40, 3, random)) {
        Searcher first(1, hash_megabytes);
        Searcher second(1, hash_megabytes);
        const SearchResult once = first.search(board, to_depth(7));
        const SearchResult twice = second.search(board, to_depth(7));
        CHECK(once.nodes == twice.nodes);
        CHECK(once.lines.front().score == twice.lines.front().score);
        first.forget();
        CHECK(first.search(board, to_depth(7)).nodes == once.nodes);
    }
}

TEST_CASE("on virtual processors a search with many threads is the same every time") {
    Random random(45);
    const Board board = positions_with(22, 1, random).front();
    const auto solve = [&board](int threads) {
        VirtualProcessors processors(static_cast<std::size_t>(threads), 40);
        SearchLimits limits = to_the_end();
        limits.processors = &processors;
        const SearchResult result = Searcher(threads, hash_megabytes).search(board, limits);
        return std::tuple(result.lines.front().score, result.nodes, processors.clock(0));
    };
    const auto [score, nodes, time] = solve(1);
    CHECK(nodes == time);
    const auto once = solve(4);
    CHECK(solve(4) == once);
    CHECK(std::get<0>(once) == score);
    CHECK(std::get<2>(once) < time / 2);
}

TEST_CASE("a node limit is kept to with one thread") {
    Searcher searcher(1, hash_megabytes);
    for (const Nodes nodes : {1U, 10U, 1000U, 12345U}) {
        SearchLimits limits;
        limits.nodes = nodes;
        const SearchResult result = searcher.search(Board::start(), limits);
        CHECK(result.nodes >= nodes);
        CHECK(result.nodes <= nodes + 64); // an ordering search enters a few more
        CHECK(Board::start().is_legal(result.lines.front().move));
    }
}

TEST_CASE("every line has the true score of its move, best first") {
    Random random(33);
    for (const Board& board : positions_with(40, 4, random)) {
        if (board.legal_moves() == 0) continue;
        constexpr Depth depth = 4;
        const auto full_width = [](int lines) {
            SearchLimits limits = to_depth(depth, lines);
            limits.confidence = Confidence::certain;
            return limits;
        };
        const auto lines = Searcher(1, hash_megabytes).search(board, full_width(64)).lines;
        REQUIRE(static_cast<int>(lines.size()) == count(board.legal_moves()));
        for (std::size_t i = 0; i < lines.size(); ++i) {
            CAPTURE(i, board.player, board.opponent);
            if (i > 0) CHECK(lines[i].score <= lines[i - 1].score);
            CHECK(lines[i].depth == depth);
            // The table may hold a deeper result for a line, but never a shallower one. At this
            // depth only transpositions can have brought one.
            CHECK(lines[i].score == -plain_search(board.after(lines[i].move), depth - 1));
        }
        const auto top = Searcher(1, hash_megabytes).search(board, full_width(3)).lines;
        for (std::size_t i = 0; i < top.size(); ++i) CHECK(top[i].score == lines[i].score);
    }
}

TEST_CASE("an unfinished iteration does not mix its depth into the ranking of several moves") {
    Searcher searcher(1, hash_megabytes);
    Random random(38);
    const Board board = positions_with(45, 1, random).front();
    for (const Nodes nodes : {50U, 500U, 2000U, 5000U, 10000U, 20000U}) {
        SearchLimits limits;
        limits.nodes = nodes;
        limits.lines = 64;
        searcher.forget();
        const SearchResult result = searcher.search(board, limits);
        for (const Line& line : result.lines) CHECK(line.depth == result.lines.front().depth);
    }
}

TEST_CASE("exact scores of all moves are those of plain alpha-beta") {
    const int threads = GENERATE(1, 2);
    Random random(34);
    for (const Board& board : positions_with(9, 8, random)) {
        if (board.is_over()) continue;
        const auto lines = Searcher(threads, hash_megabytes).search(board, to_the_end(64)).lines;
        for (const Line& line : lines) {
            CHECK(line.kind == ScoreKind::exact);
            CHECK(line.score == Score::from_discs(-plain_solve(board.after(line.move))));
        }
    }
}

TEST_CASE("excluded moves are not searched") {
    Searcher searcher(1, hash_megabytes);
    Random random(35);
    for (const Board& board : positions_with(9, 8, random)) {
        if (board.is_over()) continue;
        CAPTURE(board.player, board.opponent);
        const SearchResult all = searcher.search(board, to_the_end(64));
        SearchLimits limits = to_the_end();
        for (std::size_t i = 0; i + 1 < all.lines.size(); ++i) {
            limits.excluded |= bit(all.lines[i].move);
            const Line best = searcher.search(board, limits).lines.front();
            CHECK_FALSE(contains(limits.excluded, best.move));
            CHECK(best.score == all.lines[i + 1].score);
        }
    }
}

TEST_CASE("an exact variation is legal to the end of the game and ends with its score") {
    const int threads = GENERATE(1, 2);
    Random random(35);
    for (const Board& board : positions_with(12, 15, random)) {
        if (board.is_over()) continue;
        for (const Line& line :
             Searcher(threads, hash_megabytes).search(board, to_the_end(64)).lines) {
            const auto end = played(board, line.principal_variation);
            REQUIRE(end);
            CHECK(end->is_over());
            const bool same_side = line.principal_variation.size() % 2 == 0;
            const Score score = Score::from_discs(end->final_score());
            CHECK((same_side ? score : -score) == line.score);
        }
    }
}

TEST_CASE("a win/loss/draw variation is legal to the end of the game and ends with its outcome") {
    const int threads = GENERATE(1, 2);
    Random random(44);
    for (const Board& board : positions_with(12, 15, random)) {
        if (board.is_over()) continue;
        SearchLimits limits = to_depth(11, 64);
        limits.wld_at = 60;
        for (const Line& line : Searcher(threads, hash_megabytes).search(board, limits).lines) {
            const auto end = played(board, line.principal_variation);
            REQUIRE(end);
            CHECK(end->is_over());
            const bool same_side = line.principal_variation.size() % 2 == 0;
            const int discs = same_side ? end->final_score() : -end->final_score();
            CHECK(line.score == Score::from_discs((discs > 0) - (discs < 0)));
        }
    }
}

TEST_CASE("every move of every variation is legal") {
    const int threads = GENERATE(1, 2);
    Searcher searcher(threads, 1); // small, so that many entries are replaced
    Random random(36);
    for (const int empties : {55, 40, 25, 16}) {
        for (const Board& board : positions_with(empties, 3, random)) {
            const auto check = [&board](const SearchResult& result) {
                for (const Line& line : result.lines) {
                    REQUIRE_FALSE(line.principal_variation.empty());
                    CHECK(line.principal_variation.front() == line.move);
                    CHECK(played(board, line.principal_variation));
                }
            };
            check(searcher.search(board, to_depth(7, 64), {.iteration = check}));
        }
    }
}

TEST_CASE("a player without a move passes, and a finished game has no move") {
    Searcher searcher(1, hash_megabytes);
    const Board passing{bit(Square::b1) | bit(Square::a2), bit(Square::a1)};
    const SearchResult result = searcher.search(passing, to_depth(3));
    REQUIRE(result.lines.size() == 1);
    CHECK(result.lines.front().move == Square::pass);
    CHECK(searcher.search(Board{all_squares, 0}, to_depth(3)).lines.empty());
}

TEST_CASE("the win/loss/draw solver's moves have the outcome it says") {
    Random random(37);
    for (const Board& board : positions_with(10, 10, random)) {
        if (board.is_over()) continue;
        SearchLimits limits = to_depth(9, 64);
        limits.wld_at = 60;
        for (const Line& line : Searcher(1, hash_megabytes).search(board, limits).lines) {
            CHECK(line.kind == ScoreKind::wld);
            const int discs = -plain_solve(board.after(line.move));
            CHECK(line.score == Score::from_discs((discs > 0) - (discs < 0)));
        }
    }
}

TEST_CASE("an interrupted win/loss/draw search never prefers a proven loss to an open move") {
    Random random(39);
    for (const Board& board : positions_with(12, 60, random)) {
        if (count(board.legal_moves()) < 3) continue;
        SearchLimits limits = to_depth(11);
        limits.wld_at = 60;
        Searcher searcher(1, hash_megabytes);
        const SearchResult whole = searcher.search(board, limits);
        if (whole.lines.front().score < Score()) continue; // every move is lost
        for (Nodes part = 1; part < 20; ++part) {
            searcher.forget();
            limits.nodes = whole.nodes * part / 20;
            const Line line = searcher.search(board, limits).lines.front();
            CHECK_FALSE((line.kind == ScoreKind::wld && line.score < Score()));
            // Outcomes that are only probable change the order of the moves, and nothing else.
            CHECK(line.kind != ScoreKind::probable);
        }
    }
}

TEST_CASE("a search ends after the iteration that the caller calls enough") {
    Searcher searcher(1, hash_megabytes);
    SearchLimits limits = to_depth(12);
    int asked = 0;
    limits.enough = [&asked](const SearchResult& result) {
        ++asked;
        CHECK(result.lines.front().depth == asked);
        CHECK(result.nodes > 0);
        return result.lines.front().depth == 5;
    };
    CHECK(searcher.search(Board::start(), limits).lines.front().depth == 5);
    CHECK(asked == 5);
}

TEST_CASE("a proven win is not given up for the better score of a selective search") {
    Random random(43);
    int cut_short_after_proof = 0;
    for (const Board& board : positions_with(20, 3, random)) {
        if (count(board.legal_moves()) < 3) continue;
        Searcher searcher(1, hash_megabytes);
        SearchLimits limits = to_the_end();
        limits.wld_at = 60;
        const Nodes whole = searcher.search(board, limits).nodes;
        for (int part = 1; part < 6; ++part) {
            searcher.forget();
            limits.nodes = whole * static_cast<Nodes>(part) / 6;
            bool proven = false;
            const auto note = [&proven](const SearchResult& sofar) {
                const Line& line = sofar.lines.front();
                proven |= line.kind == ScoreKind::wld && line.score > Score();
                if (!proven) return;
                CHECK(line.kind >= ScoreKind::wld);
                CHECK(line.score > Score());
            };
            const SearchResult result = searcher.search(board, limits, {.iteration = note});
            note(result);
            if (proven && result.lines.front().kind == ScoreKind::wld) ++cut_short_after_proof;
        }
    }
    CHECK(cut_short_after_proof > 0);
}

TEST_CASE("the score of a selective exact search is not called exact") {
    Searcher searcher(1, hash_megabytes);
    Random random(40);
    int selective_searches = 0;
    for (const Board& board : positions_with(20, 2, random)) {
        if (board.is_over()) continue;
        searcher.forget();
        const auto check = [&selective_searches](const SearchResult& sofar) {
            const Line& line = sofar.lines.front();
            if (line.depth < 20 || line.confidence == Confidence::certain) {
                CHECK(line.kind == (line.depth == 20 ? ScoreKind::exact : ScoreKind::midgame));
                return;
            }
            ++selective_searches;
            CHECK(line.kind == ScoreKind::probable);
            CHECK(line.depth == 20);
            CHECK(line.score.hundredths() % 100 == 0);
        };
        const SearchResult last = searcher.search(board, to_the_end(), {.iteration = check});
        CHECK(last.lines.front().kind == ScoreKind::exact);
    }
    CHECK(selective_searches == 2); // one before each exact search
}

TEST_CASE("of equally good moves the exact search begins with one that was easy to search") {
    // G3 leaves the opponent fifteen replies, one of which is found at once; C7 is as good.
    const Problem problem = problems_of("ffo/fforum-40-59.obf")[3];
    const Board& board = problem.position.board;
    Searcher searcher(1, hash_megabytes);
    std::vector<Square> selective;
    const auto note = [&](const SearchResult& sofar) {
        const Line& line = sofar.lines.front();
        if (line.kind == ScoreKind::probable) selective.push_back(line.move);
    };
    const Line exact = searcher.search(board, to_the_end(), {.iteration = note}).lines.front();
    CHECK(selective == std::vector{Square::c7});
    CHECK(exact.move == Square::c7);
    CHECK(exact.score.whole_discs() == problem.best_discs());

    searcher.forget();
    SearchLimits selective_only = to_the_end();
    selective_only.end_confidence = Confidence::low;
    const Line last = searcher.search(board, selective_only).lines.front();
    CHECK(last.move == Square::g3);
    CHECK(last.score.whole_discs() == problem.best_discs());
}

TEST_CASE("a selective search of the win/loss/draw solver changes no estimates") {
    Searcher searcher(1, hash_megabytes);
    Random random(41);
    for (const Board& board : positions_with(20, 2, random)) {
        if (board.is_over()) continue;
        SearchLimits limits = to_depth(4, 64);
        limits.wld_at = 60;
        std::optional<Score> best;
        int reports = 0;
        searcher.forget();
        const auto check = [&](const SearchResult& sofar) {
            ++reports;
            Score highest = min_score;
            for (const Line& line : sofar.lines) highest = std::max(highest, line.estimate);
            if (reports == 4) best = highest;
            if (reports > 4) CHECK(highest == best);
        };
        const SearchResult last = searcher.search(board, limits, {.iteration = check});
        CHECK(last.lines.front().kind == ScoreKind::wld);
        CHECK(reports == 7); // four depths, two selective searches, the solver
    }
}

TEST_CASE("an outcome in discs is the estimate, unless that contradicts the outcome") {
    const auto value = [](int outcome, int estimate) {
        Line line;
        line.kind = ScoreKind::wld;
        line.score = Score::from_discs(outcome);
        line.estimate = Score::from_discs(estimate);
        return value_in_discs(line).whole_discs();
    };
    CHECK(value(1, 54) == 54);
    CHECK(value(1, -3) == 2);
    CHECK(value(0, 7) == 0);
    CHECK(value(-1, 5) == -2);
    CHECK(value(-1, -20) == -20);
}

TEST_CASE("the first FFO problems are solved with the published scores") {
    const int threads = GENERATE(1, 2);
    Searcher searcher(threads, hash_megabytes);
    for (const Problem& problem : problems_of("ffo/fforum-1-19.obf")) {
        const auto lines = searcher.search(problem.position.board, to_the_end()).lines;
        CHECK(lines.front().score.whole_discs() == problem.best_discs());
        CHECK(problem.discs_of(lines.front().move) == problem.best_discs());
    }
}

TEST_CASE("every move of an FFO problem gets its published score") {
    Searcher searcher(2, hash_megabytes);
    for (const Problem& problem : problems_of("ffo/fforum-1-19.obf")) {
        for (const Line& line : searcher.search(problem.position.board, to_the_end(64)).lines) {
            CHECK(line.score.whole_discs() == problem.discs_of(line.move));
        }
    }
}
