#include "engine/search/team.h"
#include "tests/catch.h"

#include <atomic>
#include <thread>

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
    CHECK_FALSE(search_moves(owner, moves, 20, true, search, take));
    CHECK(taken == 3);
}
