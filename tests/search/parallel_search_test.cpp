#include "engine/play/searcher.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"
#include "tests/search/problems.h"
#include "tests/search/search_limits.h"
#include "tests/search/virtual_processors.h"

#include <atomic>
#include <stdexcept>
#include <thread>
#include <tuple>

using namespace emilia;
using namespace emilia::testing;

TEST_CASE("a search gives a legal move however soon it is stopped") {
    Searcher searcher(GENERATE(1, 2, 5), hash_megabytes);
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
    Searcher searcher(GENERATE(1, 2, 5), hash_megabytes);
    CHECK_FALSE(searcher.search(Board::start(), to_depth(4)).interrupted);
    SearchLimits limits = to_depth(30);
    limits.nodes = 5'000;
    CHECK(searcher.search(Board::start(), limits).interrupted);
    limits.enough = [](const SearchResult&, const Iteration& last, const Iteration&) {
        return last.depth == 3;
    };
    CHECK_FALSE(searcher.search(Board::start(), limits).interrupted);
}

TEST_CASE("a stop from another thread ends a search that would take years") {
    Searcher searcher(GENERATE(1, 2, 5), hash_megabytes);
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
    Searcher searcher(GENERATE(1, 2, 5), hash_megabytes);
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
        CHECK(once.lines.front().value == twice.lines.front().value);
        first.forget();
        CHECK(first.search(board, to_depth(7)).nodes == once.nodes);
    }
}

TEST_CASE("on virtual processors a search with many threads is the same every time") {
    Random random(45);
    const Board board = positions_with(22, 1, random).front();
    const auto solve = [&board](std::size_t threads) {
        VirtualProcessors processors(threads, 40);
        TranspositionTable table(hash_megabytes);
        const SearchResult result = best_instruction_set().search(
            table, embedded_weights(), processors, board, to_the_end(), {});
        return std::tuple(result.lines.front().value.score(), result.nodes, processors.clock(0));
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

TEST_CASE("a player without a move passes, and a finished game has no move") {
    Searcher searcher(1, hash_megabytes);
    const Board passing{bit(Square::b1) | bit(Square::a2), bit(Square::a1)};
    const SearchResult result = searcher.search(passing, to_depth(3));
    REQUIRE(result.lines.size() == 1);
    CHECK(result.lines.front().move == Square::pass);
    CHECK(searcher.search(Board{all_squares, 0}, to_depth(3)).lines.empty());
}

TEST_CASE("a search ends after the iteration that the caller calls enough") {
    Searcher searcher(1, hash_megabytes);
    SearchLimits limits = to_depth(12);
    int asked = 0;
    limits.enough = [&asked](const SearchResult& result, const Iteration& last,
                             const Iteration& next) {
        ++asked;
        CHECK(result.lines.front().depth == asked);
        CHECK(last.depth == asked);
        CHECK(next.depth == asked + 1);
        CHECK(result.nodes > 0);
        return result.lines.front().depth == 5;
    };
    CHECK(searcher.search(Board::start(), limits).lines.front().depth == 5);
    CHECK(asked == 5);
}

TEST_CASE("a search to the end becomes surer and surer, whoever asked for it") {
    Random random(32);
    const Board board = positions_with(20, 1, random).front();
    const auto searches_of = [&board](const SearchLimits& limits) {
        std::vector<Confidence> confidences;
        const auto note = [&confidences](const SearchResult& sofar) {
            const Line& best = sofar.lines.front();
            if (best.kind != ScoreKind::midgame) confidences.push_back(best.confidence);
        };
        Searcher searcher(1, hash_megabytes);
        CHECK_FALSE(searcher.search(board, limits, {.iteration = note}).interrupted);
        return confidences;
    };
    const SearchLimits deepening;
    SearchLimits solving;
    solving.exact_at = 20;
    const std::vector few{Confidence::low, Confidence::certain};
    CHECK(searches_of(deepening) == few);
    CHECK(searches_of(solving) == few);
    // One that may be stopped takes more steps.
    const std::vector all{Confidence::low, Confidence::fair, Confidence::high,
                          Confidence::very_high, Confidence::certain};
    for (SearchLimits limits : {deepening, solving}) {
        limits.nodes = 1'000'000'000;
        CHECK(searches_of(limits) == all);
    }
}

TEST_CASE("the first FFO problems are solved with the published scores") {
    const int threads = GENERATE(1, 2);
    Searcher searcher(threads, hash_megabytes);
    for (const Problem& problem : problems_of("ffo/fforum-1-19.obf")) {
        const auto lines = searcher.search(problem.position.board, to_the_end()).lines;
        CHECK(lines.front().value.score().whole_discs() == problem.best_discs());
        CHECK(problem.discs_of(lines.front().move) == problem.best_discs());
    }
}

TEST_CASE("every move of an FFO problem gets its published score") {
    Searcher searcher(2, hash_megabytes);
    for (const Problem& problem : problems_of("ffo/fforum-1-19.obf")) {
        for (const Line& line : searcher.search(problem.position.board, to_the_end(64)).lines) {
            CHECK(line.value.score().whole_discs() == problem.discs_of(line.move));
        }
    }
}

TEST_CASE("what a pulse throws ends the search and reaches the caller") {
    const int threads = GENERATE(1, 3, 5);
    Searcher searcher(threads, 1);
    const SearchLimits limits = to_depth(60); // would take years
    const auto fail = [](const SearchResult&) { throw std::runtime_error("no more output"); };
    CHECK_THROWS_WITH(searcher.search(Board::start(), limits, {.iteration = {}, .pulse = fail}),
                      "no more output");
    CHECK(searcher.search(Board::start(), to_depth(2)).lines.size() == 1);
}
