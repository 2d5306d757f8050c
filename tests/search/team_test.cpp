#include "engine/search/team.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"
#include "tests/search/search_fixture.h"

#include <array>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace emilia;
using emilia::testing::positions_with;
using emilia::testing::Random;
using emilia::testing::SearchFixture;

namespace {

/// A search with helpers, all of which are idle at first.
struct TeamFixture : SearchFixture {
    explicit TeamFixture(std::size_t helpers) : threads(1 + helpers), team(threads) {
        threads.begin([this](std::size_t place) {
            SearchThread helper(table, embedded_weights(), control, &team, place);
            team.help(helper);
        });
        await([this] { return team.has_idle_thread(); });
    }
    TeamFixture(const TeamFixture&) = delete;
    TeamFixture& operator=(const TeamFixture&) = delete;
    ~TeamFixture() {
        team.dismiss();
        threads.end();
    }

    /// Waits until `condition` holds and tells whether it did within ten seconds.
    template <class Condition>
    static bool await(const Condition& condition) {
        const auto end = Clock::now() + std::chrono::seconds(10);
        while (!condition()) {
            if (Clock::now() > end) return false;
            std::this_thread::yield();
        }
        return true;
    }

    ThreadPool threads;
    Team team;
    SearchThread owner{table, embedded_weights(), control, &team};
};

OrderedMoves all_moves(const Board& board) {
    return {board, board.legal_moves()};
}

constexpr auto in_any_order = [] {};

/// `search_moves` of a node that is made of functions.
template <class Order, class Search, class Take>
bool search_moves(SearchThread& thread, OrderedMoves& moves, Square hash_move, int plies,
                  bool is_shareable, const Order& order, const Search& search, const Take& take) {
    struct Node {
        OrderedMoves& all;
        Square hash_move;
        int plies;
        bool shareable;
        const Order& order;
        const Search& value_of;
        const Take& take;
        [[nodiscard]] Square first() const { return hash_move; }
        [[nodiscard]] bool is_shareable() const { return shareable; }
    };
    Node node{moves, hash_move, plies, is_shareable, order, search, take};
    return emilia::search_moves(thread, node);
}

} // namespace

TEST_CASE("a node that lost a helper's move to a stop does not count as searched") {
    TeamFixture search(1);
    OrderedMoves moves(Board::start(), Board::start().legal_moves());
    std::atomic<bool> helper_has_begun = false;
    std::atomic<int> taken = 0;
    const auto search_move = [&](SearchThread& worker, const OrderedMove&) {
        if (&worker == &search.owner) {
            while (taken > 0 && !helper_has_begun) std::this_thread::yield();
        } else {
            helper_has_begun = true;
            while (taken < 3) std::this_thread::yield(); // the owner has finished the others
            search.control.stop();
            worker.report();
        }
        return 0;
    };
    const auto take = [&](const OrderedMove&, int) {
        ++taken;
        return false;
    };
    CHECK_FALSE(
        search_moves(search.owner, moves, Square::none, 20, true, in_any_order, search_move, take));
    CHECK(taken == 3);
}

TEST_CASE("the hash move is searched first; the others are ordered only if it is not enough") {
    SearchFixture fixture(0);
    SearchThread& thread = fixture.thread;
    for (const std::size_t enough : {1U, 3U}) {
        CAPTURE(enough);
        OrderedMoves moves(Board::start(), Board::start().legal_moves());
        int orderings = 0;
        std::vector<Square> searched;
        const auto order = [&] {
            ++orderings;
            CHECK(searched == std::vector{Square::e6});
            for (OrderedMove& move : moves.all()) move.value = static_cast<int>(index(move.square));
        };
        const auto search = [](SearchThread&, const OrderedMove& move) { return move.square; };
        const auto take = [&](const OrderedMove&, Square square) {
            searched.push_back(square);
            return searched.size() == enough;
        };
        CHECK(search_moves(thread, moves, Square::e6, 20, false, order, search, take));
        CHECK(orderings == (enough == 1 ? 0 : 1));
        CHECK(searched.front() == Square::e6);
        if (enough == 3) CHECK(searched == std::vector{Square::e6, Square::f5, Square::c4});
    }
}

