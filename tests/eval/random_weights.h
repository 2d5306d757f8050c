#pragma once

// Weights with random numbers, for tests that must hold for any weights.

#include "engine/eval/patterns.h"
#include "engine/eval/weights.h"
#include "tests/random_game.h"

namespace emilia::testing {

/// From −greatest to +greatest.
inline std::int16_t random_number(Random& random, int greatest) {
    return static_cast<std::int16_t>(below(random, 2 * greatest + 1) - greatest);
}

/// Tables without a network.
inline StoredWeights random_tables(Random& random, int greatest) {
    StoredWeights weights;
    weights.tied.resize(knots.size() * tie_weights(Reader::table).count);
    for (Weight& weight : weights.tied) weight = random_number(random, greatest);
    for (Weight& constant : weights.constants) constant = random_number(random, greatest);
    return weights;
}

/// A network with rows up to `greatest_row` and all other weights up to `greatest`.
inline StoredNetwork random_network(Random& random, int greatest_row, int greatest) {
    StoredNetwork network;
    network.rows.resize(tie_weights(Reader::network).count);
    const auto fill = [&random](auto& numbers, int most) {
        for (auto& number : numbers) number = random_number(random, most);
    };
    for (NetworkRow& row : network.rows) fill(row, greatest_row);
    for (NetworkRow& start : network.starts) fill(start, greatest_row);
    for (NetworkLayers& layers : network.layers) {
        for (auto& of_pair : layers.neuron_weights) {
            for (auto& of_neuron : of_pair) fill(of_neuron, greatest);
        }
        fill(layers.neuron_biases, greatest);
        fill(layers.clipped_weights, greatest);
        fill(layers.squared_weights, greatest);
        fill(layers.input_weights, greatest);
        fill(layers.sum_weights, greatest);
        layers.bias = random_number(random, greatest);
    }
    return network;
}

inline StoredWeights random_weights_with_network(Random& random) {
    StoredWeights weights = random_tables(random, 300);
    weights.network = random_network(random, 100, 4000);
    return weights;
}

} // namespace emilia::testing
