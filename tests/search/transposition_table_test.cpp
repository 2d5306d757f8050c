#include "engine/board/board.h"
#include "engine/search/transposition_table.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

using namespace emilia;
using emilia::testing::positions_of_games;
using emilia::testing::Random;

namespace {

constexpr Score discs(int number) {
    return Score::from_discs(number);
}

constexpr Reach midgame(Depth depth) {
    return Reach::midgame(depth, Confidence::fair);
}

/// A number that differs between boards, so that an entry of another board would be noticed.
int mark(const Board& board) {
    return static_cast<int>(hash(board) % 60);
}

void store_mark(TranspositionTable& table, const Board& board, Depth depth = 5) {
    table.store(board, hash(board), midgame(depth), discs(-mark(board)), discs(mark(board)),
                square_at(mark(board)));
}

} // namespace

TEST_CASE("the table gives back what was stored") {
    TranspositionTable table(1);
    const Board board = Board::start();
    CHECK_FALSE(table.probe(board, hash(board)));
    table.store(board, hash(board), midgame(7), Score::from_hundredths(-123), discs(64),
                Square::f5);
    const auto entry = table.probe(board, hash(board));
    REQUIRE(entry);
    CHECK(entry->lower == Score::from_hundredths(-123));
    CHECK(entry->upper == discs(64));
    CHECK(entry->reach.bits() == midgame(7).bits());
    CHECK(entry->best == Square::f5);
    CHECK(entry->second == Square::none);
}

TEST_CASE("bounds of the same reach are merged and the other best move is kept as second") {
    TranspositionTable table(1);
    const Board board = Board::start();
    table.store(board, hash(board), midgame(7), discs(1), discs(64), Square::f5);
    table.store(board, hash(board), midgame(7), discs(-64), discs(3), Square::d3);
    const auto entry = table.probe(board, hash(board));
    REQUIRE(entry);
    CHECK(entry->lower == discs(1));
    CHECK(entry->upper == discs(3));
    CHECK(entry->best == Square::f5);
    CHECK(entry->second == Square::d3);
}

TEST_CASE("the move that proved the lower bound stays best when a weaker result is merged") {
    TranspositionTable table(1);
    const Board board = Board::start();
    table.store(board, hash(board), Reach::exact(60), discs(6), discs(64), Square::f5);
    table.store(board, hash(board), Reach::exact(60), discs(-64), discs(6), Square::d3);
    table.store(board, hash(board), Reach::exact(60), discs(2), discs(64), Square::c4);
    const auto entry = table.probe(board, hash(board));
    REQUIRE(entry);
    CHECK(entry->lower == discs(6));
    CHECK(entry->upper == discs(6));
    CHECK(entry->best == Square::f5);
    CHECK(entry->second == Square::c4);
}

TEST_CASE("a deeper result of the same search stays, an older one goes") {
    TranspositionTable table(1);
    const Board board = Board::start();
    table.store(board, hash(board), midgame(9), discs(1), discs(1), Square::f5);
    table.store(board, hash(board), midgame(3), discs(5), discs(5), Square::d3);
    CHECK(table.probe(board, hash(board))->lower == discs(1));
    table.age();
    table.store(board, hash(board), midgame(3), discs(5), discs(5), Square::d3);
    CHECK(table.probe(board, hash(board))->lower == discs(5));
}

TEST_CASE("a reach serves searches no deeper and no more confident; exact bounds serve all") {
    CHECK(midgame(5).serves(midgame(5)));
    CHECK(midgame(6).serves(midgame(5)));
    CHECK_FALSE(midgame(4).serves(midgame(5)));
    CHECK_FALSE(midgame(60).serves(Reach::exact(8)));
    CHECK(Reach::exact(8).serves(midgame(60)));
    CHECK(Reach::exact(8).serves(Reach::exact(30)));
    const Reach low = Reach::to_the_end(20, Confidence::low);
    const Reach high = Reach::to_the_end(20, Confidence::high);
    CHECK_FALSE(low.serves(midgame(60)));
    CHECK(low.serves(Reach::midgame(60, Confidence::low)));
    CHECK(high.serves(midgame(60)));
    CHECK(Reach::midgame(5, Confidence::certain).serves(midgame(5)));
    CHECK_FALSE(midgame(60).serves(Reach::midgame(5, Confidence::high)));
    CHECK_FALSE(midgame(60).serves(low));
    CHECK(high.serves(low));
    CHECK_FALSE(low.serves(high));
    CHECK_FALSE(high.serves(Reach::exact(20)));
    CHECK(Reach::exact(20).serves(high));
    CHECK(high.reaches_end(Confidence::low));
    CHECK_FALSE(high.is_exact());
}

