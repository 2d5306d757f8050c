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
    CHECK(contains(run.output, "You play black against " + given.opponent + ".\n"));
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
