#include "engine/search/midgame_search.h"
#include "engine/search/probcut.h"
#include "engine/search/solvers.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"
#include "tests/search/problems.h"
#include "tests/search/search_fixture.h"

#include <cmath>

using namespace emilia;
using emilia::testing::positions_with;
using emilia::testing::problems_of;
using emilia::testing::Random;
using emilia::testing::SearchFixture;

namespace {

/// The answers about windows far below, at and far above a score.
struct Answers {
    int right = 0; ///< for windows far away
    int wrong = 0;
    int far_undecided = 0;
    int near_undecided = 0;
    int near = 0;

    void add_far(std::optional<bool> above, bool truth) {
        ++(!above ? far_undecided : *above == truth ? right : wrong);
    }
    void add_near(std::optional<bool> above) {
        ++near;
        if (!above) ++near_undecided;
    }
};

} // namespace

TEST_CASE("the shallow search has the parity of the deep one") {
    for (Depth depth = least_probcut_depth; depth <= 60; ++depth) {
        const Depth probe = probcut_probe_depth(depth);
        CAPTURE(depth, probe);
        CHECK(probe >= 0);
        CHECK(probe < depth);
        CHECK((depth - probe) % 2 == 0);
    }
}

TEST_CASE("margins are between a quarter of a disc and the whole board, at every depth and phase") {
    for (Depth depth = least_probcut_depth; depth <= 60; ++depth) {
        for (int empties = 0; empties <= 64; ++empties) {
            CAPTURE(depth, empties);
            CHECK(probcut_margin(depth, empties, Confidence::low) > 25);
            CHECK(probcut_margin(depth, empties, Confidence::very_high) < 6400);
        }
    }
}

TEST_CASE("a margin grows with the confidence and towards the end, and changes by small steps") {
    for (Depth depth = least_probcut_depth; depth <= 30; ++depth) {
        CAPTURE(depth);
        for (const auto& [less, more] : {std::pair(Confidence::low, Confidence::fair),
                                         std::pair(Confidence::fair, Confidence::high),
                                         std::pair(Confidence::high, Confidence::very_high)}) {
            CHECK(probcut_margin(depth, 40, less) < probcut_margin(depth, 40, more));
        }
        CHECK(probcut_margin(depth, 14, Confidence::fair)
              > probcut_margin(depth, 40, Confidence::fair));
        for (int empties = 1; empties <= 60; ++empties) {
            CHECK(std::abs(probcut_margin(depth, empties, Confidence::fair)
                           - probcut_margin(depth, empties - 1, Confidence::fair))
                  < 60);
        }
    }
}

TEST_CASE("a confidence is the share of normal errors within its margin") {
    for (const Confidence confidence :
         {Confidence::low, Confidence::fair, Confidence::high, Confidence::very_high}) {
        const double deviations = margin_in_tenths(confidence) / 10.0;
        CHECK(std::erf(deviations / std::sqrt(2.0))
              == Approx(percent(confidence) / 100.0).margin(.005));
    }
    CHECK(percent(Confidence::certain) == 100);
}

TEST_CASE("the deviation follows the formula of the curve") {
    const ProbcutPhase phase{.empties = 30, .base = 1.5, .scale = 2, .decay = 0.8};
    CHECK(deviation(phase, 0, 1) == Approx(3.5));
    CHECK(deviation(phase, 0, 9) == Approx(7.5));
    CHECK(deviation(phase, 2, 6) == Approx(1.5 + 2 * 2 * 0.64));
}

TEST_CASE(
    "ProbCut decides windows far from the value rightly, and leaves those at the value open") {
    Random random(31);
    constexpr Depth depth = 6;
    const Score far = Score::from_discs(20);
    for (const Confidence confidence : {Confidence::low, Confidence::very_high}) {
        Answers answers;
        for (const Board& board : positions_with(30, 40, random)) {
            if (board.legal_moves() == 0) continue;
            const PatternBoard position(board);
            SearchFixture full;
            const Score value =
                search_midgame(full.thread, position, {}, depth, Confidence::certain);
            if (value + far >= max_score || value - far <= min_score) continue;
            const auto ask = [&](Score alpha) {
                SearchFixture fresh;
                return probably_above(fresh.thread, position, alpha, depth, confidence);
            };
            answers.add_far(ask(value - far), true);
            answers.add_far(ask(value + far), false);
            answers.add_near(ask(value));
        }
        CAPTURE(percent(confidence), answers.right, answers.wrong, answers.far_undecided);
        CAPTURE(answers.near, answers.near_undecided);
        REQUIRE(answers.near > 20);
        CHECK(answers.wrong == 0);
        CHECK(answers.right > 9 * answers.far_undecided);
        if (confidence == Confidence::very_high)
            CHECK(answers.near_undecided > answers.near * 3 / 4);
    }
}

TEST_CASE("ProbCut to the end decides windows far from the exact score rightly, not those at it") {
    Random random(32);
    constexpr int far = 30;
    for (const int empties : {11, 14}) {
        Answers answers;
        for (const Board& board : positions_with(empties, 60, random)) {
            SearchFixture exact;
            const int score = emilia::testing::solve_in_discs(exact.thread, board);
            const auto ask = [&](int alpha) {
                SearchFixture fresh;
                return end_probably_above(fresh.thread, board, alpha, empties,
                                          Confidence::very_high);
            };
            if (score + far < 40) answers.add_far(ask(score + far), false);
            if (score - far > -40) answers.add_far(ask(score - far), true);
            answers.add_near(ask(score));
        }
        CAPTURE(empties, answers.right, answers.wrong, answers.far_undecided);
        CAPTURE(answers.near, answers.near_undecided);
        CHECK(answers.wrong == 0);
        CHECK(answers.right > answers.far_undecided);
        CHECK(answers.near_undecided > answers.near * 9 / 10);
    }
}

TEST_CASE("ProbCut to the end judges half of a tournament game by a shorter search") {
    constexpr int far = 16;
    Answers answers;
    for (const Problem& problem : problems_of("wthor/wthor-30-empties.obf")) {
        const int score = problem.best_discs().value();
        const auto ask = [&](int alpha) {
            SearchFixture fresh;
            return end_probably_above(fresh.thread, problem.position.board, alpha, 30,
                                      Confidence::very_high);
        };
        if (score + far < 40) answers.add_far(ask(score + far), false);
        if (score - far > -40) answers.add_far(ask(score - far), true);
        answers.add_near(ask(score));
    }
    CAPTURE(answers.right, answers.wrong, answers.far_undecided);
    CAPTURE(answers.near, answers.near_undecided);
    CHECK(answers.wrong == 0);
    CHECK(answers.right > 4 * answers.far_undecided);
    CHECK(answers.near_undecided > answers.near * 9 / 10);
}

TEST_CASE("ProbCut to the end takes no nodes where solving is cheaper") {
    Random random(33);
    for (const Board& board : positions_with(10, 20, random)) {
        SearchFixture search;
        CHECK_FALSE(end_probably_above(search.thread, board, -60, 10, Confidence::low));
        CHECK_FALSE(end_probably_above(search.thread, board, 60, 10, Confidence::low));
        search.thread.report();
        CHECK(search.control.nodes() == 0);
    }
}