TEST_CASE("a full table never gives one position the entry of another") {
    for (const std::size_t megabytes : {std::size_t{0}, std::size_t{1}}) {
        TranspositionTable table(megabytes);
        Random random(1);
        const std::vector<Board> boards = positions_of_games(random, 1000);
        std::size_t found = 0;
        for (const Board& board : boards) {
            store_mark(table, board);
            REQUIRE(table.probe(board, hash(board))); // the newest is never replaced
        }
        for (const Board& board : boards) {
            const auto entry = table.probe(board, hash(board));
            if (!entry) continue;
            ++found;
            REQUIRE(entry->upper == discs(mark(board)));
            REQUIRE(entry->lower == discs(-mark(board)));
        }
        CHECK(found > 0);
        CHECK(found < boards.size());
    }
}

TEST_CASE("a bucket keeps the results that cost most") {
    TranspositionTable table(0);
    Random random(2);
    const std::vector<Board> boards = positions_of_games(random, 2);
    const Board costly = Board::start();
    table.store(costly, hash(costly), midgame(20), discs(0), discs(0), Square::f5);
    for (const Board& board : boards) {
        if (board != costly) store_mark(table, board);
    }
    CHECK(table.probe(costly, hash(costly)));
    table.age();
    for (const Board& board : boards) {
        if (board != costly) store_mark(table, board);
    }
    CHECK_FALSE(
        table.probe(costly, hash(costly))); // replaced first because it is of an earlier search
}

TEST_CASE("a cleared table is empty") {
    TranspositionTable table(1);
    store_mark(table, Board::start());
    table.clear();
    CHECK_FALSE(table.probe(Board::start(), hash(Board::start())));
}

