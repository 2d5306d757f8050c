#include "engine/learn/float_network.h"

#include "engine/base/random_numbers.h"
#include "engine/eval/pattern_board.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace emilia {
namespace {

/// Nearly normal with mean 0 and deviation 1: the sum of four uniform numbers. Library functions
/// such as the logarithm differ between machines; additions don't.
float nearly_normal(RandomNumbers& random) {
    constexpr int steps = 1 << 16;
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum += random.below(steps);
    constexpr float middle = 2 * (steps - 1);
    constexpr float deviation = steps * 0.57735027F; // of four, each steps / sqrt(12)
    return (static_cast<float>(sum) - middle) / deviation;
}

template <class Numbers>
void fill(Numbers& numbers, float deviation, RandomNumbers& random) {
    for (float& number : numbers) number = deviation * nearly_normal(random);
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

/// Calls `use(stored, number, unit, most)` for each number of the layers but the weights of the
/// first sums: 1 is stored as `unit`, and no number is stored that is further from 0 than `most`.
template <class Stored, class Floats, class Use>
void for_numbers(Stored& stored, Floats& floats, const Use& use) {
    for (std::size_t input = 0; input < network_inputs; ++input) {
        for (std::size_t neuron = 0; neuron < network_neurons; ++neuron) {
            use(stored.neuron_weights[input / 2][neuron][input % 2],
                floats.neuron_weights[input][neuron], layer_weight_unit, most_neuron_weight);
        }
        use(stored.input_weights[input], floats.input_weights[input], layer_weight_unit,
            most_output_weight);
    }
    for (std::size_t neuron = 0; neuron < network_neurons; ++neuron) {
        use(stored.neuron_biases[neuron], floats.neuron_biases[neuron], output_unit,
            most_neuron_bias);
        use(stored.clipped_weights[neuron], floats.clipped_weights[neuron], layer_weight_unit,
            most_output_weight);
        use(stored.squared_weights[neuron], floats.squared_weights[neuron], layer_weight_unit,
            most_output_weight);
    }
    use(stored.bias, floats.bias, output_unit, most_bias);
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
    for_numbers(result, layers, [](auto& to, float from, int unit, float most) {
        to = static_cast<std::remove_reference_t<decltype(to)>>(
            std::lround(std::clamp(from, -most, most) * static_cast<float>(unit)));
    });
    result.sum_weights = quantized_sum_weights(layers.sum_weights, reach);
    return result;
}

float in_floats(int stored, int unit) noexcept {
    return static_cast<float>(stored) / static_cast<float>(unit);
}

FloatRow row_in_floats(const NetworkRow& row) {
    FloatRow result;
    for (std::size_t i = 0; i < row.size(); ++i) result.sums[i] = in_floats(row[i], sum_unit);
    return result;
}

FloatLayers layers_in_floats(const NetworkLayers& layers) {
    FloatLayers result;
    for_numbers(layers, result,
                [](int from, float& to, int unit, float) { to = in_floats(from, unit); });
    for (std::size_t i = 0; i < network_sums; ++i)
        result.sum_weights[i] = in_floats(layers.sum_weights[i], direct_weight_unit);
    return result;
}

} // namespace

FloatNetwork empty_network() {
    FloatNetwork network;
    network.rows.resize(tie_weights(Reader::network).count);
    return network;
}

FloatNetwork random_network(std::uint64_t seed) {
    RandomNumbers random(seed, 0);
    FloatNetwork network = empty_network();
    const float of_rows = 0.3F / std::sqrt(static_cast<float>(lookups<Reader::network>.size()));
    for (FloatRow& row : network.rows) fill(row.sums, of_rows, random);
    for (FloatRow& start : network.dense.starts) start.sums.fill(0.4F);

    FloatLayers layers;
    constexpr std::size_t inputs = network_inputs - 1; // the last one is always 0
    for (std::size_t input = 0; input < inputs; ++input) {
        fill(layers.neuron_weights[input], 1 / std::sqrt(static_cast<float>(inputs)), random);
    }
    fill(layers.clipped_weights, 0.1F, random);
    fill(layers.squared_weights, 0.1F, random);
    fill(layers.sum_weights, 0.3F / std::sqrt(static_cast<float>(network_sums)), random);
    network.dense.layers.fill(layers);
    return network;
}

NetworkInput NetworkReader::read(const Board& board, float table_value) const noexcept {
    NetworkInput input;
    const PatternBoard position(board);
    const std::int16_t* const contents = position.contents();
    std::size_t next = 0;
    for (const Lookup& lookup : lookups<Reader::network>) {
        input.rows[next++] =
            tied_.of_entry[static_cast<std::size_t>(lookup.middle + contents[lookup.feature])];
    }
    input.empties = static_cast<std::size_t>(board.empties());
    const auto moves = [](Bitboard squares) {
        return static_cast<float>(count(squares)) / moves_at_one;
    };
    input.others = {moves(board.legal_moves()), moves(board.passed().legal_moves()),
                    std::clamp(table_value / discs_at_one, -1.0F, 1.0F), 0};
    return input;
}

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

} // namespace emilia
