#include "engine/play/level.h"
#include "tests/catch.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

using namespace emilia;
using namespace emilia::testing;

TEST_CASE("a loaded game goes on with its opponent, unless the command line chooses another or its "
          "limits") {
    const TemporaryFile game("(;GM[Othello]PB[Player]PW[Emilia (level 2)]B[F5]W[D6];)");
    struct Case {
        Words chosen;
        std::string opponent;
    };
    const auto given = GENERATE(values<Case>({
        {{}, "Emilia (level 2)"},
        {{"--eval"}, "Emilia (level 2)"},
        {{"--level", "4"}, "Emilia (level 4)"},
        {{"--player", "random"}, "Emilia as random"},
        {{"--time", "0.1"}, "Emilia"},
        {{"--depth", "1"}, "Emilia"},
        {{"--nodes", "100"}, "Emilia"},
    }));
    Words words{"play", "--load", game.path(), "--hash", "1", "--threads", "1"};
    words.insert(words.end(), given.chosen.begin(), given.chosen.end());
    const Finished run = run_program(words, "quit\n");
    CAPTURE(words, run.errors);
    CHECK(run.status == 0);
    CHECK(contains(run.output, "You play black against " + given.opponent + "."));
}

TEST_CASE("the moves of a loaded game take nothing from the clock of the command line") {
    const TemporaryFile game("(;GM[Othello]PB[Player]PW[Emilia (level 2)]B[F5//360]W[D6//360];)");
    const Finished run = run_program(
        {"play", "--load", game.path(), "--clock", "5", "--hash", "1", "--threads", "1"}, "quit\n");
    CAPTURE(run.errors);
    CHECK(run.status == 0);
    CHECK(contains(run.output, ", white 5:00\n"));
    CHECK_FALSE(contains(run.output, "wins on time"));
}

TEST_CASE("a drill asks the problems of a file and keeps the answers") {
    const TemporaryFile problems("f5; D6:+0; F6:-2; F4:-8; % hardness 2\nf5d6;\n");
    const TemporaryFile log;
    const Words words{"play", "--drill", problems.path(), "--drill-log", log.path()};
    const Finished run = run_program(words, "f6\nd6\n");
    CAPTURE(run.output, run.errors);
    CHECK(run.status == 0);
    CHECK(contains(run.output, "Wrong: f6 -2 loses 2 discs; d6 +0.\n"));
    CHECK(contains(run.output, "Right: d6 +0.\n0 of 1 right. The next is due on "));
    CHECK(contains(run.errors, "line 2 of '" + problems.path() + "' gives no scores of moves"));
    CHECK(contains(log.text(), " wrong "));
    CHECK(contains(run_program(words, "").output, "The next is due on "));
}

TEST_CASE("a drill without problems, or with another game, is refused") {
    const TemporaryFile empty("% nothing\n");
    const TemporaryFile log;
    const Finished run = run_program({"play", "--drill", empty.path(), "--drill-log", log.path()});
    CHECK(run.status == 1);
    CHECK(contains(run.errors, "holds no problems"));
    const TemporaryFile bare("f5d6;\n");
    CHECK(contains(run_program({"play", "--drill", bare.path(), "--drill-log", log.path()}).errors,
                   "has no problem with scores; 'emilia puzzles' finds some"));
    const std::string refused = refusals({{"play", "--drill", empty.path(), "--level", "3"},
                                          {"play", "--drill", empty.path(), "f5d6"},
                                          {"play", "--count", "3"},
                                          {"play", "--drill-log", log.path()}},
                                         2);
    CHECK(contains(refused, "--drill takes its positions from the file"));
    CHECK(contains(refused, "--count needs --drill"));
    CHECK(contains(refused, "--drill-log needs --drill"));
}

TEST_CASE("without other limits a person plays against the level for people") {
    const Finished run = run_program({"play", "--hash", "1", "--threads", "1"}, "quit\n");
    CHECK(contains(run.output, "You play black against Emilia (level "
                                   + std::to_string(level_for_people) + ")."));
}

TEST_CASE("an adaptive opponent begins at the level of the command line, and has no other limits") {
    const Finished run =
        run_program({"play", "--adapt", "--level", "3", "--hash", "1", "--threads", "1"}, "quit\n");
    CHECK(contains(run.output, "You play black against Emilia (level 3)."));
    for (const Words& other :
         {Words{"--time", "1"}, Words{"--depth", "2"}, Words{"--nodes", "9"},
          Words{"--wld-at", "9"}, Words{"--exact-at", "9"}, Words{"--player", "iago"}}) {
        Words words{"play", "--adapt"};
        words.insert(words.end(), other.begin(), other.end());
        const Finished refused = run_program(words, "");
        CAPTURE(words);
        CHECK(refused.status == 2);
        CHECK(contains(refused.errors, "--adapt and " + other.front() + " exclude each other"));
    }
}
