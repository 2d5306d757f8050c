#include "engine/search/node.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE("a stored bound of a position after a move cuts off if its reach is enough") {
    TranspositionTable table(1);
    const Board board = Board::start();
    OrderedMoves moves(board, board.legal_moves());
    const Reach wanted = Reach::midgame(5, Confidence::low);
    const auto cutoff = [&](int beta) {
        return enhanced_cutoff(moves, table, Score::from_discs(beta), wanted);
    };
    CHECK_FALSE(cutoff(-64));

    const Board child = board.after(Square::c4);
    const auto know = [&](Reach reach, int most) { // the opponent gets at most `most` there
        table.clear();
        table.store(child, hash(child), reach, min_score, Score::from_discs(most), Square::none);
    };
    know(Reach::midgame(5, Confidence::low), -3);
    CHECK(cutoff(3) == Score::from_discs(3));
    CHECK(cutoff(2) == Score::from_discs(3));
    CHECK_FALSE(cutoff(4));
    know(Reach::midgame(4, Confidence::certain), -3);
    CHECK_FALSE(cutoff(3));
    know(Reach::exact(59), -3);
    CHECK(cutoff(3) == Score::from_discs(3));
}
