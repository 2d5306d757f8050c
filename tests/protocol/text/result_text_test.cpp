#include "protocol/text/result_text.h"
#include "tests/catch.h"

using namespace emilia;

namespace {

SearchResult result_with(ScoreKind kind, Confidence confidence, Score score) {
    Line line;
    line.move = Square::f5;
    line.depth = 12;
    line.kind = kind;
    line.confidence = confidence;
    line.score = score;
    return {.lines = {line}, .nodes = 1234567, .seconds = 1.25};
}

} // namespace

TEST_CASE("a running search is summarised in one line") {
    const auto [kind, confidence, score, text] =
        GENERATE(table<ScoreKind, Confidence, int, std::string>({
            {ScoreKind::midgame, Confidence::certain, 125, "midgame 12@100%: f5 +1.25"},
            {ScoreKind::midgame, Confidence::fair, -400, "midgame 12@81%: f5 -4.00"},
            {ScoreKind::probable, Confidence::high, -400, "end@93%: f5 -4.00"},
            {ScoreKind::exact, Confidence::certain, 600, "exact: f5 +6"},
            {ScoreKind::wld, Confidence::certain, 100, "win/loss/draw: f5 win"},
            {ScoreKind::wld, Confidence::certain, 0, "win/loss/draw: f5 draw"},
            {ScoreKind::wld, Confidence::certain, -100, "win/loss/draw: f5 loss"},
        }));
    CHECK(progress_text(result_with(kind, confidence, Score::from_hundredths(score)))
          == text + ", 1,234,567 nodes, 1.2 s");
}

TEST_CASE("a search without a move yet shows its nodes and time") {
    CHECK(progress_text({.lines = {}, .nodes = 12, .seconds = 0}) == "12 nodes, 0.0 s");
}
