#include "engine/eval/phases.h"
#include "engine/learn/quantize.h"
#include "tests/catch.h"

#include <limits>

using namespace emilia;

TEST_CASE("weights are rounded to the nearest unit and clamped to the range of a weight") {
    constexpr float unit = 1.0F / weight_units_per_disc;
    struct Case {
        float discs;
        Weight weight;
    };
    const std::vector<Case> cases = {
        {0, 0},
        {1, weight_units_per_disc},
        {-1, -weight_units_per_disc},
        {0.4F * unit, 0},
        {0.6F * unit, 1},
        {-0.4F * unit, 0},
        {-0.6F * unit, -1},
        {2.5F * unit, 3},
        {-2.5F * unit, -3},
        {127.99F, 32765},
        {128, 32767},
        {1e30F, 32767},
        {-128, -32767},
        {-1e30F, -32767},
        {std::numeric_limits<float>::infinity(), 32767},
    };
    const std::size_t tied_count = tie_weights().count;
    Parameters parameters(tied_count, 1);
    for (std::size_t i = 0; i < cases.size(); ++i) parameters.values[i] = cases[i].discs;
    const StoredWeights weights = quantize(parameters);
    REQUIRE(weights.tied.size() == knots.size() * tied_count);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        CAPTURE(cases[i].discs);
        CHECK(weights.tied[i] == cases[i].weight);
    }
}

TEST_CASE("each knot's weights and each constant keep their places, corrections are dropped") {
    const std::size_t tied_count = tie_weights().count;
    Parameters parameters(tied_count, 2);
    for (std::size_t knot = 0; knot < knots.size(); ++knot)
        parameters.values[parameters.weight(knot, 7)] = static_cast<float>(knot + 1);
    for (std::size_t empties = 0; empties <= 64; ++empties) {
        parameters.values[parameters.constant(empties)] = static_cast<float>(empties) / 2;
        parameters.values[parameters.mistake(1, empties)] = 100;
    }
    const StoredWeights weights = quantize(parameters);
    StoredWeights expected;
    expected.tied.resize(knots.size() * tied_count);
    for (std::size_t knot = 0; knot < knots.size(); ++knot) {
        expected.tied[knot * tied_count + 7] =
            static_cast<Weight>((static_cast<int>(knot) + 1) * weight_units_per_disc);
    }
    for (std::size_t empties = 0; empties < empties_numbers; ++empties) {
        expected.constants[empties] =
            static_cast<Weight>(static_cast<int>(empties) * weight_units_per_disc / 2);
    }
    CHECK(weights == expected);
}
