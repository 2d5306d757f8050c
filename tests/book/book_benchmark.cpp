// Measures how long it takes to load the shipped book, to look up a position and to choose a move.
// Run it by hand (tests/README.md); no speed makes it fail.

#include "book/book_file.h"
#include "book/book_player.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <chrono>
#include <iostream>
#include <vector>

#include <fmt/format.h>

using namespace emilia;

namespace {

/// Nanoseconds per call, for `work` that makes `calls` calls.
template <typename Work>
double nanoseconds_each(std::size_t calls, Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    return time.count() / static_cast<double>(calls);
}

} // namespace

TEST_CASE("the speed of the book", "[.benchmark]") {
    Book book;
    const double load = nanoseconds_each(1, [&book] { book = shipped_book(); });
    testing::Random random(1);
    std::vector<Board> boards; // half of them known, in random symmetry and order
    for (const auto& [board, position] : book.positions()) {
        boards.push_back(transformed(board, testing::below(random, symmetry_count)));
        boards.push_back(testing::random_board(random, 3));
    }
    for (std::size_t i = boards.size(); i > 1; --i) std::swap(boards[i - 1], boards[random() % i]);
    std::size_t known = 0;
    const double find = nanoseconds_each(boards.size(), [&] {
        for (const Board& board : boards) known += book.find(board) != nullptr ? 1 : 0;
    });
    CHECK(known == book.size());
    const double update = nanoseconds_each(1, [&book] { book.update(); });
    BookPlayer player(std::move(book), {}, 1);
    std::size_t chosen = 0;
    const double choose = nanoseconds_each(boards.size() / 2, [&] {
        for (const Board& board : boards) chosen += player.choose(board, 0, {}) ? 1 : 0;
    });
    CHECK(chosen > 0); // one-sided and unfollowed positions give no choice
    std::cout << fmt::format("{} positions: loaded in {:.1f} ms, backed up in {:.1f} ms\n"
                             "a position is looked up in {:.0f} ns, a move chosen in {:.1f} us\n",
                             known, load / 1e6, update / 1e6, find, choose / 1e3);
}
