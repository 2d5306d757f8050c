#include "engine/board/symmetry.h"
#include "protocol/play/drill.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <array>
#include <sstream>

using namespace emilia;
using namespace emilia::testing;
using std::chrono::days;
using std::chrono::sys_days;

namespace {

constexpr sys_days today = std::chrono::year(2026) / 11 / 27;
const std::string ffo = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

Problem problem(const std::string& line) {
    return parse_obf(line).value();
}

/// Problems whose best moves are g8, f5 in the start's symmetries, and d6 after f5.
std::vector<Problem> three_problems() {
    return {problem(ffo + "; G8:+18; H1:+12; H7:+6;"), problem("f5; D6:+0; F6:-2; F4:-8;"),
            problem("f5d6; C3:+0; C4:+0; C5:-4;")};
}

AnswerLog open_log(const std::string& path) {
    auto log = AnswerLog::open(path);
    REQUIRE(log);
    return std::move(*log);
}

/// What a drill says to these lines.
std::string say(Drill& drill, const std::string& lines) {
    std::istringstream input(lines);
    std::ostringstream output;
    ask(drill, input, output, {}, false);
    return output.str();
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("right answers come again after 1, 6 and then ever more days; a wrong one the next day") {
    FlashCard card;
    std::vector<int> intervals;
    sys_days day = today;
    for (const bool right : {true, true, true, true, false, true, true}) {
        card.answer(right, day);
        intervals.push_back(static_cast<int>(card.interval.count()));
        CHECK(card.due == day + card.interval);
        day = card.due;
    }
    CHECK(intervals == std::vector<int>{1, 6, 16, 45, 1, 1, 6});
    for (int i = 0; i < 20; ++i) card.answer(false, day);
    CHECK(card.ease == Approx(1.3));
}

TEST_CASE("a drill tells right from wrong and repeats what was wrong until it is right") {
    const TemporaryFile file;
    AnswerLog log = open_log(file.path());
    Drill drill(three_problems(), log, 20, today);
    CHECK(drill.left() == 3);
    CHECK(drill.answer("h7").text == "Wrong: h7 +6 loses 12 discs; g8 +18.");
    CHECK(drill.answer("D6").text == "Right: d6 +0.");
    CHECK(drill.answer("c4").text == "Right: c3 and c4 +0.");
    CHECK(drill.left() == 1);
    CHECK(drill.answer("h1").text == "Wrong: h1 +12 loses 6 discs; g8 +18.");
    CHECK(drill.answer("g8").text == "Right: g8 +18.");
    CHECK(drill.is_over());
    CHECK(drill.summary() == "2 of 3 right. The next is due on 2026-11-28.");
}

TEST_CASE("in a repertoire its own move is right, whatever the others are worth") {
    const TemporaryFile file;
    AnswerLog log = open_log(file.path());
    Drill drill({problem("f5; F6:-2; D6:+0; F4:-2; % repertoire: f5"),
                 problem("---------------------------OX------XO--------------------------- X; "
                         "F5:+0; % repertoire")},
                log, 20, today);
    CHECK(drill.answer("d6").text
          == "Wrong: d6 +0 is better by 2 discs, but the repertoire has f6 -2.");
    CHECK(drill.answer("c4").text == "Right: f5 +0."); // the same move in another symmetry
    CHECK(drill.answer("f4").text == "Wrong: f4 -2 is as good, but the repertoire has f6 -2.");
    CHECK(drill.answer("show").text == "f6 -2.");
    CHECK(drill.answer("f6").text == "Right: f6 -2.");
    CHECK(drill.is_over());
    CHECK(drill.summary().starts_with("1 of 2 right."));
}

TEST_CASE("a drill shows the way to a position of a repertoire, without control characters") {
    const TemporaryFile file;
    AnswerLog log = open_log(file.path());
    Drill drill({problem("f5d6; C3:-2; C4:-1; % repertoire: f5d6, Perpendicular \x1b[2J"),
                 problem("f5; D6:+0; % hardness 3: hard")},
                log, 20, today);
    const std::string text = say(drill, "c4\nd6\n");
    CHECK(contains(text, "\nAfter f5d6, Perpendicular \\x1b[2J\nYour move for black? (2 left)\n"));
    CHECK(contains(text, "Wrong: c4 -1 is better by 1 disc, but the repertoire has c3 -2."));
    CHECK(contains(text, "\nThe best move for white? (2 left)\n"));
    CHECK_FALSE(contains(text, "hard"));
}

TEST_CASE("what is no answer is explained and changes nothing") {
    const TemporaryFile file;
    AnswerLog log = open_log(file.path());
    Drill drill(three_problems(), log, 20, today);
    CHECK(drill.answer("g2").text == "Wrong: g8 +18."); // legal, but without a score
    CHECK(drill.answer("d3").asks_again);
    CHECK(drill.answer("d3").text == "d3 is not a legal move.");
    const auto rubbish = drill.answer("castle");
    CHECK(rubbish.asks_again);
    CHECK(rubbish.text == "'castle' is no move, such as f5; show tells it, quit ends the drill.");
    CHECK(file.text().find('\n') + 1 == file.text().size()); // one answer
    CHECK(drill.answer("show").text == "d6 +0.");
}

TEST_CASE("the log is one readable file, and the next drill goes by it") {
    const TemporaryFile file;
    {
        AnswerLog log = open_log(file.path());
        Drill drill(three_problems(), log, 20, today);
        static_cast<void>(say(drill, "g8\nf4\nc4\nd6\n"));
        CHECK(drill.is_over());
    }
    CHECK(file.text().starts_with("2026-11-27 right "));
    CHECK(contains(file.text(), "\n2026-11-27 wrong "));
    AnswerLog log = open_log(file.path());
    const Drill same_day(three_problems(), log, 20, today);
    CHECK(same_day.is_over());
    CHECK(same_day.summary() == "The next is due on 2026-11-28.");
    const Drill next_day(three_problems(), log, 20, today + days(1));
    CHECK(next_day.left() == 3);
    const Drill few(three_problems(), log, 2, today + days(1));
    CHECK(few.left() == 2);
    CHECK(few.summary() == "More are due today.");
}

TEST_CASE("a position is the same card in every symmetry, and is asked once") {
    const TemporaryFile file;
    AnswerLog log = open_log(file.path());
    const Board board = problem(ffo + "; G8:+18;").position.board;
    log.add(board, true, today);
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        const FlashCard* const card = log.find(transformed(board, symmetry));
        REQUIRE(card != nullptr);
        CHECK(card->due == today + days(1));
    }
    const Drill drill({problem("f5; D6:+0;"), problem("c4; E3:+0;")}, log, 20, today);
    CHECK(drill.left() == 1);
}

TEST_CASE("positions that are due come before new ones, those that have waited longest first") {
    const TemporaryFile file;
    AnswerLog log = open_log(file.path());
    const auto problems = three_problems();
    log.add(problems[2].position.board, true, today - days(9));
    log.add(problems[1].position.board, true, today - days(5));
    Drill drill(problems, log, 20, today);
    CHECK(drill.current() == problems[2]);
    static_cast<void>(drill.answer("c4"));
    CHECK(drill.current() == problems[1]);
    static_cast<void>(drill.answer("d6"));
    CHECK(drill.current() == problems[0]);
}

TEST_CASE("a log that ends in half a line loses only that, and any other file is refused") {
    const TemporaryFile file("2026-11-20 right " + ffo + "\n2026-11-2");
    {
        const AnswerLog log = open_log(file.path());
        CHECK(log.find(problem(ffo + "; G8:+18;").position.board) != nullptr);
    }
    CHECK(file.text() == "2026-11-20 right " + ffo + "\n");
    const std::vector<std::string> others = {
        "hello",
        "2026-13-01 right " + ffo,
        "2026-11-20 perhaps " + ffo,
        "2026-11-20 right X",
        "20261120 right " + ffo,
        "2026-11-20",
    };
    for (const std::string& line : others) {
        CAPTURE(line);
        const TemporaryFile other("2026-11-20 wrong " + ffo + '\n' + line + '\n');
        const auto log = AnswerLog::open(other.path());
        REQUIRE_FALSE(log);
        CHECK(contains(log.error(), "line 2 of '" + other.path() + "' is no answer of a drill"));
        CHECK(contains(other.text(), line));
    }
}

TEST_CASE("a drill at a pipe shows each position once, and quit ends it with what was answered") {
    const TemporaryFile file;
    AnswerLog log = open_log(file.path());
    Drill drill(three_problems(), log, 20, today);
    const std::string said = say(drill, "castle\n\ng8\nQUIT\nd6\n");
    CHECK(contains(said, "The best move for black? (3 left)\n"));
    CHECK(contains(said, "The best move for white? (2 left)\n"));
    CHECK(said.find("(3 left)") == said.rfind("(3 left)"));
    CHECK(said.ends_with("1 of 1 right. More are due today.\n"));
}
