#include "book/openings/popular.h"
#include "engine/base/read_file.h"
#include "tests/catch.h"
#include "tests/locations.h"

#include <algorithm>

using namespace emilia;

TEST_CASE("the popular positions of a game base are those that many games came through") {
    const auto base = parse_wthor(*read_file(testing::data_path("wthor/WTH_1978.wtb")));
    REQUIRE(base);
    std::vector<const WthorGame*> games;
    GameCounts results; // black's
    for (const WthorGame& game : base->games) {
        games.push_back(&game);
        ++(game.final_discs > 32   ? results.wins
           : game.final_discs < 32 ? results.losses
                                   : results.draws);
    }
    const std::vector<Seed> all = popular_positions(games, 1, 24);
    REQUIRE(!all.empty());
    const auto fewest = std::min_element(all.begin(), all.end(), [](const Seed& a, const Seed& b) {
        return a.board.empties() < b.board.empties();
    });
    CHECK(fewest->board.empties() == 24);
    const auto counts = [&all](const Board& board) {
        const auto found = std::find_if(all.begin(), all.end(), [&board](const Seed& seed) {
            return seed.board == canonical(board);
        });
        REQUIRE(found != all.end());
        return found->games;
    };
    CHECK(counts(Board::start()) == results);
    CHECK(counts(Board::start().after(Square::d3))
          == GameCounts{results.losses, results.draws, results.wins});
    const std::vector<Seed> popular = popular_positions(games, 3, 24);
    CHECK(popular.size() < all.size());
    for (std::size_t i = 0; i < popular.size(); ++i) {
        CHECK(popular[i].board == all[i].board);
        CHECK(popular[i].games.total() >= 3);
        CHECK(popular[i].board.empties() >= 24);
        CHECK(canonical(popular[i].board) == popular[i].board);
    }
    CHECK(all[popular.size()].games.total() < 3);
    const std::vector<Seed> early = popular_positions(games, 1, 56);
    CHECK(early.size() < all.size());
    CHECK(std::all_of(early.begin(), early.end(),
                      [](const Seed& seed) { return seed.board.empties() >= 56; }));
}
