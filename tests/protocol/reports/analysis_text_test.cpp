#include "engine/notation/move_list.h"
#include "protocol/reports/analysis_text.h"
#include "tests/catch.h"

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

using namespace emilia;
using nlohmann::ordered_json;

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
AnalyzedMove reply(int best, int played, ScoreKind kind) {
    AnalyzedMove move;
    move.number = 2;
    move.before = parse_moves("f5").value().position();
    move.move = Square::d6;
    move.hints = {line(Square::f6, best, kind, "f5f6")};
    move.played = line(Square::d6, played, kind, "f5d6");
    move.loss = move.best().value.score() - move.played.value.score();
    return move;
}

ordered_json moves(int count, double equivalent, double loss) {
    return {{"moves", count}, {"equivalent", equivalent}, {"loss", loss}};
}

ordered_json player(const ordered_json& first, const ordered_json& last, const ordered_json& all) {
    ordered_json object = all;
    object["1-45"] = first;
    object["46-60"] = last;
    return object;
}

} // namespace

TEST_CASE("an analyzed move has a row with its number, color, score, loss and the best move") {
    GameAnalysis analysis;
    AnalyzedMove equal = reply(35, 35, ScoreKind::midgame);
    equal.equivalent = true;
    AnalyzedMove best = reply(0, 0, ScoreKind::exact);
    best.before = parse_moves("").value().position();
    best.number = 1;
    best.move = best.hints.front().move = best.played.move = Square::f5;
    analysis.moves = {best, equal, reply(35, -40, ScoreKind::midgame)};
    CHECK(moves_text(analysis)
          == "  #     move    score     lost  best  search                 best line\n"
             "  1  X  f5         +0           =     exact                  f5f6\n"
             "  2  O  d6      +0.35           ~f6   depth 12, full width   f5f6\n"
             "  2  O  d6      -0.40     0.75  f6    depth 12, full width   f5f6\n"
             "best: = the played move, ~ a move equal to it\n");
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
    GameAnalysis analysis;
    analysis.moves = {reply(given.best, given.played, given.kind)};
    const std::string text = moves_text(analysis);
    CHECK(text.substr(text.find("\nTurning"))
          == "\nTurning points\nmove 2, d6 by white: " + given.words + " with f6\n");
}

TEST_CASE("the heading of an analysis names the players, the result and the occasion") {
    Game game = parse_moves("f5d6c3").value();
    CHECK(heading_text(game) == "Black – White, Perpendicular\n");
    game.black_name = "Ann";
    game.event = "Cup";
    game.date = "2001-02-03";
    game.result = result_of_lead(24);
    CHECK(heading_text(game) == "Ann – White, 44-20, Cup, 2001-02-03, Perpendicular\n");
    // Nine moves after which only black has discs: the board counts, not the record.
    Game over = parse_moves("e6f4e3f6g5d6e7f5c5").value();
    over.result = result_of_lead(2);
    CHECK(result_of(over) == "64-0");
}

TEST_CASE("a note says what an analysis lacks and from where on it is exact") {
    Game game = parse_moves("f5").value();
    GameAnalysis analysis;
    analysis.moves = {reply(0, 0, ScoreKind::midgame)};
    CHECK(note_on(game, analysis) == "Unfinished: 59 empty squares are left.");
    analysis.complete = false;
    analysis.moves.push_back(reply(0, 0, ScoreKind::exact));
    CHECK(note_on(game, analysis)
          == "Unfinished: 59 empty squares are left. Stopped: only the last moves are analyzed. "
             "Exact from move 2 on.");
    const Game over = parse_moves("e6f4e3f6g5d6e7f5c5").value();
    CHECK(note_on(over, {}).empty());
}

TEST_CASE("a note says why no game reaches a board") {
    CHECK(note_on(Position()).empty());
    Position impossible;
    impossible.board.player = 0;
    CHECK(note_on(impossible).starts_with("No game reaches this board: "));
}

TEST_CASE("a table sums up the moves of each player over several games") {
    const ordered_json ann = player(moves(20, 0.5, 10), moves(5, 0.8, 2), moves(25, 14 / 25.0, 12));
    const ordered_json bob = player(moves(20, 0.25, 30), moves(0, 0, 0), moves(20, 0.25, 30));
    PlayerTable table;
    table.add({{"names", {{"X", "Ann"}, {"O", "Bob"}}}, {"players", {{"X", ann}, {"O", bob}}}});
    table.add({{"names", {{"X", ""}, {"O", "Ann"}}}, {"players", {{"X", bob}, {"O", bob}}}});
    table.add({{"names", {{"X", "Bob"}, {"O", ""}}}, {"players", {{"X", ann}, {"O", ann}}}});
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
