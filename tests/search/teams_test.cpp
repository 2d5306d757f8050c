#include "engine/play/searcher.h"
#include "engine/search/teams.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"
#include "tests/search/problems.h"
#include "tests/search/search_fixture.h"
#include "tests/search/search_limits.h"
#include "tests/search/virtual_processors.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <tuple>
#include <utility>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// A search with teams whose main team does nothing by itself.
struct TeamsFixture : SearchFixture {
    TeamsFixture(std::size_t number, Depth deepest)
        : threads(number),
          board(some_board()),
          limits(to_depth(deepest)),
          teams(threads, table, embedded_weights(), control, board, limits, deepest) {}

    static Board some_board() {
        Random random(57);
        return positions_with(40, 1, random).front();
    }

    ThreadPool threads;
    const Board board;
    const SearchLimits limits;
    Teams teams;
};

/// Has many moves.
Board mobile_board() {
    Random random(60);
    const auto boards = positions_with(32, 500, random);
    return *std::max_element(boards.begin(), boards.end(), [](const Board& a, const Board& b) {
        return count(a.legal_moves()) < count(b.legal_moves());
    });
}

/// Waits until `condition` holds and tells whether it did within a minute.
template <class Condition>
bool await(const Condition& condition) {
    const auto end = Clock::now() + std::chrono::minutes(1);
    while (!condition()) {
        if (Clock::now() > end) return false;
        std::this_thread::yield();
    }
    return true;
}

} // namespace

TEST_CASE("scouts search all iterations that the main team has not begun") {
    constexpr Depth deepest = 10;
    TeamsFixture search(GENERATE(2U, 4U), deepest);
    const auto is_searched = [&search](Depth depth) {
        for (const Square square : squares_of(search.board.legal_moves())) {
            const Board child = search.board.after(square);
            const auto entry = search.table.probe(child, hash(child));
            if (entry && entry->reach.serves(Reach::midgame(depth - 1, search.limits.confidence)))
                return true;
        }
        return false;
    };
    search.teams.begin(8);
    CHECK(await([&] { return is_searched(deepest); }));
}

TEST_CASE("all threads help the main team in a short search, and where teams unite") {
    const auto [deepest, begun] = GENERATE(std::pair(8, 8), std::pair(20, 1), std::pair(20, 8));
    TeamsFixture search(GENERATE(2U, 3U, 7U, 16U), deepest);
    search.teams.begin(begun);
    if (deepest > 8) search.teams.unite();
    SearchThread owner(search.table, embedded_weights(), search.control, &search.teams.main());
    REQUIRE(await([&] { return search.teams.main().has_idle_thread(); }));
    // A node whose moves each wait until all threads are at one.
    const std::size_t all = search.threads.size();
    struct Node {
        std::size_t threads;
        OrderedMoves all;
        int plies = 20;
        std::atomic<std::size_t> begun = 0;
        std::atomic<bool> met = true;
        static Square first() { return Square::none; }
        static bool is_shareable() { return true; }
        void order() const noexcept {}
        int value_of(SearchThread&, const OrderedMove&) {
            // The first move is searched before the node is shared.
            if (begun++ > 0 && !await([this] { return begun > threads; })) met = false;
            return 0;
        }
        static bool take(const OrderedMove&, int) { return false; }
    };
    const Board board = mobile_board();
    Node node{.threads = all, .all = {board, board.legal_moves()}};
    REQUIRE(node.all.size() > all);
    CHECK(search_moves(owner, node));
    CHECK(node.met);
}

TEST_CASE("with scouts midgame searches by many processors take far less time") {
    Random random(58);
    Nodes alone = 0;
    Nodes by_many = 0;
    for (const Board& board : positions_with(34, 4, random)) {
        const auto search = [&board](std::size_t threads) {
            VirtualProcessors processors(threads, 40);
            TranspositionTable table(hash_megabytes);
            const SearchResult result = best_instruction_set().search(
                table, embedded_weights(), processors, board, to_depth(15), {});
            CHECK_FALSE(result.interrupted);
            CHECK(result.lines.front().depth == 15);
            CHECK(result.lines.front().principal_variation.size() == 15);
            return std::tuple(result.lines.front().value.score(), result.nodes,
                              processors.clock(0));
        };
        const auto once = search(8);
        CHECK(search(8) == once);
        by_many += std::get<2>(once);
        alone += std::get<2>(search(1));
    }
    CAPTURE(alone, by_many);
    CHECK(by_many < alone / 2);
}

TEST_CASE("searches with scouts may be stopped at any time, and searched again") {
    Searcher searcher(5, hash_megabytes);
    Random random(59);
    for (const Board& board : positions_with(36, 20, random)) {
        SearchLimits limits;
        limits.deadline = Clock::now() + std::chrono::milliseconds(5);
        CHECK(board.is_legal(searcher.search(board, limits).lines.front().move));
    }
}

TEST_CASE("scouts leave exact scores as they are") {
    Searcher searcher(6, hash_megabytes);
    for (const Problem& problem : problems_of("ffo/fforum-1-19.obf")) {
        const auto lines = searcher.search(problem.position.board, to_the_end()).lines;
        CHECK(lines.front().value.score().whole_discs() == problem.best_discs());
    }
}
