#include "engine/play/thinking_time.h"
#include "tests/catch.h"

using namespace emilia;

namespace {

constexpr Allotment allotment{.target = 10, .limit = 25};
constexpr Iteration midgame{SearchMethod::midgame, 20, Confidence::low};

Iteration to_the_end(int empties, Confidence confidence) {
    return {SearchMethod::exact, empties, confidence};
}

Line line(Square move, double discs) {
    Line result;
    result.move = move;
    result.value = Score::from_hundredths(static_cast<int>(100 * discs));
    return result;
}

/// Reports iterations that take no time, then returns the first time that is enough.
double enough_at(ThinkingTime& thinking, const Line& best) {
    // Each call counts as an iteration, so ask a copy.
    for (double seconds = 0;; seconds += 0.1) {
        ThinkingTime copy = thinking;
        if (copy.enough(best, seconds, midgame, midgame)) return seconds;
    }
}

double after(const std::vector<Line>& iterations) {
    ThinkingTime thinking(allotment);
    for (std::size_t i = 0; i + 1 < iterations.size(); ++i)
        CHECK_FALSE(thinking.enough(iterations[i], 0.01, midgame, midgame));
    return enough_at(thinking, iterations.back());
}

} // namespace

TEST_CASE("a stable best move takes less than its share of the clock") {
    const std::vector<Line> firm(8, line(Square::f5, 1));
    CHECK(after(firm) < 8);
    CHECK(after(firm) > 4);
}

TEST_CASE("a best move that has just changed takes more than its share") {
    std::vector<Line> changing(8, line(Square::f5, 1));
    changing.push_back(line(Square::d6, 1));
    CHECK(after(changing) > 12);
}

TEST_CASE("a dropping score takes more time, and a larger drop even more") {
    const auto falling_by = [](double discs) {
        return after({line(Square::f5, 4), line(Square::f5, 4), line(Square::f5, 4),
                      line(Square::f5, 4 - discs)});
    };
    CHECK(falling_by(3) > falling_by(0) + 1);
    CHECK(falling_by(6) > falling_by(3) + 1);
    CHECK(falling_by(-6) == falling_by(0));
}

TEST_CASE("scores that alternate with the parity of the depth do not count as drops") {
    const auto swinging = after(
        {line(Square::f5, 4), line(Square::f5, -2), line(Square::f5, 4), line(Square::f5, -2)});
    CHECK(swinging < 11);
}

TEST_CASE("no move takes more than the limit") {
    std::vector<Line> worst(4, line(Square::f5, 20));
    worst.push_back(line(Square::d6, -20));
    CHECK(after(worst) <= 25.1);
    ThinkingTime none(Allotment{.target = 0, .limit = 0});
    CHECK(none.enough(line(Square::f5, 0), 0, midgame, midgame));
}

TEST_CASE("a surer search to the end is begun only if it will probably be done within the limit") {
    ThinkingTime thinking(allotment);
    const Line best = line(Square::f5, 1);
    const auto low = to_the_end(28, Confidence::low);
    const auto fair = to_the_end(28, Confidence::fair);
    const auto certain = to_the_end(28, Confidence::certain);
    CHECK_FALSE(thinking.enough(best, 2, midgame, low));
    CHECK_FALSE(thinking.enough(best, 2, low, fair));
    CHECK(thinking.enough(best, 2, low, certain));
    CHECK_FALSE(thinking.enough(best, 0.05, low, certain));
    CHECK_FALSE(thinking.enough(best, 2, to_the_end(18, Confidence::low),
                                to_the_end(18, Confidence::certain)));
}
