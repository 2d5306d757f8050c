#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/dialects/nboard.h"
#include "tests/catch.h"

using namespace emilia;

namespace {

using Lines = std::vector<std::string>;

Line line_of(const char* moves, double discs, Depth depth, ScoreKind kind) {
    Line line;
    line.principal_variation = moves_of(parse_moves(moves).value());
    line.move = line.principal_variation.front();
    line.value = Score::from_hundredths(static_cast<int>(discs * 100));
    line.depth = depth;
    line.kind = kind;
    return line;
}

/// A line of a midgame search.
Line searched(const char* moves, double discs, Depth depth) {
    return line_of(moves, discs, depth, ScoreKind::midgame);
}

BookLine known(const char* moves, double discs, Depth depth, std::uint64_t games = 0) {
    return {.line = line_of(moves, discs, depth, ScoreKind::book), .doubt = {}, .games = games};
}

SearchResult result_of(std::vector<Line> lines) {
    SearchResult result;
    result.lines = std::move(lines);
    return result;
}

} // namespace

TEST_CASE("NBoard gets variations with a dash between moves, and passes as PA") {
    const NBoardHints none({}, 64);
    CHECK(none.before_search().empty());
    CHECK(none.of_iteration(result_of({searched("f5d6c3", -1.25, 3)}))
          == Lines{"search F5-D6-C3 -1.25 0 3"});
    Line forced;
    forced.move = Square::pass;
    forced.principal_variation = {Square::pass, *parse_square("f5")};
    CHECK(none.of_iteration(result_of({forced})) == Lines{"search PA-F5 0.00 0 0"});
}

TEST_CASE("a hint's depth says how far and how surely the search sees") {
    const NBoardHints none({}, 64);
    Line probable = line_of("f5", 2, 20, ScoreKind::probable);
    probable.confidence = Confidence::fair;
    Line won = line_of("f5", 5, 20, ScoreKind::wld);
    won.value = {Outcome::win, Score::from_discs(5)};
    CHECK(none.of_iteration(result_of({line_of("f5", 6, 20, ScoreKind::exact), won, probable}))
          == Lines{"search F5 6.00 0 100%", "search F5 5.00 0 100%W", "search F5 2.00 0 81%"});
}

TEST_CASE("a book hint is not overwritten before the search is deeper than the book") {
    const NBoardHints hints({known("f5d6", 0.5, 20, 7), known("c4", -1, 12)}, 64);
    // All bear the same depth: NBoard keeps the hints of two depths only.
    CHECK(hints.before_search() == Lines{"book F5-D6 0.50 7 12", "book C4 -1.00 0 12"});
    CHECK(hints.of_iteration(result_of({searched("f5", 2, 11), searched("e6", 0, 11)}))
          == Lines{"search E6 0.00 0 11", "book F5-D6 0.50 7 12", "book C4 -1.00 0 12"});
    CHECK(hints.of_iteration(result_of({searched("f5", 2, 12), searched("c4", 0, 12)}))
          == Lines{"search C4 0.00 0 12", "book F5-D6 0.50 7 12"});
    CHECK(hints.of_iteration(result_of({searched("f5", 2, 20), searched("c4", 0, 20)}))
          == Lines{"search F5 2.00 0 20", "search C4 0.00 0 20"});
    // What is solved is surer than any book.
    CHECK(hints.of_iteration(result_of({line_of("f5", 4, 10, ScoreKind::exact)}))
          == Lines{"search F5 4.00 0 100%", "book C4 -1.00 0 12"});
}

TEST_CASE("an iteration that tells nothing better than the book sends no line") {
    const NBoardHints hints({known("f5", 0.5, 20)}, 64);
    CHECK(hints.of_iteration(result_of({searched("f5", 2, 5)})).empty());
}

TEST_CASE("a hint shows no more book moves than NBoard asks for") {
    const NBoardHints hints({known("f5", 0.5, 20, 3), known("c4", -1, 12)}, 1);
    CHECK(hints.before_search() == Lines{"book F5 0.50 3 20"});
    // A move that the book knows and does not show is not shown by a shallow search either.
    CHECK(hints.of_iteration(result_of({searched("c4", 1, 3)})).empty());
    CHECK(hints.of_iteration(result_of({searched("c4", 1, 12)}))
          == Lines{"search C4 1.00 0 12", "book F5 0.50 3 20"});
}

TEST_CASE("a book move that is played shows the book's line for it alone") {
    const NBoardHints hints =
        NBoardHints::of_move({known("c4", 1, 12), known("f5d6", 0.5, 20, 7)}, *parse_square("f5"));
    CHECK(hints.before_search() == Lines{"book F5-D6 0.50 7 20"});
}

TEST_CASE("where only the outcome is certain, NBoard's value is the best estimate on its side") {
    const auto solved = [](Outcome outcome, double discs) {
        Line line = line_of("f5", 0, 14, ScoreKind::wld);
        line.value = {outcome, Score::from_hundredths(static_cast<int>(discs * 100))};
        return line;
    };
    struct Case {
        std::optional<double> before; ///< score of the iteration before
        Outcome outcome;
        double own; ///< estimate of the line
        double shown;
    };
    for (const Case& c : std::vector<Case>{{{}, Outcome::win, 10, 10},
                                           {{}, Outcome::win, 0.4, 2},
                                           {9.5, Outcome::win, -3, 9.5},
                                           {9.5, Outcome::win, 12, 12},
                                           {-4, Outcome::win, -6, 2},
                                           {-7, Outcome::loss, 5, -7},
                                           {1, Outcome::loss, 0.4, -2},
                                           {7, Outcome::draw, 3, 0}}) {
        NBoardEstimate estimate;
        if (c.before) estimate.see(result_of({searched("f5", *c.before, 8)}));
        const Line line = solved(c.outcome, c.own);
        estimate.see(result_of({line})); // an outcome is no estimate
        CAPTURE(c.own, c.shown);
        CHECK(estimate.line(line).value.in_discs().discs() == Approx(c.shown));
    }
    const Line exact = line_of("f5", 4, 14, ScoreKind::exact);
    NBoardEstimate estimate;
    estimate.see(result_of({searched("f5", 9, 8)}));
    CHECK(estimate.line(exact).value == exact.value);
}

TEST_CASE("the point of a message comes first, and a path last") {
    using Texts = std::pair<const char*, const char*>;
    for (const auto& [message, shown] :
         std::vector<Texts>{{"black cannot pass", "black cannot pass"},
                            {"unknown command 'hello'", "unknown command 'hello'"},
                            {"there is no option '--x' (did you mean '--xy'?); see 'help'",
                             "did you mean '--xy'? there is no option '--x'; see 'help'"},
                            {"cannot read '/a/b': no file", "cannot read: no file: '/a/b'"},
                            {"'C:\\b.book' is no book", "is no book: 'C:\\b.book'"},
                            {"'x' is not '/a'", "'x' is not: '/a'"},
                            {"an open ' quote", "an open ' quote"},
                            {"", ""}}) {
        CHECK(point_first(message) == shown);
    }
}
