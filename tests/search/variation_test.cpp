#include "engine/board/board.h"
#include "engine/eval/evaluation.h"
#include "engine/search/solvers.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"
#include "tests/search/search_fixture.h"

#include <algorithm>
#include <vector>

using namespace emilia;
using namespace emilia::testing;

namespace {

void store(TranspositionTable& table, const Board& board, const TableEntry& entry) {
    table.store(board, hash(board), entry.reach, entry.lower, entry.upper, entry.best);
}

/// What a search of a few plies that was sure of its score leaves behind.
TableEntry known_score(Score score, Square best) {
    return {.lower = score,
            .upper = score,
            .reach = Reach::midgame(4, Confidence::certain),
            .best = best};
}

/// The position that a game's moves lead to.
Board after_all(Board board, const std::vector<Square>& moves) {
    for (const Square move : moves) board = board.after(move);
    return board;
}

} // namespace

TEST_CASE(
    "an exact variation keeps the score, whatever move the table has with less than the score") {
    Random random(52);
    int tried = 0;
    for (const Board& board : positions_with(8, 60, random)) {
        const int discs = plain_solve(board);
        const Score score = Score::from_discs(discs);
        Square worse = Square::none;
        for (const Square move : squares_of(board.legal_moves())) {
            if (-plain_solve(board.after(move)) < discs) worse = move;
        }
        if (worse == Square::none) continue;
        ++tried;
        for (const TableEntry& entry : {
                 known_score(score, worse), // of a search that did not reach the end
                 TableEntry{.lower = score, .reach = Reach::exact(8), .best = worse},
                 TableEntry{.upper = score, .reach = Reach::exact(8), .best = worse},
                 TableEntry{.lower = score, .upper = score, .reach = Reach::exact(8)},
             }) {
            CAPTURE(board.player, board.opponent);
            SearchFixture fixture;
            store(fixture.table, board, entry);
            const std::vector<Square> line = exact_variation(fixture.thread, board, score);
            const Board end = after_all(board, line);
            CHECK(end.is_over());
            CHECK((line.size() % 2 == 0 ? end.final_score() : -end.final_score()) == discs);
        }
    }
    CHECK(tried > 10);
}

TEST_CASE("a stored variation goes on as long as the table has scores and legal moves") {
    Random random(53);
    std::vector<Board> boards;
    const auto passes = [](const Board& board) { return board.must_pass(); };
    while (boards.empty() || std::none_of(boards.begin() + 1, boards.end() - 9, passes)) {
        boards = random_game(random);
        REQUIRE(boards.size() > 20);
    }
    // Eight positions around the first pass.
    const auto pass = std::find_if(boards.begin() + 1, boards.end() - 9, passes);
    const std::vector<Board> game(pass - 1, pass + 8);
    std::vector<Square> moves;
    TranspositionTable table(1);
    for (std::size_t i = 0; i + 1 < game.size(); ++i) {
        Square move = Square::pass;
        for (const Square square : squares_of(game[i].legal_moves())) {
            if (game[i].after(square) == game[i + 1]) move = square;
        }
        moves.push_back(move);
        if (move != Square::pass) store(table, game[i], known_score(Score::from_discs(3), move));
    }
    const auto first = [&moves](std::size_t number) {
        return std::vector<Square>(moves.begin(),
                                   moves.begin() + static_cast<std::ptrdiff_t>(number));
    };
    CHECK(stored_variation(table, embedded_weights(), game.front(), 7) == moves);
    CHECK(stored_variation(table, embedded_weights(), game.front(), 3) == first(4)); // with a pass
    CHECK(stored_variation(table, embedded_weights(), game.front(), 0).empty());
    CHECK(stored_variation(table, embedded_weights(), Board::start(), 8).empty());

    SECTION("the last ply, which the table lacks, has the move with the best evaluation") {
        const std::vector<Square> line =
            stored_variation(table, embedded_weights(), game.front(), 8);
        REQUIRE(line.size() >= 9);
        const auto value = [&](Square move) {
            return -evaluate(embedded_weights(), PatternBoard(game.back().after(move)));
        };
        if (game.back().must_pass()) return;
        for (const Square move : squares_of(game.back().legal_moves()))
            CHECK(value(move) <= value(line.back()));
    }
    SECTION("a bound is no score") {
        TableEntry bound = known_score(Score::from_discs(3), moves[4]);
        bound.reach = Reach::midgame(5, Confidence::certain);
        bound.upper = Score::from_discs(4);
        store(table, game[4], bound);
        CHECK(stored_variation(table, embedded_weights(), game.front(), 8) == first(4));
    }
    SECTION("an illegal move ends it") {
        TableEntry wrong = known_score(Score::from_discs(3), Square::d4);
        wrong.reach = Reach::midgame(5, Confidence::certain);
        store(table, game[4], wrong);
        CHECK(stored_variation(table, embedded_weights(), game.front(), 8) == first(4));
    }
}
