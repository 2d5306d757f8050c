#include "engine/learn/quantize.h"

#include "engine/eval/phases.h"
#include "engine/eval/tied_weights.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace emilia {
namespace {

Weight quantized(float discs) {
    constexpr auto most = static_cast<float>(std::numeric_limits<Weight>::max());
    return static_cast<Weight>(std::lround(std::clamp(discs * weight_units_per_disc, -most, most)));
}

/// The bounds keep all sums in range. The first sums are 16-bit numbers: a start is at most 16, and
/// the rows of all features take the rest.
constexpr int most_start = 16 * sum_unit;
constexpr int most_in_row = (std::numeric_limits<std::int16_t>::max() - most_start)
                            / static_cast<int>(lookups<Reader::network>.size());

// The neurons' sums and the output are 32-bit numbers with 2^23 for 1, so they must stay below 256.
// The products, the tables' value and what neurons give are at most 1, and each number of moves is
// at most 60 / 16. So neurons reach 8 (16 + 2 * 60 / 16 + 1) + 50 = 246, and the output, without
// the first sums, 2 (16 + 2 * 60 / 16 + 1) + 2 * 2 * 16 + 1 = 114 and 10 for its bias.
constexpr float most_neuron_weight = 8;
constexpr float most_neuron_bias = 50;
constexpr float most_output_weight = 2 - 1.0F / layer_weight_unit;
constexpr float most_bias = 10;
constexpr double most_of_sums = 120; ///< what the first sums may add to the output

/// `value` in units, at most `most` times the unit.
template <class Integer>
Integer in_units(float value, int unit, float most) {
    return static_cast<Integer>(
        std::lround(std::clamp(value, -most, most) * static_cast<float>(unit)));
}

NetworkRow quantized(const FloatRow& row, int most) {
    NetworkRow result;
    const auto bound = static_cast<float>(most);
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = static_cast<std::int16_t>(
            std::lround(std::clamp(row.sums[i] * sum_unit, -bound, bound)));
    }
    return result;
}

/// For each of the first sums the greatest absolute value that any contents of the features could
/// give, in units.
std::array<double, network_sums> reach_of_sums(const StoredNetwork& network) {
    std::array<double, network_sums> reach{};
    const auto raise = [](std::array<double, network_sums>& most, const NetworkRow& row) {
        for (std::size_t i = 0; i < most.size(); ++i)
            most[i] = std::max(most[i], std::abs(static_cast<double>(row[i])));
    };
    for (const NetworkRow& start : network.starts) raise(reach, start);
    const TiedWeights& tied = tie_weights(Reader::network);
    std::array<std::array<double, network_sums>, shapes.size()> of_shape{};
    for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
        if (!is_read_by(Reader::network, shapes[shape])) continue;
        const std::size_t first = first_content(Reader::network, shape);
        for (std::size_t content = 0; content < content_count(shape); ++content)
            raise(of_shape[shape], network.rows[tied.of_entry[first + content]]);
    }
    for (const Lookup& lookup : lookups<Reader::network>) {
        const auto& most = of_shape[features[lookup.feature].shape];
        for (std::size_t i = 0; i < reach.size(); ++i) reach[i] += most[i];
    }
    return reach;
}

/// If the first sums could add more than `most_of_sums` to the output, their weights are made
/// smaller in proportion. No trained network comes near that.
std::array<std::int16_t, network_sums>
quantized_sum_weights(const std::array<float, network_sums>& weights,
                      const std::array<double, network_sums>& reach) {
    constexpr double unit = direct_weight_unit;
    constexpr double most = std::numeric_limits<std::int16_t>::max() / unit;
    double greatest = 0;
    std::array<double, network_sums> clamped;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        clamped[i] = std::clamp(static_cast<double>(weights[i]), -most, most);
        greatest += std::abs(clamped[i]) * reach[i] / sum_unit;
    }
    const double factor = std::min(1.0, most_of_sums / greatest);
    std::array<std::int16_t, network_sums> result;
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = static_cast<std::int16_t>(std::lround(clamped[i] * factor * unit));
    return result;
}

