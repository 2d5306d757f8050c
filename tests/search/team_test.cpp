#include "engine/search/team.h"
#include "tests/catch.h"

#include <atomic>
#include <thread>
#include <vector>

using namespace emilia;

TEST_CASE("a node that lost a helper's move to a stop does not count as searched") {
    TranspositionTable table(0);
    SearchControl control(std::nullopt, std::nullopt, nullptr);
    Team team(1, table, embedded_weights(), control);
    SearchThread owner(table, embedded_weights(), control, &team);
    OrderedMoves moves(Board::start(), Board::start().legal_moves());
    std::atomic<bool> helper_has_begun = false;
    std::atomic<int> taken = 0;
    const auto search = [&](SearchThread& worker, const OrderedMove&) {
        if (&worker == &owner) {
            while (taken > 0 && !helper_has_begun) std::this_thread::yield();
        } else {
            helper_has_begun = true;
            while (taken < 3) std::this_thread::yield(); // the owner is through with the others
            control.stop();
            worker.report();
        }
        return 0;
    };
    const auto take = [&](const OrderedMove&, int) {
        ++taken;
        return false;
    };
    while (!team.has_idle_thread()) std::this_thread::yield(); // or the owner keeps all to itself
    CHECK_FALSE(search_moves(
        owner, moves, Square::none, 20, true, [] {}, search, take));
    CHECK(taken == 3);
}

TEST_CASE("the hash move is searched first, the others are put in order only if it is not enough") {
    TranspositionTable table(0);
    SearchControl control(std::nullopt, std::nullopt, nullptr);
    SearchThread thread(table, embedded_weights(), control);
    for (const std::size_t enough : {1, 3}) {
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
    TranspositionTable table(0);
    SearchControl control(std::nullopt, std::nullopt, nullptr);
    SearchThread thread(table, embedded_weights(), control);
    // a1 is no legal move: what the table says of another position must not be played.
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
