#include "engine/eval/weights.h"
#include "engine/learn/float_network.h"
#include "tests/catch.h"

#include <cmath>
#include <limits>

using namespace emilia;

namespace {

/// A network in which all numbers are `value`.
FloatNetwork uniform_network(float value) {
    FloatNetwork network = empty_network();
    for (FloatRow& row : network.rows) row.sums.fill(value);
    for (float& number : network.dense.numbers()) number = value;
    return network;
}

std::int64_t size_of(std::int64_t number) {
    return number < 0 ? -number : number;
}

} // namespace

TEST_CASE("the numbers of a network are rounded to the nearest unit") {
    constexpr float value = 0.0376F;
    const StoredNetwork network = quantize_network(uniform_network(value));
    const auto rounded = [](int unit) {
        return static_cast<int>(std::lround(value * static_cast<float>(unit)));
    };
    CHECK(network.rows.front().front() == rounded(sum_unit));
    CHECK(network.rows.back().back() == rounded(sum_unit));
    CHECK(network.starts[60][31] == rounded(sum_unit));
    const NetworkLayers& layers = network.layers[9];
    CHECK(layers.neuron_weights[3][5][1] == rounded(layer_weight_unit));
    CHECK(layers.neuron_biases[7] == rounded(output_unit));
    CHECK(layers.clipped_weights[8] == rounded(layer_weight_unit));
    CHECK(layers.squared_weights[9] == rounded(layer_weight_unit));
    CHECK(layers.input_weights[18] == rounded(layer_weight_unit));
    CHECK(layers.sum_weights[31] == rounded(direct_weight_unit));
    CHECK(layers.bias == rounded(output_unit));
    const StoredNetwork negative = quantize_network(uniform_network(-value));
    CHECK(negative.rows.front().front() == -rounded(sum_unit));
    CHECK(negative.layers[0].sum_weights[0] == -rounded(direct_weight_unit));
}

TEST_CASE("each number of a network keeps its place") {
    FloatNetwork network = empty_network();
    network.rows[70].sums[3] = 0.5F;
    network.dense.starts[40].sums[4] = 0.25F;
    FloatLayers& layers = network.dense.layers[2];
    layers.neuron_weights[7][5] = 1;
    layers.neuron_weights[8][6] = 2;
    layers.neuron_biases[9] = 3;
    layers.clipped_weights[10] = 0.5F;
    layers.squared_weights[11] = 0.25F;
    layers.input_weights[12] = -0.5F;
    layers.sum_weights[13] = 0.125F;
    layers.bias = -1;
    StoredNetwork expected;
    expected.rows.resize(network.rows.size());
    expected.rows[70][3] = sum_unit / 2;
    expected.starts[40][4] = sum_unit / 4;
    NetworkLayers& stored = expected.layers[2];
    stored.neuron_weights[3][5][1] = layer_weight_unit;
    stored.neuron_weights[4][6][0] = 2 * layer_weight_unit;
    stored.neuron_biases[9] = 3 * output_unit;
    stored.clipped_weights[10] = layer_weight_unit / 2;
    stored.squared_weights[11] = layer_weight_unit / 4;
    stored.input_weights[12] = -layer_weight_unit / 2;
    stored.sum_weights[13] = direct_weight_unit / 8;
    stored.bias = -output_unit;
    CHECK((quantize_network(network) == expected));
}

TEST_CASE("a network of integers is the same after a conversion to floats and back") {
    const StoredNetwork network = quantize_network(random_network(91));
    CHECK((quantize_network(to_floats(network)) == network));
}

TEST_CASE("no sum of a quantized network can overflow, however large its numbers were") {
    constexpr auto features_read = static_cast<std::int64_t>(lookups<Reader::network>.size());
    constexpr std::int64_t most_moves = 60 * input_unit / moves_at_one;
    for (const float value : {1.0F, -3.0F, 1e30F, std::numeric_limits<float>::infinity()}) {
        CAPTURE(value);
        const StoredNetwork network = quantize_network(uniform_network(value));
        const std::int64_t sum =
            size_of(network.starts[30][0]) + features_read * size_of(network.rows[5][0]);
        CHECK(sum <= std::numeric_limits<std::int16_t>::max());
        CHECK(sum > std::numeric_limits<std::int16_t>::max() / 3);

        const NetworkLayers& layers = network.layers[4];
        std::int64_t neuron = size_of(layers.neuron_biases[0]);
        std::int64_t output = size_of(layers.bias);
        for (std::size_t input = 0; input < network_inputs; ++input) {
            const bool is_moves = input == network_products || input == network_products + 1;
            const std::int64_t most = is_moves ? most_moves : input_unit;
            neuron += most * size_of(layers.neuron_weights[input / 2][0][input % 2]);
            output += most * size_of(layers.input_weights[input]);
        }
        for (std::size_t i = 0; i < network_neurons; ++i) {
            output += input_unit * size_of(layers.clipped_weights[i]);
            output += input_unit * size_of(layers.squared_weights[i]);
        }
        for (const std::int16_t weight : layers.sum_weights) output += sum * size_of(weight);
        CHECK(neuron <= std::numeric_limits<std::int32_t>::max());
        CHECK(output <= std::numeric_limits<std::int32_t>::max());
        CHECK(output > std::numeric_limits<std::int32_t>::max() / 3);
    }
}