NetworkLayers quantized(const FloatLayers& layers, const std::array<double, network_sums>& reach) {
    NetworkLayers result;
    for (std::size_t input = 0; input < network_inputs; ++input) {
        for (std::size_t neuron = 0; neuron < network_neurons; ++neuron) {
            result.neuron_weights[input / 2][neuron][input % 2] = in_units<std::int16_t>(
                layers.neuron_weights[input][neuron], layer_weight_unit, most_neuron_weight);
        }
        result.input_weights[input] = in_units<std::int16_t>(layers.input_weights[input],
                                                             layer_weight_unit, most_output_weight);
    }
    for (std::size_t neuron = 0; neuron < network_neurons; ++neuron) {
        result.neuron_biases[neuron] =
            in_units<std::int32_t>(layers.neuron_biases[neuron], output_unit, most_neuron_bias);
        result.clipped_weights[neuron] = in_units<std::int16_t>(
            layers.clipped_weights[neuron], layer_weight_unit, most_output_weight);
        result.squared_weights[neuron] = in_units<std::int16_t>(
            layers.squared_weights[neuron], layer_weight_unit, most_output_weight);
    }
    result.sum_weights = quantized_sum_weights(layers.sum_weights, reach);
    result.bias = in_units<std::int32_t>(layers.bias, output_unit, most_bias);
    return result;
}

/// The numbers of an array, of which `unit` is 1.
template <class From, class To>
void divide(const From& from, int unit, To& to) {
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i] = static_cast<float>(from[i]) / static_cast<float>(unit);
}

FloatRow row_in_floats(const NetworkRow& row) {
    FloatRow result;
    divide(row, sum_unit, result.sums);
    return result;
}

FloatLayers layers_in_floats(const NetworkLayers& layers) {
    FloatLayers result;
    for (std::size_t input = 0; input < network_inputs; ++input) {
        for (std::size_t neuron = 0; neuron < network_neurons; ++neuron) {
            result.neuron_weights[input][neuron] =
                static_cast<float>(layers.neuron_weights[input / 2][neuron][input % 2])
                / layer_weight_unit;
        }
    }
    divide(layers.neuron_biases, output_unit, result.neuron_biases);
    divide(layers.clipped_weights, layer_weight_unit, result.clipped_weights);
    divide(layers.squared_weights, layer_weight_unit, result.squared_weights);
    divide(layers.input_weights, layer_weight_unit, result.input_weights);
    divide(layers.sum_weights, direct_weight_unit, result.sum_weights);
    result.bias = static_cast<float>(layers.bias) / output_unit;
    return result;
}

} // namespace

StoredNetwork quantize_network(const FloatNetwork& network) {
    StoredNetwork stored;
    stored.rows.reserve(network.rows.size());
    for (const FloatRow& row : network.rows) stored.rows.push_back(quantized(row, most_in_row));
    for (std::size_t i = 0; i < stored.starts.size(); ++i)
        stored.starts[i] = quantized(network.dense.starts[i], most_start);
    const auto reach = reach_of_sums(stored);
    for (std::size_t i = 0; i < stored.layers.size(); ++i)
        stored.layers[i] = quantized(network.dense.layers[i], reach);
    return stored;
}

FloatNetwork to_floats(const StoredNetwork& network) {
    FloatNetwork result = empty_network();
    std::transform(network.rows.begin(), network.rows.end(), result.rows.begin(), row_in_floats);
    std::transform(network.starts.begin(), network.starts.end(), result.dense.starts.begin(),
                   row_in_floats);
    for (std::size_t i = 0; i < network.layers.size(); ++i)
        result.dense.layers[i] = layers_in_floats(network.layers[i]);
    return result;
}

StoredWeights quantize(const Parameters& parameters) {
    StoredWeights weights;
    weights.tied.resize(knots.size() * parameters.tied_count());
    for (std::size_t i = 0; i < weights.tied.size(); ++i)
        weights.tied[i] = quantized(parameters.values[i]);
    for (std::size_t empties = 0; empties < weights.constants.size(); ++empties)
        weights.constants[empties] = quantized(parameters.values[parameters.constant(empties)]);
    return weights;
}

} // namespace emilia
