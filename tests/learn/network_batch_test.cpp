#include "engine/learn/network_batch.h"
#include "engine/learn/network_gradient.h"
#include "tests/catch.h"
#include "tests/learn/make_training_set.h"
#include "tests/learn/zero_tables.h"
#include "tests/random_game.h"

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
