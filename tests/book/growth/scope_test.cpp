#include "book/growth/rounds.h"
#include "engine/notation/move_list.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"

#include <algorithm>
#include <set>

using namespace emilia;
using testing::grown_book;

namespace {

const Board first = parse_moves("f5d6")->position().board;
constexpr std::size_t enough = 100'000;

GrowthScope scope_of(int plies, bool own_to_move, double loss, const std::string& choices = "") {
    return {.first = first,
            .plies = plies,
            .side = RepertoireSide{.to_move = own_to_move,
                                   .loss = Score::nearest(loss),
                                   .choices = RepertoireChoices::parse(choices).value()}};
}

/// The canonical boards at most `plies` moves behind one.
void collect(const Board& board, int plies, std::set<std::pair<Bitboard, Bitboard>>& boards) {
    const Board key = canonical(board);
    boards.insert({key.player, key.opponent});
    if (plies == 0) return;
    for (const Square square : squares_of(board.legal_moves()))
        collect(board.after(square), plies - 1, boards);
}

std::size_t reached_from_first(const Book& book) {
    std::set<const BookPosition*> reached{book.find(first)};
    for (const Book::Entry* const entry : book.in_order()) {
        if (!reached.contains(&entry->second)) continue;
        for (const BookMove& move : entry->second.moves)
            if (move.within) reached.insert(book.find(entry->first.after(move.square)));
    }
    return reached.size();
}

} // namespace

TEST_CASE("a book that grows from a position has only positions behind it, in any symmetry") {
    for (const int symmetry : {0, 5}) {
        const GrowthScope scope{.first = transformed(first, symmetry)};
        const Book book = grown_book(40, {.scope = scope});
        CHECK(book.size() == 40);
        CHECK(book.find(Board::start()) == nullptr);
        CHECK(book.find(first) != nullptr);
        CHECK(reached_from_first(book) == book.size());
        CHECK_FALSE(check_book(book).grave());
    }
}

TEST_CASE("without a side a book grows all positions at most the given plies behind the first") {
    for (const int plies : {1, 2}) {
        std::set<std::pair<Bitboard, Bitboard>> boards;
        collect(first, plies, boards);
        const Book book = grown_book(enough, {.scope = {.first = first, .plies = plies}});
        CHECK(book.size() == boards.size());
        for (const auto& [board, position] : book.positions())
            CHECK(boards.contains({board.player, board.opponent}));
    }
}

TEST_CASE("for one side a book grows its one move and all good answers of the other") {
    for (const bool own_to_move : {true, false}) {
        const GrowthScope scope = scope_of(5, own_to_move, 2);
        const Book book = grown_book(enough, {.scope = scope});
        const Repertoire repertoire(book, first, *scope.side, 5);
        CHECK(repertoire.unanswered() == 0);
        CHECK(repertoire.lines() > 1);
        std::size_t plies = 0;
        for (const RepertoirePosition& position : repertoire.positions()) {
            plies = std::max(plies, position.line.size());
            if (position.own) REQUIRE(position.steps.size() == 1);
            for (const auto& [move, next] : position.steps) CHECK(move.within);
        }
        CHECK(plies == 4);
        const Book both = grown_book(enough, {.scope = {.first = first, .plies = 3}});
        CHECK(grown_book(enough, {.scope = scope_of(3, own_to_move, 2)}).size() < both.size());
        CHECK(grown_book(enough, {.scope = scope_of(3, own_to_move, 0)}).size()
              < grown_book(enough, {.scope = scope_of(3, own_to_move, 8)}).size());
    }
}

TEST_CASE("a book grows behind a preferred move, and finds another for one that is avoided") {
    const Book usual = grown_book(enough, {.scope = scope_of(3, true, 1)});
    const std::vector<BookMove> moves = usual.moves(first);
    const auto best_within =
        std::find_if(moves.begin(), moves.end(), [](const BookMove& move) { return move.within; });
    REQUIRE(best_within != moves.end());
    CHECK(best_within->score == moves.front().score);
    const Square best = best_within->square;
    Square preferred = Square::none;
    for (const Square square : squares_of(first.legal_moves()))
        if (!has_move(moves, square)) preferred = square;
    REQUIRE(preferred != Square::none);
    const auto knows_replies = [](const Book& book, Square move) {
        const Board after = first.after(move);
        return book.find(after) != nullptr && book.squares_within(after) != 0;
    };
    CHECK(knows_replies(usual, best));
    CHECK_FALSE(knows_replies(usual, preferred));
    const Book other =
        grown_book(enough, {.scope = scope_of(3, true, 1, "prefer f5d6 " + to_string(preferred))});
    CHECK(knows_replies(other, preferred));
    CHECK_FALSE(knows_replies(other, best));
    const Book without =
        grown_book(enough, {.scope = scope_of(3, true, 1, "avoid f5d6 " + to_string(best))});
    CHECK_FALSE(knows_replies(without, best));
    CHECK(without.squares_within(first) != 0);
}

TEST_CASE("a book of one part grows on where it was left") {
    const GrowthScope scope = scope_of(4, true, 2);
    const Book whole = grown_book(enough, {.scope = scope});
    const Book half = grown_book(whole.size() / 2, {.scope = scope});
    CHECK(half.size() < whole.size());
    const Book continued = grown_book(enough, {.scope = scope}, half);
    const Repertoire repertoire(continued, first, *scope.side, 4);
    CHECK(repertoire.unanswered() == 0);
    CHECK(repertoire.to_remember() > 2);
}

TEST_CASE("a round of one part begins with its first position and goes no further than its plies") {
    const RoundSettings settings{.build = {.search = {.depth = 2}, .scope = {first, 1, {}}},
                                 .lines = 64};
    Book book;
    const auto begin = plan_round(book, settings);
    REQUIRE(begin.size() == 1);
    CHECK(begin.front().board == canonical(first));
    testing::QuickSearch search;
    for (int round = 0; round < 20; ++round) {
        std::vector<RoundAnswer> answers;
        for (const RoundSearch& wanted : plan_round(book, settings))
            answers.push_back(answer(wanted, search.function(), false).value());
        take_in(book, answers);
    }
    CHECK(plan_round(book, settings).empty());
    std::set<std::pair<Bitboard, Bitboard>> boards;
    collect(first, 1, boards);
    CHECK(book.size() == boards.size());
}
