#include "engine/board/symmetry.h"
#include "engine/learn/adam.h"
#include "engine/learn/network_batch.h"
#include "tests/catch.h"
#include "tests/learn/make_training_set.h"
#include "tests/learn/zero_tables.h"
#include "tests/random_game.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

using namespace emilia;
using namespace emilia::testing;

namespace {

bool is_near(float found, float expected) {
    return std::abs(found - expected) < 1e-4F * (1 + std::abs(expected));
}

/// The gradient of the mean squared error over all lessons, each example added by itself.
FloatNetwork gradient_of(const NetworkLessons& lessons, const FloatNetwork& network) {
    FloatNetwork gradient = empty_network();
    const NetworkReader reader;
    const std::vector<std::uint32_t> numbers = lessons.numbers();
    for (const std::uint32_t number : numbers) {
        const Lesson lesson = lessons.lesson(number);
        const NetworkInput input = reader.read(lesson.board, lesson.table_value);
        const float target = (lesson.score - lesson.table_value) / discs_of_output;
        FloatRow of_sums;
        add_gradient(network, input, target, 2 * lesson.weight / static_cast<float>(numbers.size()),
                     gradient.dense, of_sums);
        for (const std::uint32_t row : input.rows) {
            for (std::size_t i = 0; i < network_sums; ++i)
                gradient.rows[row].sums[i] += of_sums.sums[i];
        }
    }
    return gradient;
}

/// A number of a network that differs from the stored one.
struct Change {
    const float* number = nullptr;
    double by = 0;
};

/// The output as network.h describes it, computed with double precision.
double described_output(const FloatNetwork& network, const NetworkInput& input,
                        const Change& change = {}) {
    const auto number = [&change](const float& stored) {
        return static_cast<double>(stored) + (&stored == change.number ? change.by : 0);
    };
    const FloatLayers& layers = network.dense.layers[std::min<std::size_t>(input.empties / 6, 9)];
    std::array<double, 32> sums;
    std::array<double, 19> inputs;
    for (std::size_t i = 0; i < 32; ++i) {
        sums[i] = number(network.dense.starts[input.empties].sums[i]);
        for (const std::uint32_t row : input.rows) sums[i] += number(network.rows[row].sums[i]);
    }
    for (std::size_t i = 0; i < 16; ++i)
        inputs[i] = std::clamp(sums[i], 0.0, 1.0) * std::clamp(sums[i + 16], 0.0, 1.0);
    for (std::size_t i = 16; i < 19; ++i) inputs[i] = static_cast<double>(input.others[i - 16]);

    double output = number(layers.bias);
    for (std::size_t i = 0; i < 32; ++i) output += number(layers.sum_weights[i]) * sums[i];
    for (std::size_t i = 0; i < 19; ++i) output += number(layers.input_weights[i]) * inputs[i];
    for (std::size_t neuron = 0; neuron < 16; ++neuron) {
        double sum = number(layers.neuron_biases[neuron]);
        for (std::size_t i = 0; i < 19; ++i)
            sum += number(layers.neuron_weights[i][neuron]) * inputs[i];
        const double square = std::pow(std::clamp(sum, -1.0, 1.0), 2);
        output += number(layers.clipped_weights[neuron]) * std::clamp(sum, 0.0, 1.0)
                  + number(layers.squared_weights[neuron]) * square;
    }
    return output;
}

/// A network whose sums lie on both sides of their bounds, and whose stages differ.
FloatNetwork varied_network(Random& random) {
    FloatNetwork network = random_network(3);
    for (float& value : network.dense.numbers())
        value += static_cast<float>(below(random, 2001) - 1000) / 1000;
    for (FloatLayers& layers : network.dense.layers) {
        layers.unused.fill(0);
        layers.input_weights.back() = 0;
        layers.neuron_weights.back().fill(0);
    }
    return network;
}

struct Case {
    Board board;
    float table_value;
};

std::vector<Case> cases(Random& random) {
    std::vector<Case> result;
    const std::vector<Board> game = random_game(random);
    for (std::size_t ply = 0; ply < 60; ply += 11)
        result.push_back({game[ply], static_cast<float>(below(random, 101) - 50)});
    return result;
}

} // namespace

TEST_CASE("a batch steps along the gradient of its mean squared error") {
    Random random(81);
    std::vector<Example> examples;
    for (const Board& board : positions_of_games(random, 2))
        examples.push_back({board, static_cast<float>(below(random, 41) - 20), 1, 0});
    const TrainingSet set = make_training_set(std::move(examples));
    const NetworkLessons lessons(set, zero_tables(), 1, 1);
    const std::vector<std::uint32_t> numbers = lessons.numbers();
    NetworkState state{random_network(5), empty_network(), empty_network(), 0};
    const FloatNetwork before = state.network;
    const FloatNetwork gradient = gradient_of(lessons, before);

    const AdamStep step(1, 0.01F, 0);
    NetworkBatch(lessons, numbers.size(), 2).learn(numbers, step, step, state);

    // After the first step the first moments are a tenth of the gradient.
    CHECK(state.steps == 1);
    std::size_t wrong = 0;
    std::size_t changed = 0;
    for (std::size_t row = 0; row < before.rows.size(); ++row) {
        for (std::size_t i = 0; i < network_sums; ++i) {
            wrong +=
                !is_near(10 * state.first_moments.rows[row].sums[i], gradient.rows[row].sums[i]);
            changed += state.network.rows[row].sums[i] != before.rows[row].sums[i];
            wrong += gradient.rows[row] == FloatRow{}
                     && state.network.rows[row].sums[i] != before.rows[row].sums[i];
        }
    }
    const auto dense = state.first_moments.dense.numbers();
    for (std::size_t i = 0; i < dense.size(); ++i)
        wrong += !is_near(10 * dense[i], gradient.dense.numbers()[i]);
    CHECK(wrong == 0);
    CHECK(changed > 0);
}

