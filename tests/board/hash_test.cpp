#include "engine/board/board.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

using namespace emilia;
using testing::Random;

namespace {

constexpr std::size_t sample_size = 100'000;

/// Different positions of random games.
std::vector<Board> distinct_positions() {
    Random random(5);
    std::set<std::pair<Bitboard, Bitboard>> seen;
    std::vector<Board> boards;
    while (boards.size() < sample_size) {
        for (const Board& board : testing::random_game(random)) {
            if (seen.insert({board.player, board.opponent}).second) boards.push_back(board);
        }
    }
    return boards;
}

/// The number of hashes in the fullest and in the emptiest of 1,024 buckets, chosen by the ten bits
/// from `shift` upwards.
std::pair<int, int> extremes(const std::vector<Board>& boards, int shift) {
    std::vector<int> buckets(1'024);
    for (const Board& board : boards) {
        ++buckets[hash(board) >> shift & 1'023];
    }
    const auto [least, most] = std::minmax_element(buckets.begin(), buckets.end());
    return {*least, *most};
}

} // namespace

TEST_CASE("no two of 100,000 different positions have the same hash") {
    const std::vector<Board> boards = distinct_positions();
    std::unordered_set<std::uint64_t> hashes;
    for (const Board& board : boards) {
        hashes.insert(hash(board));
    }
    CHECK(hashes.size() == boards.size());
}

TEST_CASE("the bits of the hash spread positions evenly") {
    const std::vector<Board> boards = distinct_positions();
    // 98 a bucket on average, with a standard deviation of 10 if the spread is random.
    for (const int shift : {0, 10, 20, 44, 54}) {
        CAPTURE(shift);
        const auto [least, most] = extremes(boards, shift);
        CHECK(least > 45);
        CHECK(most < 150);
    }
}

TEST_CASE("a position and the same after a pass have different hashes") {
    Random random(6);
    for (const Board& board : testing::positions_of_games(random, 100)) {
        REQUIRE(hash(board) != hash(board.passed()));
    }
}
