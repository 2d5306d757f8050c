#include "engine/notation/move_list.h"
#include "engine/play/searcher.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"

using namespace emilia;
using namespace emilia::testing;

namespace {

std::vector<Square> squares_in(const char* moves) {
    const Game game = parse_moves(moves).value();
    std::vector<Square> squares;
    for (const PlayedMove& played : game.moves()) squares.push_back(played.move);
    return squares;
}

SearchLimits solving() {
    SearchLimits limits;
    limits.exact_at = 60;
    return limits;
}

} // namespace

TEST_CASE("a remembered value saves the search for it") {
    Random random(85);
    for (const Board& board : positions_with(16, 5, random)) {
        if (board.legal_moves() == 0) continue;
        Searcher solver(1, 4);
        const SearchResult solved = solver.search(board, solving());
        const Line& best = solved.lines.front();
        Searcher told(1, 4);
        told.remember(board, {.lower = best.value.score(),
                              .upper = best.value.score(),
                              .depth = 16,
                              .confidence = Confidence::certain,
                              .line = best.principal_variation});
        const SearchResult again = told.search(board, solving());
        CHECK(again.lines.front().value == best.value);
        CHECK(again.nodes < solved.nodes);
    }
}

TEST_CASE("the side that a remembered line favours follows it to its end") {
    const std::vector<Square> line = squares_in("f5d6c3d3c4");
    Searcher searcher(1, 4);
    searcher.remember(Board::start(), {.lower = Score::from_discs(40),
                                       .upper = Score::from_discs(40),
                                       .depth = 12,
                                       .confidence = Confidence::certain,
                                       .line = line});
    SearchLimits limits;
    limits.depth = 8;
    Board board = Board::start();
    for (std::size_t ply = 0; ply < 4; ply += 2) { // 12 plies at the start are 10 after two
        const Line best = searcher.search(board, limits).lines.front();
        CHECK(best.move == line[ply]);
        CHECK(best.value == Score::from_discs(40));
        board = board.after(line[ply]).after(line[ply + 1]);
    }
    searcher.forget();
    CHECK(searcher.search(Board::start(), limits).lines.front().value.score()
          < Score::from_discs(30));
}

TEST_CASE("a remembered value of a shallow search does not replace a deeper search") {
    Searcher searcher(1, 4);
    searcher.remember(Board::start(), {.lower = Score::from_discs(40),
                                       .upper = Score::from_discs(40),
                                       .depth = 3,
                                       .confidence = Confidence::low,
                                       .line = {Square::f5}});
    SearchLimits limits;
    limits.depth = 8;
    CHECK(searcher.search(Board::start(), limits).lines.front().value.score()
          < Score::from_discs(30));
}

TEST_CASE("a remembered value has the right sign after a pass") {
    // Every move of this line is forced. At its end black must pass.
    const auto game = parse_moves("f5f6d3g5h5h4g7h6pac5");
    REQUIRE(game);
    Position position;
    std::vector<Square> line;
    for (const PlayedMove& played : game->moves()) {
        if (line.empty() && played.move != Square::h6) {
            position = position.after(played.move);
        } else {
            line.push_back(played.move);
        }
    }
    Searcher searcher(1, 4);
    searcher.remember(position.board, {.lower = Score::from_discs(20),
                                       .upper = Score::from_discs(20),
                                       .depth = 20,
                                       .confidence = Confidence::certain,
                                       .line = line});
    SearchLimits limits;
    limits.depth = 6;
    const Board after_pass = position.board.after(Square::h6).after(Square::pass);
    CHECK(searcher.search(after_pass, limits).lines.front().value.score() == Score::from_discs(20));
}

TEST_CASE("a static value is the score of a finished game, and turned round where one must pass") {
    const Searcher searcher(1, 1);
    const Board over{~std::uint64_t{0} >> 1, std::uint64_t{1} << 63};
    CHECK(searcher.evaluate(over) == Score::from_discs(62));
    const Board passed =
        parse_position("-OXXXXXX-------------------------------------------------------- X")->board;
    const Board must_pass = passed.passed();
    REQUIRE(must_pass.must_pass());
    CHECK(searcher.evaluate(must_pass) == -searcher.evaluate(passed));
    CHECK(searcher.evaluate(passed) != Score());
}
