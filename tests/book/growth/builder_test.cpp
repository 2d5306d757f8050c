#include "book/book.h"
#include "book/growth/builder.h"
#include "book/growth/expansion.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"

#include <algorithm>
#include <new>
#include <thread>
#include <tuple>

using namespace emilia;
using namespace emilia::testing;

namespace {

void check_in_order(const Book& book) {
    const BookFaults faults = check_book(book);
    CHECK_FALSE(faults.grave());
    CHECK(faults.one_sided == 0);
    CHECK(faults.unreached == 0);
}

/// The deepest position and the mean depth of all, in moves from the start.
std::pair<int, double> depths(const Book& book) {
    int deepest = 0;
    double sum = 0;
    for (const auto& [board, position] : book.positions()) {
        const int moves = square_count - 4 - board.empties();
        deepest = std::max(deepest, moves);
        sum += moves;
    }
    return {deepest, sum / static_cast<double>(book.size())};
}

/// Four threads that grow a book together, each with a search of its own.
std::vector<std::thread> four_threads(Builder& builder, const std::atomic<bool>& stop) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&builder, &stop] {
            QuickSearch search;
            builder.work(search.function(), stop);
        });
    }
    return threads;
}

/// Checks that nothing is left to do in a book that was built with these settings.
void check_complete(const Book& book, const BuildSettings& settings) {
    Builder builder(book, settings, {});
    QuickSearch none;
    const std::atomic<bool> stop = false;
    builder.work(none.function(), stop);
    CHECK(none.searches() == 0);
}

} // namespace

TEST_CASE("a book grows to the size that is asked for, and every position has a deviation") {
    for (const std::size_t size : {1U, 2U, 50U, 400U}) {
        const Book book = grown_book(size);
        CHECK(book.size() >= size);
        CHECK(book.size() <= size + 1);
        check_in_order(book);
    }
}

TEST_CASE("a book that is grown on keeps all it had") {
    const Book small = grown_book(100);
    const Book large = grown_book(200, {}, small);
    CHECK(large.size() >= 200);
    check_in_order(large);
    for (const auto& [board, position] : small.positions())
        CHECK(large.find_canonical(board) != nullptr);
}

TEST_CASE("the more a disc costs on the way, the longer and narrower are the lines") {
    const auto [broad_deepest, broad_mean] = depths(grown_book(300, {.plies_a_disc = 0}));
    const auto [narrow_deepest, narrow_mean] = depths(grown_book(300, {.plies_a_disc = 20}));
    CHECK(broad_deepest < narrow_deepest);
    CHECK(broad_mean < narrow_mean);
}

