#include "engine/board/symmetry.h"
#include "protocol/play/drill.h"
#include "protocol/reports/drill_text.h"
#include "tests/catch.h"
#include "tests/drill/problems.h"
#include "tests/protocol/temporary_file.h"

#include <sstream>

using namespace emilia;
using namespace emilia::testing;
using std::chrono::days;
using std::chrono::sys_days;

namespace {

AnswerLog open_log(const std::string& path) {
    auto log = AnswerLog::open(path);
    REQUIRE(log);
    return std::move(*log);
}

/// A drill of the three problems that is answered by lines.
struct Sitting {
    explicit Sitting(const std::string& path,
                     const std::vector<Problem>& problems = three_problems())
        : log(open_log(path)), drill(problems, log.cards(), 20, today) {}

    DrillReply answer(const char* line) { return answer_line(drill, log, line); }

    /// What the drill says to these lines.
    std::string say(const std::string& lines) {
        std::istringstream input(lines);
        std::ostringstream output;
        ask(drill, log, input, output, {}, false);
        return output.str();
    }

    AnswerLog log;
    Drill drill;
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a drill says what was right, and what was better") {
    const TemporaryFile file;
    Sitting sitting(file.path());
    CHECK(sitting.answer("h7").text == "Wrong: h7 +6 loses 12 discs; g8 +18.");
    CHECK(sitting.answer("D6").text == "Right: d6 +0.");
    CHECK(sitting.answer("c4").text == "Right: c3 and c4 +0.");
    CHECK(sitting.answer("h1").text == "Wrong: h1 +12 loses 6 discs; g8 +18.");
    CHECK(sitting.answer("g8").text == "Right: g8 +18.");
    CHECK(sitting.drill.is_over());
    CHECK(summary_of(sitting.drill) == "2 of 3 right. The next is due on 2026-11-28.");
}

TEST_CASE("in a repertoire its own move is right, whatever the others are worth") {
    const TemporaryFile file;
    Sitting sitting(file.path(),
                    {problem("f5; F6:-2; D6:+0; F4:-2; % repertoire: f5"),
                     problem("---------------------------OX------XO--------------------------- X; "
                             "F5:+0; % repertoire")});
    CHECK(sitting.answer("d6").text
          == "Wrong: d6 +0 is better by 2 discs, but the repertoire has f6 -2.");
    CHECK(sitting.answer("c4").text == "Right: f5 +0."); // the same move in another symmetry
    CHECK(sitting.answer("f4").text == "Wrong: f4 -2 is as good, but the repertoire has f6 -2.");
    CHECK(sitting.answer("show").text == "f6 -2.");
    CHECK(sitting.answer("f6").text == "Right: f6 -2.");
    CHECK(sitting.drill.is_over());
    CHECK(summary_of(sitting.drill).starts_with("1 of 2 right."));
}

TEST_CASE("a drill shows the way to a position of a repertoire, without control characters") {
    const TemporaryFile file;
    Sitting sitting(file.path(),
                    {problem("f5d6; C3:-2; C4:-1; % repertoire: f5d6, Perpendicular \x1b[2J"),
                     problem("f5; D6:+0; % hardness 3: hard")});
    const std::string text = sitting.say("c4\nd6\n");
    CHECK(contains(text, "\nAfter f5d6, Perpendicular \\x1b[2J: your move for black? (2 left)\n"));
    CHECK(contains(text, "Wrong: c4 -1 is better by 1 disc, but the repertoire has c3 -2."));
    CHECK(contains(text, "\nThe best move for white? (2 left)\n"));
    CHECK_FALSE(contains(text, "hard"));
}

TEST_CASE("what is no answer is explained and changes nothing") {
    const TemporaryFile file;
    Sitting sitting(file.path());
    CHECK(sitting.answer("g2").text == "Wrong: g8 +18."); // legal, but without a score
    CHECK(sitting.answer("d3").asks_again);
    CHECK(sitting.answer("d3").text == "d3 is not a legal move.");
    const DrillReply rubbish = sitting.answer("castle");
    CHECK(rubbish.asks_again);
    CHECK(rubbish.text == "'castle' is no move, such as f5; show tells it, quit ends the drill.");
    CHECK(file.text().find('\n') + 1 == file.text().size()); // one answer
    CHECK(sitting.answer("show").text == "d6 +0.");
}

TEST_CASE("the log is one readable file, and the next drill goes by it") {
    const TemporaryFile file;
    {
        Sitting sitting(file.path());
        static_cast<void>(sitting.say("g8\nf4\nc4\nd6\n"));
        CHECK(sitting.drill.is_over());
    }
    CHECK(file.text().starts_with("2026-11-27 right "));
    CHECK(contains(file.text(), "\n2026-11-27 wrong "));
    {
        const Sitting same_day(file.path());
        CHECK(same_day.drill.is_over());
        CHECK(summary_of(same_day.drill) == "The next is due on 2026-11-28.");
    }
    const AnswerLog log = open_log(file.path());
    const Drill few(three_problems(), log.cards(), 2, today + days(1));
    CHECK(few.left() == 2);
    CHECK(summary_of(few) == "More are due today.");
    CHECK(summary_of(Drill({}, log.cards(), 2, today)).empty());
}

TEST_CASE("a log that ends in half a line loses only that, and any other file is refused") {
    const TemporaryFile file("2026-11-20 right " + ffo + "\n2026-11-2");
    {
        const AnswerLog log = open_log(file.path());
        CHECK(log.cards().find(problem(ffo + "; G8:+18;").position.board) != nullptr);
    }
    CHECK(file.text() == "2026-11-20 right " + ffo + "\n");
    const TemporaryFile other("2026-11-20 wrong " + ffo + "\nhello\n2026-11-2");
    const auto log = AnswerLog::open(other.path());
    REQUIRE_FALSE(log);
    CHECK(log.error()
          == "'" + other.path()
                 + "' is no log of a drill: line 2 is no answer of a drill, such as "
                   "'2026-11-27 right BOARD X'; nothing was changed");
    CHECK(contains(other.text(), "\nhello\n2026-11-2"));
}

TEST_CASE("a drill at a pipe shows each position once, and quit ends it with what was answered") {
    const TemporaryFile file;
    Sitting sitting(file.path());
    const std::string said = sitting.say("castle\n\ng8\nQUIT\nd6\n");
    CHECK(contains(said, "The best move for black? (3 left)\n"));
    CHECK(contains(said, "The best move for white? (2 left)\n"));
    CHECK(said.find("(3 left)") == said.rfind("(3 left)"));
    CHECK(said.ends_with("1 of 1 right. More are due today.\n"));
}
