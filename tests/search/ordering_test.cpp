#include "engine/search/ordering.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"
#include "tests/search/search_fixture.h"

#include <limits>
#include <optional>
#include <vector>

using namespace emilia;
using emilia::testing::plain_search;
using emilia::testing::positions_with;
using emilia::testing::Random;
using emilia::testing::SearchFixture;

namespace {

/// The opponent's replies; a corner counts twice.
int weighted_replies(const Board& child) {
    const Bitboard replies = child.legal_moves();
    return count(replies) + count(replies & corners);
}

} // namespace

TEST_CASE("ordering keeps every legal move once, with its flips, and the hash moves first") {
    Random random(24);
    SearchFixture search;
    int tried = 0;
    for (const Board& board : positions_with(30, 30, random)) {
        const Bitboard legal = board.legal_moves();
        if (count(legal) < 3) continue;
        ++tried;
        const Square last = square_at(63 - std::countl_zero(legal));
        const HashMoves hash_moves{.best = last, .second = first_square(legal)};
        for (const bool by_search : {false, true}) {
            OrderedMoves moves(board, legal);
            if (by_search) {
                order_by_search<Leaves::by_tables>(moves, search.thread, PatternBoard(board), 1,
                                                   hash_moves);
            } else {
                order_by_mobility(moves, hash_moves);
            }
            Bitboard seen = 0;
            for (std::size_t i = 0; i < moves.size(); ++i) {
                const OrderedMove& move = moves.pick(i);
                CHECK(move.flips == board.flips(move.square));
                CHECK(moves.child(move) == board.after(move.square));
                if (i == 0) CHECK(move.square == hash_moves.best);
                if (i == 1) CHECK(move.square == hash_moves.second);
                seen |= bit(move.square);
            }
            CHECK(seen == legal);
        }
    }
    CHECK(tried > 20);
}

TEST_CASE("the best ordered value is that of a move that the table does not name") {
    const Board board = Board::start();
    OrderedMoves moves(board, board.legal_moves());
    const Square c4 = moves.all()[0].square;
    const Square d3 = moves.all()[1].square;
    order_by_mobility(moves, {});
    CHECK(moves.best_ordered_value() == moves.pick(0).value);
    order_by_mobility(moves, {.best = c4, .second = d3});
    const int other = std::min(moves.all()[2].value, moves.all()[3].value);
    CHECK(moves.best_ordered_value() >= other);
    CHECK(moves.best_ordered_value() < 1000);
    OrderedMoves two(board, bit(c4) | bit(d3));
    order_by_mobility(two, {.best = c4, .second = d3});
    CHECK(two.best_ordered_value() == std::numeric_limits<int>::min());
}

TEST_CASE("mobility ordering starts with a move that leaves the opponent few replies") {
    Random random(25);
    int tried = 0;
    for (const Board& board : positions_with(20, 30, random)) {
        if (board.legal_moves() == 0) continue;
        ++tried;
        OrderedMoves moves(board, board.legal_moves());
        order_by_mobility(moves, {});
        const int first = weighted_replies(moves.child(moves.pick(0)));
        // Parity, corners and frontier decide only between moves with almost as many replies.
        for (const OrderedMove& move : moves.all())
            CHECK(first <= weighted_replies(moves.child(move)) + 4);
    }
    CHECK(tried > 20);
}

TEST_CASE("of two corners the one in an odd quadrant is tried first") {
    // The player can take a1 and h1. Both moves leave no reply; a1 has a second empty square, a4,
    // in its quadrant, and h1 has none.
    const Bitboard empty = bit(Square::a1) | bit(Square::h1) | bit(Square::a4);
    const Bitboard opponent = bit(Square::b1) | bit(Square::g1);
    const Board board{~(empty | opponent), opponent};
    REQUIRE(contains(board.legal_moves(), Square::a1));
    REQUIRE(contains(board.legal_moves(), Square::h1));
    OrderedMoves moves(board, bit(Square::a1) | bit(Square::h1));
    order_by_mobility(moves, {});
    CHECK(moves.pick(0).square == Square::h1);
}