TEST_CASE("without a hash move all moves are searched in order") {
    SearchFixture fixture(0);
    SearchThread& thread = fixture.thread;
    // a1 is not legal: a hash move of another position must not be searched.
    for (const Square hash_move : {Square::none, Square::a1}) {
        OrderedMoves moves(Board::start(), Board::start().legal_moves());
        std::vector<Square> searched;
        const auto order = [&] {
            for (OrderedMove& move : moves.all()) move.value = static_cast<int>(index(move.square));
        };
        const auto search = [](SearchThread&, const OrderedMove& move) { return move.square; };
        const auto take = [&](const OrderedMove&, Square square) {
            searched.push_back(square);
            return false;
        };
        CHECK(search_moves(thread, moves, hash_move, 20, false, order, search, take));
        CHECK(searched == std::vector{Square::e6, Square::f5, Square::c4, Square::d3});
    }
}

TEST_CASE("a team searches every move of a shared node once and takes one value at a time") {
    TeamFixture search(3);
    Random random(34);
    const Board board = positions_with(30, 1, random).front();
    int shared = 0;
    for (int run = 0; run < 200; ++run) {
        OrderedMoves moves = all_moves(board);
        std::array<std::atomic<int>, square_count> searches{};
        std::atomic<int> taking = 0;
        std::atomic<bool> overlapped = false;
        std::atomic<bool> helped = false;
        Bitboard taken = 0; // no two threads may write it at once
        const bool finished = search_moves(
            search.owner, moves, Square::none, 20, true, in_any_order,
            [&](SearchThread& worker, const OrderedMove& move) {
                ++searches[static_cast<std::size_t>(index(move.square))];
                if (&worker != &search.owner) helped = true;
                std::this_thread::yield();
                return move.square;
            },
            [&](const OrderedMove&, Square square) {
                if (++taking > 1) overlapped = true;
                taken |= bit(square);
                --taking;
                return false;
            });
        REQUIRE(finished);
        REQUIRE_FALSE(overlapped);
        REQUIRE(taken == board.legal_moves());
        for (const Square square : squares_of(board.legal_moves()))
            REQUIRE(searches[static_cast<std::size_t>(index(square))] == 1);
        if (helped) ++shared;
        // Not every node needs to be shared, but the helpers must be free again for the next.
        REQUIRE(TeamFixture::await([&] { return search.team.has_idle_thread(); }));
    }
    CHECK(shared > 0);
}

TEST_CASE("a cut-off interrupts the helpers at the node and below it") {
    TeamFixture search(1);
    const Board board = Board::start();
    OrderedMoves moves = all_moves(board);
    std::atomic<bool> helper_is_below = false;
    std::atomic<bool> helper_was_interrupted = false;
    std::atomic<bool> helper_finished = true;
    int searched_by_owner = 0;
    int taken = 0;
    const auto search_below = [&](SearchThread& worker) {
        OrderedMoves below = all_moves(board.after(Square::f5));
        helper_finished = search_moves(
            worker, below, Square::none, 10, true, in_any_order,
            [&](SearchThread& thread, const OrderedMove&) {
                helper_is_below = true;
                helper_was_interrupted = TeamFixture::await([&] { return thread.interrupted(); });
                return 0;
            },
            [](const OrderedMove&, int) { return false; });
    };
    const bool finished = search_moves(
        search.owner, moves, Square::none, 20, true, in_any_order,
        [&](SearchThread& worker, const OrderedMove&) {
            if (&worker != &search.owner) {
                search_below(worker);
            } else if (++searched_by_owner > 1) {
                CHECK(TeamFixture::await([&] { return helper_is_below.load(); }));
            }
            return &worker == &search.owner;
        },
        [&](const OrderedMove&, bool by_owner) {
            CHECK(by_owner);
            return ++taken == 2;
        });
    CHECK(finished); // the cut-off is a result of the owner's node
    CHECK(taken == 2);
    CHECK(helper_was_interrupted);
    CHECK_FALSE(helper_finished);
    CHECK_FALSE(search.owner.interrupted());
    CHECK(search.owner.shared_node() == nullptr);
}

