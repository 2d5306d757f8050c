#include "engine/notation/position.h"
#include "protocol/reports/result_text.h"
#include "tests/catch.h"

using namespace emilia;

namespace {

SearchResult result_with(ScoreKind kind, Confidence confidence, Score score) {
    Line line;
    line.move = Square::f5;
    line.depth = 12;
    line.kind = kind;
    line.confidence = confidence;
    line.value = kind == ScoreKind::wld ? LineValue(outcome_of(score), score) : score;
    return {.lines = {line}, .nodes = 1234567, .seconds = 1.25};
}

} // namespace

TEST_CASE("a running search is summarised in one line") {
    const auto [kind, confidence, score, text] =
        GENERATE(table<ScoreKind, Confidence, int, std::string>({
            {ScoreKind::midgame, Confidence::certain, 125, "depth 12, full width: f5 +1.25"},
            {ScoreKind::midgame, Confidence::fair, -400, "depth 12 at 81%: f5 -4.00"},
            {ScoreKind::probable, Confidence::high, -400, "to the end at 93%: f5 -4.00"},
            {ScoreKind::book, Confidence::low, -75, "book, depth 12 at 63%: f5 -0.75"},
            {ScoreKind::exact, Confidence::certain, 600, "exact: f5 +6"},
            {ScoreKind::wld, Confidence::certain, 100, "win/loss/draw: f5 win"},
            {ScoreKind::wld, Confidence::certain, 0, "win/loss/draw: f5 draw"},
            {ScoreKind::wld, Confidence::certain, -100, "win/loss/draw: f5 loss"},
        }));
    CHECK(progress_text(result_with(kind, confidence, Score::from_hundredths(score)))
          == text + ", 1,234,567 nodes, 1.2 s");
}

TEST_CASE("programs read the confidence of a search, or that it is full-width") {
    const auto word = [](ScoreKind kind, Confidence confidence) {
        return certainty_word(result_with(kind, confidence, Score()).lines.front());
    };
    CHECK(word(ScoreKind::midgame, Confidence::low) == "63%");
    CHECK(word(ScoreKind::midgame, Confidence::certain) == "full-width");
    CHECK(word(ScoreKind::probable, Confidence::very_high) == "99%");
    CHECK(word(ScoreKind::exact, Confidence::certain) == "exact");
    CHECK(word(ScoreKind::wld, Confidence::certain) == "wld");
    CHECK(word(ScoreKind::book, Confidence::fair) == "book");
    Line unsearched;
    unsearched.kind = ScoreKind::midgame;
    CHECK(certainty_word(unsearched) == "none");
    CHECK(certainty_text(unsearched) == "not searched");
}

TEST_CASE("a search without a move yet shows its nodes and time") {
    CHECK(progress_text({.lines = {}, .nodes = 12, .seconds = 0}) == "12 nodes, 0.0 s");
    CHECK(progress_text({.lines = {}, .nodes = 1, .seconds = 0}) == "1 node, 0.0 s");
}

TEST_CASE("a board is drawn with its coordinates, legal moves, discs and the side to move") {
    const auto [board, drawing] = GENERATE(table<const char*, const char*>({
        {"---------------------------OX------XO--------------------------- X",
         "  a b c d e f g h\n"
         "1 - - - - - - - -\n"
         "2 - - - - - - - -\n"
         "3 - - - . - - - -   black X  2\n"
         "4 - - . O X - - -   white O  2\n"
         "5 - - - X O . - -\n"
         "6 - - - - . - - -   black to move\n"
         "7 - - - - - - - -\n"
         "8 - - - - - - - -"},
        {"X-O------O------OOXX-------XX------XXX-------------------------- O",
         "  a b c d e f g h\n"
         "1 X - O - - - - -\n"
         "2 - O - - - - - -\n"
         "3 O O X X . - - -   black X  8\n"
         "4 - - - X X - - -   white O  4\n"
         "5 - - - X X X - -\n"
         "6 - - - - - . - -   white to move\n"
         "7 - - - - - - - -\n"
         "8 - - - - - - - -"},
        {"XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- X",
         "  a b c d e f g h\n"
         "1 X X X X X X X X\n"
         "2 X X X X X X X X\n"
         "3 X X X X X X X X   black X 63\n"
         "4 X X X X X X X X   white O  0\n"
         "5 X X X X X X X X\n"
         "6 X X X X X X X X   the game is over\n"
         "7 X X X X X X X X\n"
         "8 X X X X X X X -"},
    }));
    const auto position = parse_position(board);
    REQUIRE(position);
    CHECK(draw_board(*position) == drawing);
}

TEST_CASE("a board painted for a terminal shows all discs and legal moves") {
    const auto position =
        parse_position("-XO------------------------OX------XO-------------------------"
                       "-- X");
    REQUIRE(position);
    const std::string painted = paint_board(*position);
    const auto times = [&painted](std::string_view part) {
        int found = 0;
        for (std::size_t at = painted.find(part); at != std::string::npos;
             at = painted.find(part, at + 1))
            ++found;
        return found;
    };
    CHECK(times("\x1b[38;5;16m \u25cf") == 3);
    CHECK(times("\x1b[38;5;231m \u25cf") == 3);
    CHECK(times("\u00b7") == count(position->board.legal_moves()));
    CHECK(times("\x1b[48;5;29m") == 8);
    CHECK(times("\x1b[0m") == 8);
    CHECK(times("\n") == 8);
    CHECK(times("black to move") == 1);
}