TEST_CASE("an ordering search ranks moves by the tables' value and the opponent's replies") {
    Random random(27);
    SearchFixture search;
    int tried = 0;
    for (const Board& board : positions_with(30, 20, random)) {
        if (count(board.legal_moves()) < 3) continue;
        ++tried;
        for (const Depth depth : {0, 1, 2}) {
            OrderedMoves moves(board, board.legal_moves());
            order_by_search<Leaves::by_tables>(moves, search.thread, PatternBoard(board), depth,
                                               {});
            int previous = std::numeric_limits<int>::max();
            for (std::size_t i = 0; i < moves.size(); ++i) {
                const Board child = moves.child(moves.pick(i));
                const Score searched =
                    plain_search(child, depth, min_score, max_score, testing::evaluation_by_tables);
                const int value = -searched.hundredths() - 250 * weighted_replies(child);
                CAPTURE(board.player, board.opponent, depth, i);
                CHECK(value <= previous);
                previous = value;
            }
        }
    }
    CHECK(tried > 10);
}

namespace {

/// The moves in order, and the nodes that ordering them took.
struct Order {
    std::vector<Square> squares;
    Nodes nodes;
    [[nodiscard]] friend bool operator==(const Order&, const Order&) = default;
};

template <class Sort>
Order order_of(const Board& board, const Sort& sort) {
    SearchFixture search;
    OrderedMoves moves(board, board.legal_moves());
    sort(moves, search.thread);
    Order order{};
    for (std::size_t i = 0; i < moves.size(); ++i) order.squares.push_back(moves.pick(i).square);
    search.thread.report();
    order.nodes = search.control.nodes();
    return order;
}

Order by_mobility(const Board& board) {
    return order_of(board,
                    [](OrderedMoves& moves, SearchThread&) { order_by_mobility(moves, {}); });
}

template <Leaves leaves>
Order by_search(const Board& board, Depth depth) {
    return order_of(board, [&](OrderedMoves& moves, SearchThread& thread) {
        order_by_search<leaves>(moves, thread, PatternBoard(board), depth, {});
    });
}

} // namespace

TEST_CASE("a solver orders by mobility near the end and by deeper searches farther from it") {
    Random random(28);
    struct Case {
        int empties;
        std::optional<Depth> depth;
    };
    for (const auto& [empties, depth] : {Case{8, {}}, Case{11, {}}, Case{12, 0}, Case{14, 0},
                                         Case{15, 0}, Case{19, 0}, Case{20, 1}, Case{28, 2}}) {
        for (const Board& board : positions_with(empties, 5, random)) {
            if (count(board.legal_moves()) < 2) continue;
            const Order order = order_of(board, [&](OrderedMoves& moves, SearchThread& thread) {
                order_endgame_moves(moves, thread, board.empties(), {});
            });
            CAPTURE(board.player, board.opponent, empties);
            const Order expected = !depth ? by_mobility(board)
                                   : empties < 15
                                       ? by_search<Leaves::roughly_by_tables>(board, *depth)
                                       : by_search<Leaves::corrected>(board, *depth);
            CHECK(order == expected);
            CHECK((order.nodes > 0) == depth.has_value());
        }
    }
}

TEST_CASE("a solver spends no nodes on ordering a single move") {
    Random random(29);
    const Board board = positions_with(20, 1, random).front();
    REQUIRE(board.legal_moves() != 0);
    SearchFixture search;
    OrderedMoves moves(board, bit(first_square(board.legal_moves())));
    order_endgame_moves(moves, search.thread, 20, {});
    search.thread.report();
    CHECK(search.control.nodes() == 0);
}

TEST_CASE("a midgame node orders by mobility below depth 3 and by the evaluation from there on") {
    Random random(30);
    for (const Board& board : positions_with(35, 10, random)) {
        if (count(board.legal_moves()) < 2) continue;
        for (const Depth depth : {2, 3, 8}) {
            const Order order = order_of(board, [&](OrderedMoves& moves, SearchThread& thread) {
                order_midgame_moves(moves, thread, PatternBoard(board), depth, {});
            });
            CAPTURE(board.player, board.opponent, depth);
            CHECK(order
                  == (depth < 3 ? by_mobility(board) : by_search<Leaves::by_tables>(board, 0)));
        }
    }
}