TEST_CASE("a cut-off interrupts the threads of a node that is shared below it") {
    TeamFixture search(2);
    OrderedMoves moves = all_moves(Board::start().after(Square::f5));
    REQUIRE(moves.size() == 3); // one before the node is shared, and then two
    std::atomic<int> begun = 0;
    std::atomic<int> begun_below = 0;
    std::atomic<int> interrupted = 0;
    const auto search_below = [&](SearchThread& worker) {
        TeamFixture::await([&] { return search.team.has_idle_thread(); });
        OrderedMoves below = all_moves(Board::start());
        static_cast<void>(search_moves(
            worker, below, Square::none, 10, true, in_any_order,
            [&](SearchThread& thread, const OrderedMove&) {
                if (++begun_below == 1) return 0;
                if (TeamFixture::await([&] { return thread.interrupted(); })) ++interrupted;
                return 0;
            },
            [](const OrderedMove&, int) { return false; }));
    };
    const bool finished = search_moves(
        search.owner, moves, Square::none, 20, true, in_any_order,
        [&](SearchThread& worker, const OrderedMove&) {
            const int number = ++begun;
            if (number == 2) search_below(worker);
            if (number == 3) TeamFixture::await([&] { return begun_below == 3; });
            return number == 3;
        },
        [](const OrderedMove&, bool cuts_off) { return cuts_off; });
    CHECK(finished);
    CHECK(begun_below == 3);
    CHECK(interrupted == 2);
}

TEST_CASE("a stop ends a shared search, and the helpers that wait for its moves") {
    TeamFixture search(2);
    Random random(35);
    Board board;
    do {
        board = positions_with(30, 1, random).front();
    } while (count(board.legal_moves()) < 8); // each thread may begin one move after the stop
    OrderedMoves moves = all_moves(board);
    std::atomic<int> searched = 0;
    const bool finished = search_moves(
        search.owner, moves, Square::none, 20, true, in_any_order,
        [&](SearchThread& worker, const OrderedMove&) {
            if (++searched == 3) search.control.stop();
            worker.report();
            return 0;
        },
        [](const OrderedMove&, int) { return false; });
    CHECK_FALSE(finished);
    CHECK(searched < static_cast<int>(moves.size()));
} // the team's destructor must not wait for ever

TEST_CASE("a team gives its helpers back to the pool, whether they are awake or asleep") {
    for (int run = 0; run < 30; ++run) {
        TeamFixture search(3);
        std::this_thread::sleep_for(std::chrono::microseconds(run * 50)); // awake, then asleep
        search.team.dismiss();
        search.threads.end();
        std::atomic<int> back = 0;
        search.threads.begin([&back](std::size_t) { ++back; });
        search.threads.end();
        REQUIRE(back == 3);
    }
}

TEST_CASE("an interrupted team searches again once it resumes") {
    TeamFixture search(2);
    const auto searched = [&search] {
        OrderedMoves moves = all_moves(Board::start());
        std::atomic<int> searched_moves = 0;
        search.owner.report();
        const bool finished = search_moves(
            search.owner, moves, Square::none, 20, true, in_any_order,
            [&](SearchThread& worker, const OrderedMove&) {
                if (!worker.interrupted()) ++searched_moves;
                return 0;
            },
            [](const OrderedMove&, int) { return false; });
        return finished ? searched_moves.load() : 0;
    };
    CHECK(searched() == 4);
    search.team.interrupt();
    CHECK(searched() == 0);
    search.team.resume();
    CHECK(searched() == 4);
}