TEST_CASE("no line is followed farther than the settings allow, and then the book is done") {
    const Book book = grown_book(10'000, {.least_empties = 57});
    CHECK(depths(book).first == 3);
    CHECK(book.size() < 100);
    // That is all there is: 1, 3 and 14 positions, up to symmetry, after one, two and three moves.
    CHECK(book.size() == 1 + 1 + 3 + 14);
}

TEST_CASE("threads that grow one book together leave it in order") {
    const BuildSettings settings{.search = {.depth = 2}, .positions = 500};
    Builder builder({}, settings, {});
    const std::atomic<bool> stop = false;
    std::vector<std::thread> threads = four_threads(builder, stop);
    Book seen;
    for (int glance = 0; glance < 5; ++glance) {
        seen = builder.book();
        CHECK_FALSE(check_book(seen).grave());
    }
    for (std::thread& thread : threads) thread.join();
    const Book book = builder.book();
    CHECK(book.size() >= 500);
    check_in_order(book);
}

TEST_CASE("a build that is stopped ends at once, and goes on where it was") {
    const BuildSettings settings{.search = {.depth = 2}, .positions = 300};
    Builder builder({}, settings, {});
    std::atomic<bool> stop = false;
    QuickSearch search;
    int searches = 0;
    const auto stopping = [&](const Board& board, const SearchLimits& limits) {
        if (++searches == 100) stop = true;
        return search(board, limits);
    };
    builder.work(stopping, stop);
    CHECK(searches == 100);
    const Book part = builder.book();
    CHECK(part.size() > 40);
    CHECK_FALSE(check_book(part).grave());
    const Book whole = grown_book(300, {}, part);
    CHECK(whole.size() >= 300);
    check_in_order(whole);
}

TEST_CASE("a search that fails does not leave the other threads waiting") {
    const BuildSettings settings{.search = {.depth = 2}, .positions = 200};
    Builder builder({}, settings, {});
    const std::atomic<bool> stop = false;
    std::atomic<int> failures = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            QuickSearch search;
            int searches = 0;
            const auto failing = [&](const Board& board, const SearchLimits& limits) {
                ++searches;
                if (i != 0 && searches > 5) throw std::bad_alloc();
                // There is enough for the others to do, so that one of them fails.
                while (i == 0 && searches == 50 && failures == 0) std::this_thread::yield();
                return search(board, limits);
            };
            try {
                builder.work(failing, stop);
            } catch (const std::bad_alloc&) {
                ++failures;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(failures >= 1);
    CHECK(builder.book().size() >= 200);
    check_in_order(builder.book());
}

TEST_CASE("seeds come first, with their counts, wherever they are") {
    std::vector<Seed> seeds;
    Board board = Board::start();
    for (const Square move : {Square::f5, Square::f4, Square::e3, Square::f6, Square::d3}) {
        board = board.after(move);
        seeds.push_back({canonical(board), {1, 2, 3}});
    }
    const BuildSettings settings{.search = {.depth = 2}, .positions = 1};
    Builder builder({}, settings, seeds);
    const std::atomic<bool> stop = false;
    QuickSearch search;
    builder.work(search.function(), stop);
    const Book book = builder.book();
    CHECK(book.size() == 6);
    check_in_order(book);
    for (const Seed& seed : seeds)
        CHECK(book.find_canonical(seed.board)->games == GameCounts{1, 2, 3});
}

TEST_CASE("all seeds have their counts, also the start, whatever many threads do") {
    std::vector<Seed> seeds{{canonical(Board::start()), {5, 6, 7}}};
    for (const Square move : squares_of(Board::start().after(Square::f5).legal_moves()))
        seeds.push_back({canonical(Board::start().after(Square::f5).after(move)), {1, 2, 3}});
    seeds.push_back({canonical(Board::start().after(Square::f5)), {3, 2, 1}});
    for (int round = 0; round < 20; ++round) {
        Builder builder({}, {.search = {.depth = 2}, .positions = 1}, seeds);
        const std::atomic<bool> stop = false;
        std::vector<std::thread> threads = four_threads(builder, stop);
        for (std::thread& thread : threads) thread.join();
        const Book book = builder.book();
        for (const Seed& seed : seeds) CHECK(book.find_canonical(seed.board)->games == seed.games);
        check_in_order(book);
    }
}

TEST_CASE("a shallower build goes on with a deeper book, and taking its file in loses nothing") {
    const Book deep = [] {
        BuildSettings settings{.search = {.depth = 4}, .positions = 100};
        Builder builder({}, settings, {});
        const std::atomic<bool> stop = false;
        QuickSearch search;
        builder.work(search.function(), stop);
        return builder.book();
    }();
    Builder builder(deep, {.search = {.depth = 2}, .positions = 150}, {});
    const std::atomic<bool> stop = false;
    QuickSearch search;
    builder.work(search.function(), stop);
    check_in_order(builder.book());
    builder.take_in(deep);
    check_in_order(builder.book());
    CHECK(builder.book().size() >= 150);
}

TEST_CASE("a deeper build searches a shallower book again, and only once") {
    const Book shallow = grown_book(60);
    const BuildSettings settings{.search = {.depth = 3}, .positions = 60};
    Builder builder(shallow, settings, {});
    const std::atomic<bool> stop = false;
    QuickSearch search;
    builder.work(search.function(), stop);
    const Book deep = builder.book();
    check_in_order(deep);
    CHECK(deep.size() == shallow.size());
    for (const auto& [board, position] : deep.positions())
        CHECK((position.depth == 3 || !deep.has_deviation(board, position)));
    CHECK(search.searches() <= static_cast<int>(deep.size()));
    check_complete(deep, settings);
}

TEST_CASE("a deeper build of what is played searches all of that again, and little else") {
    const Book shallow = grown_book(300);
    const BuildSettings settings{
        .search = {.depth = 3}, .positions = 300, .deepen = Deepen::played, .doubt_plies = 2};
    Builder builder(shallow, settings, {});
    const std::size_t shallow_at_first = builder.state().shallow;
    CHECK(shallow_at_first > 20);
    const std::atomic<bool> stop = false;
    QuickSearch search;
    builder.work(search.function(), stop);
    const Book deep = builder.book();
    check_in_order(deep);
    CHECK(deep.size() == shallow.size());
    for (const auto& [leaf, discs] : game_choices(deep).leaves) CHECK(leaf->depth >= 3);
    CHECK(std::any_of(deep.positions().begin(), deep.positions().end(),
                      [](const Book::Entry& entry) { return entry.second.depth == 2; }));
    CHECK(builder.state().shallow == 0);
    CHECK(builder.state().searched_again >= shallow_at_first / 2);
    check_complete(deep, settings);
}

TEST_CASE("a build searches doubtful choices deeper, ends, and has nothing left to do then") {
    const BuildSettings settings{.search = {.depth = 2}, .positions = 80, .doubt_plies = 4};
    const std::atomic<bool> stop = false;
    const auto grow = [&](Book from, std::atomic<bool>* stop_after_some) {
        Builder builder(std::move(from), settings, {});
        QuickSearch search;
        int searches = 0;
        const auto counting = [&](const Board& board, const SearchLimits& limits) {
            if (stop_after_some != nullptr && ++searches == 150) *stop_after_some = true;
            return search(board, limits);
        };
        builder.work(counting, stop_after_some != nullptr ? *stop_after_some : stop);
        return std::tuple(builder.book(), builder.state(), search.searches());
    };
    const auto [book, state, searches] = grow({}, nullptr);
    check_in_order(book);
    CHECK(book.size() == 80);
    CHECK(state.doubted > 40);
    Depth deepest = 0;
    for (const auto& [board, position] : book.positions())
        deepest = std::max(deepest, position.depth);
    CHECK(deepest == 6);
    CHECK(std::get<2>(grow(book, nullptr)) == 0);
    std::atomic<bool> interrupted = false;
    const Book part = std::get<0>(grow({}, &interrupted));
    CHECK(part.size() < 80);
    const auto [whole, rest, more] = grow(part, nullptr);
    check_in_order(whole);
    CHECK(whole.size() == 80);
    CHECK(more < searches);
    CHECK(std::get<2>(grow(whole, nullptr)) == 0);
}

TEST_CASE("what another program has put into the same book is taken in") {
    const BuildSettings settings{.search = {.depth = 2}, .positions = 1};
    Builder builder({}, settings, {});
    const Book other = grown_book(50);
    builder.take_in(other);
    const Book book = builder.book();
    CHECK(book.size() == other.size());
    CHECK_FALSE(check_book(book).grave());
}
