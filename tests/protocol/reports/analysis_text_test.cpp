#include "engine/notation/move_list.h"
#include "protocol/reports/analysis_text.h"
#include "tests/catch.h"

#include <string>
#include <vector>

using namespace emilia;

namespace {

Line line(Square move, int hundredths, ScoreKind kind, const char* moves) {
    Line result;
    result.move = move;
    result.value = Score::from_hundredths(hundredths);
    result.depth = 12;
    result.kind = kind;
    const Game game = parse_moves(moves).value();
    for (const PlayedMove& played : game.moves()) result.principal_variation.push_back(played.move);
    return result;
}

/// The reply d6 to f5, with the score of the best move f6 and its own one.
Judgement reply(int best, int played, ScoreKind kind) {
    Judgement move;
    move.number = 2;
    move.before = parse_moves("f5").value().position();
    move.move = Square::d6;
    move.lines = {line(Square::f6, best, kind, "f5f6")};
    move.played = line(Square::d6, played, kind, "f5d6");
    move.loss = move.best().value.score() - move.played.value.score();
    return move;
}

} // namespace

TEST_CASE("an analyzed move has a row with its number, color, score, loss and the best move") {
    AnalyzedGame game{.record = parse_moves("f5d6").value()};
    Judgement equal = reply(35, 35, ScoreKind::midgame);
    equal.equivalent = true;
    Judgement best = reply(0, 0, ScoreKind::exact);
    best.before = parse_moves("").value().position();
    best.number = 1;
    best.move = best.lines.front().move = best.played.move = Square::f5;
    game.judgements = {best, equal, reply(35, -40, ScoreKind::midgame)};
    CHECK(analysis_text(game)
          == "Black – White, Perpendicular\n"
             "  #     move    score     lost  best  search                 best line\n"
             "  1  X  f5         +0           =     exact                  f5f6\n"
             "  2  O  d6      +0.35           ~f6   depth 12, full width   f5f6\n"
             "  2  O  d6      -0.40     0.75  f6    depth 12, full width   f5f6\n"
             "best: = the played move, ~ a move equal to it\n"
             "Unfinished: 58 empty squares are left.\n");
}

TEST_CASE("a turning point says what was lost") {
    struct Case {
        int best;
        int played;
        ScoreKind kind;
        std::string words;
    };
    const auto given = GENERATE(values<Case>({
        {400, 0, ScoreKind::exact, "a draw instead of 4 ahead"},
        {0, -200, ScoreKind::exact, "2 behind instead of a draw"},
        {1040, 20, ScoreKind::midgame, "about even instead of about 10.4 ahead"},
        {-40, -510, ScoreKind::midgame, "about 5.1 behind instead of about even"},
        {100, -100, ScoreKind::midgame, "about 1.0 behind instead of about 1.0 ahead"},
    }));
    AnalyzedGame game{.record = parse_moves("e6f4e3f6g5d6e7f5c5").value()};
    game.judgements = {reply(given.best, given.played, given.kind)};
    game.judgements.push_back(reply(0, 0, ScoreKind::midgame));
    const std::string text = analysis_text(game);
    CHECK(text.substr(text.find("\nTurning"))
          == "\nTurning points\nmove 2, d6 by white: " + given.words + " with f6\n");
}

TEST_CASE("the heading of an analysis names the players, the result and the occasion") {
    Game game = parse_moves("f5d6c3").value();
    const auto heading = [&game] {
        const std::string text = analysis_text({.record = game});
        return text.substr(0, text.find('\n'));
    };
    CHECK(heading() == "Black – White, Perpendicular");
    game.black_name = "Ann";
    game.event = "Cup";
    game.date = "2001-02-03";
    game.result = result_of_lead(24);
    CHECK(heading() == "Ann – White, 44-20, Cup, 2001-02-03, Perpendicular");
    // Nine moves after which only black has discs: the board counts, not the record.
    Game over = parse_moves("e6f4e3f6g5d6e7f5c5").value();
    over.result = result_of_lead(2);
    CHECK(result_of(over) == "64-0");
}

TEST_CASE("a note says what an analysis lacks and from where on it is exact") {
    AnalyzedGame game{.record = parse_moves("f5").value()};
    game.judgements = {reply(0, 0, ScoreKind::midgame)};
    CHECK(note_on(game) == "Unfinished: 59 empty squares are left.");
    game.complete = false;
    game.judgements.push_back(reply(0, 0, ScoreKind::exact));
    CHECK(note_on(game)
          == "Unfinished: 59 empty squares are left. Stopped: only the last moves are analyzed. "
             "Exact from move 2 on.");
    CHECK(note_on({.record = parse_moves("e6f4e3f6g5d6e7f5c5").value()}).empty());
}

TEST_CASE("a note says why no game reaches a board") {
    CHECK(note_on(Position()).empty());
    Position impossible;
    impossible.board.player = 0;
    CHECK(note_on(impossible).starts_with("No game reaches this board: "));
}

TEST_CASE("a table sums up the moves of each player over several games") {
    const auto moves = [](int number, int equivalent, int discs) {
        return MoveSummary{number, equivalent, Score::from_discs(discs)};
    };
    const PlayerTotals good{"", moves(25, 14, 12), {moves(20, 10, 10), moves(5, 4, 2)}};
    const PlayerTotals bad{"", moves(20, 5, 30), {moves(20, 5, 30), moves(0, 0, 0)}};
    const auto named = [](std::string name, PlayerTotals totals) {
        totals.name = std::move(name);
        return totals;
    };
    PlayerTable table;
    table.add({named("Ann", good), named("Bob", bad)});
    table.add({named("", bad), named("Ann", bad)});
    table.add({named("Bob", good), named("", good)});
    CHECK(table.text()
          == "player                    games   moves   1-45   moves  46-60      all moves\n"
             "                                  equal   lost   equal   lost   equal   lost\n"
             "Ann                           2    0.38   1.00    0.80   0.40    0.42   0.93\n"
             "Bob                           2    0.38   1.00    0.80   0.40    0.42   0.93\n"
             "Black                         1    0.25   1.50       -      -    0.25   1.50\n"
             "White                         1    0.50   0.50    0.80   0.40    0.56   0.48\n"
             "equal: share of moves that are best, the mirror image of the best or, where\n"
             "solved, equally good; lost: discs per move\n");
}