TEST_CASE("a cleared table is empty, however many entries it had") {
    TranspositionTable table(GENERATE(0, 1, 4));
    Random random(47);
    const std::vector<Board> boards = positions_of_games(random, 400); // some 24,000
    for (const std::size_t entries : {10U, 511U, 512U, 513U, 5000U, 24'000U, 1U}) {
        REQUIRE(entries <= boards.size());
        for (std::size_t at = 0; at < entries; ++at) store_mark(table, boards[at]);
        table.clear();
        for (std::size_t at = 0; at < entries; ++at)
            REQUIRE_FALSE(table.probe(boards[at], hash(boards[at])));
    }
}

TEST_CASE("what a cleared table held never comes back, however many searches follow") {
    TranspositionTable table(1);
    Random random(46);
    const std::vector<Board> boards = positions_of_games(random, 1);
    for (int round = 0; round < 700; ++round) {
        const Board& board = boards[static_cast<std::size_t>(round) % boards.size()];
        for (const Board& earlier : boards) REQUIRE_FALSE(table.probe(earlier, hash(earlier)));
        // The searches between two clearings change in number, so that ages fall together anyhow.
        for (int search = 0; search < round % 5; ++search) table.age();
        table.store(board, hash(board), midgame(9), discs(1), discs(1), Square::f5);
        REQUIRE(table.probe(board, hash(board)));
        for (int search = 0; search < round % 3; ++search) table.age();
        table.clear();
    }
}

TEST_CASE("an entry is read though the cleared table has one of the same position") {
    TranspositionTable table(1);
    const Board board = Board::start();
    table.store(board, hash(board), midgame(30), discs(1), discs(1), Square::f5);
    for (int clearing = 0; clearing < 10; ++clearing) {
        table.clear();
        table.age();
        table.store(board, hash(board), midgame(3), discs(5), discs(5), Square::d3);
        const auto entry = table.probe(board, hash(board));
        REQUIRE(entry);
        CHECK(entry->reach.bits() == midgame(3).bits());
        CHECK(entry->best == Square::d3);
        CHECK(entry->second == Square::none);
    }
}

TEST_CASE("a search finds the entries of all searches since the table was cleared") {
    TranspositionTable table(1);
    const Board board = Board::start();
    table.clear();
    table.store(board, hash(board), midgame(9), discs(1), discs(1), Square::f5);
    for (int search = 0; search < 200; ++search) {
        table.age();
        REQUIRE(table.probe(board, hash(board)));
    }
}

TEST_CASE("a table that grows keeps its entries") {
    TranspositionTable table(64);
    Random random(4);
    std::vector<Board> boards = positions_of_games(random, 4000); // some 10 MB of entries
    for (const Board& board : boards) store_mark(table, board);
    std::size_t found = 0;
    for (const Board& board : boards) {
        const auto entry = table.probe(board, hash(board));
        if (!entry) continue;
        ++found;
        REQUIRE(entry->upper == discs(mark(board)));
    }
    CHECK(found > boards.size() * 95 / 100);
    table.clear();
    for (const Board& board : boards) REQUIRE_FALSE(table.probe(board, hash(board)));
    // Growing again, the table meets the memory that it used before.
    for (const Board& board : boards) {
        table.store(board, hash(board), midgame(3), discs(7), discs(7), Square::a1);
    }
    for (const Board& board : boards) {
        const auto entry = table.probe(board, hash(board));
        if (entry) REQUIRE(entry->lower == discs(7));
    }
}

TEST_CASE("a table that grows keeps the entries of its first and its last places, too") {
    TranspositionTable table(64);
    Random random(6);
    const std::vector<Board> boards = positions_of_games(random, 4000);
    std::vector<Board> by_place = boards; // which the high bits of the hash tell
    std::sort(by_place.begin(), by_place.end(),
              [](const Board& a, const Board& b) { return hash(a) < hash(b); });
    by_place.erase(std::unique(by_place.begin(), by_place.end()), by_place.end());
    constexpr std::size_t outer = 4; // fewer than a place has room for
    std::vector<Board> outermost(by_place.begin(), by_place.begin() + outer);
    outermost.insert(outermost.end(), by_place.end() - outer, by_place.end());
    for (const Board& board : outermost) store_mark(table, board, 40);
    for (const Board& board : boards) store_mark(table, board);
    for (const Board& board : outermost) {
        const auto entry = table.probe(board, hash(board));
        REQUIRE(entry);
        CHECK(entry->reach.bits() == midgame(40).bits());
    }
}

TEST_CASE("threads that write while the table grows never make a false entry") {
    TranspositionTable table(64);
    Random random(5);
    const std::vector<Board> boards = positions_of_games(random, 4000);
    std::atomic<int> wrong = 0;
    std::atomic<int> hits = 0;
    const auto work = [&](std::size_t offset) {
        for (std::size_t i = 0; i < boards.size(); ++i) {
            store_mark(table, boards[(i + offset) % boards.size()]);
            const Board& other = boards[(i / 2 + offset) % boards.size()];
            if (const auto entry = table.probe(other, hash(other))) {
                ++hits;
                if (entry->upper != discs(mark(other))) ++wrong;
            }
        }
    };
    std::thread first(work, 0);
    std::thread second(work, boards.size() / 2);
    first.join();
    second.join();
    CHECK(hits > 0);
    CHECK(wrong == 0);
    std::size_t found = 0;
    for (const Board& board : boards) found += table.probe(board, hash(board)) ? 1 : 0;
    CHECK(found > boards.size() / 2);
}

TEST_CASE("threads that write the same slots never make a false entry") {
    TranspositionTable table(0);
    Random random(3);
    const std::vector<Board> boards = positions_of_games(random, 20);
    std::atomic<int> wrong = 0;
    std::atomic<int> hits = 0;
    const auto work = [&](std::size_t offset) {
        for (int round = 0; round < 100; ++round) {
            for (std::size_t i = 0; i < boards.size(); ++i) {
                const Board& board = boards[(i + offset) % boards.size()];
                store_mark(table, board);
                const Board& other = boards[(i * 7 + offset) % boards.size()];
                if (const auto entry = table.probe(other, hash(other))) {
                    ++hits;
                    if (entry->upper != discs(mark(other))) ++wrong;
                }
            }
        }
    };
    std::thread first(work, 0);
    std::thread second(work, 311);
    first.join();
    second.join();
    CHECK(hits > 0);
    CHECK(wrong == 0);
}
