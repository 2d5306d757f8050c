#include "engine/learn/network_gradient.h"

#include "engine/learn/float_lanes.h"

namespace emilia {
namespace {

template <std::size_t Size>
using Vectors = std::array<FloatLanes, Size / float_lanes>;

template <std::size_t Size>
[[gnu::always_inline]] inline Vectors<Size> vectors_of(const std::array<float, Size>& numbers) {
    static_assert(Size % float_lanes == 0);
    Vectors<Size> vectors;
    for (std::size_t i = 0; i < vectors.size(); ++i) vectors[i] = load(&numbers[i * float_lanes]);
    return vectors;
}

/// Adds `factor` times `vectors` to `numbers`.
template <std::size_t Size>
[[gnu::always_inline]] inline void add(std::array<float, Size>& numbers, float factor,
                                       const std::array<FloatLanes, Size / float_lanes>& vectors) {
    for (std::size_t i = 0; i < vectors.size(); ++i) {
        float* const at = &numbers[i * float_lanes];
        store(at, load(at) + spread(factor) * vectors[i]);
    }
}

/// Adds the products of each of `vectors` and its weight to `sum`.
template <std::size_t Size>
[[gnu::always_inline]] inline void
add_products(FloatLanes& sum, const std::array<float, Size>& weights,
             const std::array<FloatLanes, Size / float_lanes>& vectors) {
    for (std::size_t i = 0; i < vectors.size(); ++i)
        sum += load(&weights[i * float_lanes]) * vectors[i];
}

/// What the network computes of a position.
struct Activations {
    Vectors<network_sums> sums;
    Vectors<network_inputs> inputs;
    Vectors<network_neurons> neurons; ///< their sums
    Vectors<network_neurons> clipped_neurons;
    Vectors<network_neurons> squared_neurons;
    float output;
};

[[gnu::always_inline]] inline float at(const Vectors<network_inputs>& inputs, std::size_t input) {
    return inputs[input / float_lanes][input % float_lanes];
}

[[gnu::always_inline]] inline void read_neurons(const FloatLayers& layers, Activations& result) {
    result.neurons = vectors_of(layers.neuron_biases);
    for (std::size_t input = 0; input < network_inputs - 1; ++input) {
        const FloatLanes value = spread(at(result.inputs, input));
        for (std::size_t i = 0; i < result.neurons.size(); ++i) {
            result.neurons[i] += value * load(&layers.neuron_weights[input][i * float_lanes]);
        }
    }
    for (std::size_t i = 0; i < result.neurons.size(); ++i) {
        result.clipped_neurons[i] = clipped(result.neurons[i], 0, 1);
        const FloatLanes value = clipped(result.neurons[i], -1, 1);
        result.squared_neurons[i] = value * value;
    }
}

[[gnu::always_inline]] inline Activations activate(const FloatNetwork& network,
                                                   const NetworkInput& input) {
    Activations result;
    result.sums = vectors_of(network.dense.starts[input.empties].sums);
    for (const std::uint32_t row : input.rows) {
        const float* const numbers = network.rows[row].sums.data();
        for (std::size_t i = 0; i < result.sums.size(); ++i)
            result.sums[i] += load(numbers + i * float_lanes);
    }
    constexpr std::size_t products = network_products / float_lanes;
    for (std::size_t i = 0; i < products; ++i)
        result.inputs[i] = clipped(result.sums[i], 0, 1) * clipped(result.sums[i + products], 0, 1);
    result.inputs[products] = load(input.others.data());

    const FloatLayers& layers =
        network.dense.layers[network_stage(static_cast<int>(input.empties))];
    read_neurons(layers, result);
    FloatLanes of_neurons{};
    FloatLanes of_others{};
    add_products(of_neurons, layers.clipped_weights, result.clipped_neurons);
    add_products(of_neurons, layers.squared_weights, result.squared_neurons);
    add_products(of_others, layers.input_weights, result.inputs);
    add_products(of_others, layers.sum_weights, result.sums);
    result.output = layers.bias + sum_of(of_neurons + of_others);
    return result;
}

/// The gradient of the neurons' sums, where that of the output is `of_output`.
[[gnu::always_inline]] inline Vectors<network_neurons>
gradient_of_neurons(const FloatLayers& layers, const Activations& values, float of_output) {
    Vectors<network_neurons> result;
    for (std::size_t i = 0; i < result.size(); ++i) {
        const FloatLanes neurons = values.neurons[i];
        const FloatLanes of_clipped =
            spread(of_output) * load(&layers.clipped_weights[i * float_lanes]);
        const FloatLanes of_squared =
            spread(of_output) * load(&layers.squared_weights[i * float_lanes]);
        result[i] = where_inside(of_clipped, neurons, 0, 1)
                    + where_inside((neurons + neurons) * of_squared, neurons, -1, 1);
    }
    return result;
}

/// The gradient of the products.
[[gnu::always_inline]] inline std::array<float, network_products>
gradient_of_products(const FloatLayers& layers, const Vectors<network_neurons>& of_neurons,
                     float of_output) {
    std::array<float, network_products> result;
    for (std::size_t product = 0; product < result.size(); ++product) {
        FloatLanes sum{};
        add_products(sum, layers.neuron_weights[product], of_neurons);
        result[product] = of_output * layers.input_weights[product] + sum_of(sum);
    }
    return result;
}

[[gnu::always_inline]] inline Vectors<network_sums>
gradient_of_sums(const FloatLayers& layers, const Activations& values,
                 const std::array<float, network_products>& of_products, float of_output) {
    Vectors<network_sums> result = vectors_of(layers.sum_weights);
    for (FloatLanes& lanes : result) lanes *= spread(of_output);
    constexpr std::size_t half = network_products / float_lanes;
    for (std::size_t i = 0; i < half; ++i) {
        const FloatLanes of_product = load(&of_products[i * float_lanes]);
        const FloatLanes first = values.sums[i];
        const FloatLanes second = values.sums[i + half];
        result[i] += where_inside(of_product * clipped(second, 0, 1), first, 0, 1);
        result[i + half] += where_inside(of_product * clipped(first, 0, 1), second, 0, 1);
    }
    return result;
}

} // namespace

float network_output(const FloatNetwork& network, const NetworkInput& input) noexcept {
    return activate(network, input).output;
}

float add_gradient(const FloatNetwork& network, const NetworkInput& input, float target,
                   float weight, DenseParameters& dense, FloatRow& sums) noexcept {
    const Activations values = activate(network, input);
    const std::size_t stage = network_stage(static_cast<int>(input.empties));
    const FloatLayers& layers = network.dense.layers[stage];
    FloatLayers& gradient = dense.layers[stage];

    const float error = values.output - target;
    const float of_output = weight * error;
    gradient.bias += of_output;
    add(gradient.clipped_weights, of_output, values.clipped_neurons);
    add(gradient.squared_weights, of_output, values.squared_neurons);
    add(gradient.input_weights, of_output, values.inputs);
    add(gradient.sum_weights, of_output, values.sums);

    const Vectors<network_neurons> of_neurons = gradient_of_neurons(layers, values, of_output);
    add(gradient.neuron_biases, 1, of_neurons);
    for (std::size_t i = 0; i < network_inputs - 1; ++i)
        add(gradient.neuron_weights[i], at(values.inputs, i), of_neurons);

    const auto of_products = gradient_of_products(layers, of_neurons, of_output);
    const Vectors<network_sums> of_sums = gradient_of_sums(layers, values, of_products, of_output);
    for (std::size_t i = 0; i < of_sums.size(); ++i) store(&sums.sums[i * float_lanes], of_sums[i]);
    add(dense.starts[input.empties].sums, 1, of_sums);
    return error;
}

} // namespace emilia