TEST_CASE("the output of a network is the one that is described") {
    Random random(71);
    const FloatNetwork network = varied_network(random);
    const NetworkReader reader;
    for (const Case& position : cases(random)) {
        const NetworkInput input = reader.read(position.board, position.table_value);
        const double output = static_cast<double>(network_output(network, input));
        CHECK(std::abs(output - described_output(network, input)) < 1e-4);
    }
}

TEST_CASE("the gradient is the slope of half the weighted squared error") {
    constexpr float target = 0.7F;
    constexpr float weight = 2.5F;
    Random random(72);
    const FloatNetwork network = varied_network(random);
    const NetworkReader reader;
    for (const Case& position : cases(random)) {
        const NetworkInput input = reader.read(position.board, position.table_value);
        DenseParameters gradient;
        FloatRow of_sums;
        const float error = add_gradient(network, input, target, weight, gradient, of_sums);
        CHECK(error == network_output(network, input) - target);

        const auto slope = [&](const float& number) {
            constexpr double step = 1e-6;
            const auto loss = [&](double by) {
                const double output = described_output(network, input, {&number, by});
                return static_cast<double>(weight) / 2 * std::pow(output - double{target}, 2);
            };
            return (loss(step) - loss(-step)) / (2 * step);
        };
        const auto is_slope = [&](float found, const float& number, double times) {
            const double expected = slope(number);
            return std::abs(static_cast<double>(found) * times - expected)
                   < 1e-3 * (1 + std::abs(expected));
        };
        std::size_t wrong = 0;
        const auto numbers = network.dense.numbers();
        for (std::size_t i = 0; i < numbers.size(); ++i)
            wrong += !is_slope(gradient.numbers()[i], numbers[i], 1);
        CHECK(wrong == 0);
        const auto times = std::count(input.rows.begin(), input.rows.end(), input.rows[5]);
        for (std::size_t i = 0; i < network_sums; ++i) {
            CHECK(is_slope(of_sums.sums[i], network.rows[input.rows[5]].sums[i],
                           static_cast<double>(times)));
        }
    }
}

TEST_CASE("gradients of several positions add up") {
    Random random(73);
    const FloatNetwork network = varied_network(random);
    const NetworkReader reader;
    const Board board = random_game(random)[20];
    const NetworkInput input = reader.read(board, 0);
    DenseParameters once;
    DenseParameters twice;
    FloatRow sums;
    add_gradient(network, input, 0, 1, once, sums);
    add_gradient(network, input, 0, 1, twice, sums);
    add_gradient(network, input, 0, 1, twice, sums);
    for (std::size_t i = 0; i < once.numbers().size(); ++i)
        REQUIRE(twice.numbers()[i] == 2 * once.numbers()[i]);
}

TEST_CASE("symmetric positions have the same output") {
    Random random(74);
    const FloatNetwork network = varied_network(random);
    const NetworkReader reader;
    for (const Case& position : cases(random)) {
        const float value =
            network_output(network, reader.read(position.board, position.table_value));
        for (int symmetry = 1; symmetry < symmetry_count; ++symmetry) {
            const Board image = transformed(position.board, symmetry);
            // The rows are added in another order, which changes the last bits.
            CHECK(
                std::abs(network_output(network, reader.read(image, position.table_value)) - value)
                < 1e-4F);
        }
    }
}

TEST_CASE("steps of Adam are those of the article, with the decay apart from the gradient") {
    constexpr double rate = 0.01;
    const double decay = GENERATE(0.0, 0.1);
    std::array<float, float_lanes> weights{1, -2, 0.5, 0};
    std::array<float, float_lanes> first{};
    std::array<float, float_lanes> second{};
    std::array<double, float_lanes> expected{1, -2, 0.5, 0};
    std::array<double, float_lanes> mean{};
    std::array<double, float_lanes> square{};
    for (std::uint64_t step = 1; step <= 20; ++step) {
        FloatLanes gradient{};
        for (std::size_t lane = 0; lane < float_lanes; ++lane) {
            // Of both signs, small and large, and none at all in the last lane.
            const double slope = lane == 3 ? 0
                                           : std::sin(static_cast<double>(step + 7 * lane))
                                                 * std::pow(10, static_cast<double>(lane) - 1);
            gradient[lane] = static_cast<float>(slope);
            mean[lane] = 0.9 * mean[lane] + 0.1 * slope;
            square[lane] = 0.999 * square[lane] + 0.001 * slope * slope;
            const double corrected_mean = mean[lane] / (1 - std::pow(0.9, step));
            const double corrected_square = square[lane] / (1 - std::pow(0.999, step));
            expected[lane] -=
                rate
                * (corrected_mean / (std::sqrt(corrected_square) + 1e-8) + decay * expected[lane]);
        }
        AdamStep(step, static_cast<float>(rate), static_cast<float>(decay))
            .apply(gradient, weights.data(), first.data(), second.data());
        for (std::size_t lane = 0; lane < float_lanes; ++lane) {
            CAPTURE(step, lane);
            CHECK(weights[lane] == Approx(expected[lane]).epsilon(1e-4));
            CHECK(first[lane] == Approx(mean[lane]).epsilon(1e-4));
            CHECK(second[lane] == Approx(square[lane]).epsilon(1e-4));
        }
    }
}
