#include "engine/learn/calibration.h"
#include "engine/search/probcut.h"
#include "engine/search/probcut_margins.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"

#include <cmath>

using namespace emilia;
using emilia::testing::plain_search;
using emilia::testing::positions_with;
using emilia::testing::Random;

namespace {

std::vector<Board> some_boards() {
    Random random(81);
    std::vector<Board> boards;
    for (const int empties : {50, 30, 4}) {
        for (const Board& board : positions_with(empties, 3, random)) {
            if (board.legal_moves() != 0) boards.push_back(board);
        }
    }
    return boards;
}

std::vector<ValuesByDepth> searched(const std::vector<Board>& boards, int threads) {
    CalibrationSettings settings;
    settings.depth = 4;
    settings.hash_megabytes = 1;
    settings.threads = threads;
    std::atomic<std::size_t> done = 0;
    auto values = search_all_depths(boards, embedded_weights(), settings, done);
    CHECK(done == boards.size());
    return values;
}

/// Positions whose deeper values are `slope` times the shallower ones, `intercept` and an error of
/// `error` discs up or down.
std::vector<ValuesByDepth> made_up(int empties, int positions, double slope, double intercept,
                                   double error) {
    std::vector<ValuesByDepth> all;
    for (int i = 0; i < positions; ++i) {
        const double shallow = i - positions / 2.0;
        const double deep = slope * shallow + intercept + (i / 2 % 2 == 0 ? error : -error);
        const auto hundredths = [](double discs) {
            return static_cast<std::int16_t>(std::lround(100 * discs));
        };
        all.push_back({empties, {hundredths(shallow), 0, hundredths(deep)}}); // 0 and 2 plies
    }
    return all;
}

/// Pairs of depths whose deviations are those of the curve.
PhasePairs pairs_on(const ProbcutPhase& curve) {
    PhasePairs phase{curve.empties, {}};
    for (Depth deep = 3; deep <= 12; ++deep) {
        const Depth shallow = probcut_probe_depth(deep);
        phase.pairs.push_back({shallow, deep, 100, 1, 0, deviation(curve, shallow, deep)});
    }
    return phase;
}

} // namespace

TEST_CASE("a position is searched full-width to every depth before the end") {
    const std::vector<Board> boards = some_boards();
    const std::vector<ValuesByDepth> values = searched(boards, 2);
    REQUIRE(values.size() == boards.size());
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const int empties = boards[i].empties();
        CHECK(values[i].empties == empties);
        REQUIRE(values[i].values.size() == static_cast<std::size_t>(std::min(5, empties)));
        for (std::size_t depth = 0; depth < values[i].values.size(); ++depth) {
            CAPTURE(i, depth);
            CHECK(values[i].values[depth]
                  == plain_search(boards[i], static_cast<Depth>(depth)).hundredths());
        }
    }
    const std::vector<ValuesByDepth> alone = searched(boards, 1);
    for (std::size_t i = 0; i < boards.size(); ++i) CHECK(alone[i].values == values[i].values);
}

TEST_CASE("after a stop only searched positions are returned") {
    const std::atomic<bool> stop = true;
    CalibrationSettings settings;
    settings.hash_megabytes = 1;
    settings.stop = &stop;
    std::atomic<std::size_t> done = 0;
    CHECK(search_all_depths(some_boards(), embedded_weights(), settings, done).empty());
    CHECK(done == 0);
}

TEST_CASE("the regression finds slope, intercept and deviation of made-up values") {
    const auto phases = regress(made_up(30, 400, 1.25, 2, 0));
    REQUIRE(phases.size() == 1);
    CHECK(phases[0].empties == 29); // the middle of its band
    REQUIRE(phases[0].pairs.size() == 1);
    const DepthPair& pair = phases[0].pairs[0];
    CHECK(pair.deep == least_probcut_depth);
    CHECK(pair.shallow == probcut_probe_depth(least_probcut_depth));
    CHECK(pair.positions == 400);
    CHECK(pair.slope == Approx(1.25));
    CHECK(pair.intercept == Approx(2));
    const auto noisy = regress(made_up(30, 400, 1, 0, 3));
    CHECK(noisy[0].pairs[0].slope == Approx(1).margin(0.01));
    CHECK(noisy[0].pairs[0].deviation == Approx(3));
}

TEST_CASE("too few positions, and positions outside all bands, give no pair") {
    CHECK(regress(made_up(30, static_cast<int>(least_calibrated_positions) - 1, 1, 0, 1)).empty());
    CHECK(regress(made_up(60, 400, 1, 0, 1)).empty());
    CHECK(regress({}).empty());
}

TEST_CASE("the fit finds the curve from which the deviations were computed") {
    const std::array<ProbcutPhase, 2> curve{{{20, 1.5, 2.0, 0.85}, {40, 0.5, 1.2, 0.85}}};
    const std::vector<ProbcutPhase> fitted =
        fit_curve(std::vector{pairs_on(curve[0]), pairs_on(curve[1])});
    REQUIRE(fitted.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(fitted[i].empties == curve[i].empties);
        CHECK(fitted[i].base == Approx(curve[i].base).epsilon(0.01));
        CHECK(fitted[i].scale == Approx(curve[i].scale).epsilon(0.01));
        CHECK(fitted[i].decay == Approx(curve[i].decay).epsilon(0.001));
    }
}

TEST_CASE("the decay of a fitted curve is at least a half") {
    const std::vector<PhasePairs> phases{pairs_on({30, 0.5, 1.5, 0.4})};
    CHECK(fit_curve(phases).front().decay == 0.5);
}

TEST_CASE("the fitted curve has no negative parameter, so margins grow with the distance") {
    // Deviations that fall with the distance would want a negative scale.
    std::vector<PhasePairs> phases{{30, {}}};
    for (Depth deep = 3; deep <= 12; ++deep) {
        phases[0].pairs.push_back({probcut_probe_depth(deep), deep, 100, 1, 0,
                                   3.0 - 0.8 * std::sqrt(deep - probcut_probe_depth(deep))});
    }
    const ProbcutPhase phase = fit_curve(phases).front();
    CHECK(phase.base >= 0);
    CHECK(phase.scale >= 0);
}

TEST_CASE("the margins of Multi-ProbCut were fitted to the embedded weights") {
    INFO(
        "engine/search/probcut_margins.h belongs to other weights than engine/eval/emilia.weights. "
        "Make new margins with `emilia calibrate FILES --sample 4000 --depth 10 --output "
        "engine/search/probcut_margins.h`, or take those that scripts/train.sh made with the "
        "weights, and build again.");
    CHECK(margins_weights_checksum == weights_checksum(embedded_weights()));
}
