#include "engine/learn/network_batch.h"

#include "engine/base/workers.h"
#include "engine/eval/evaluation.h"

#include <algorithm>
#include <bit>
#include <utility>

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

bool is_lesson(const Example& example) noexcept {
    return example.source != LabelSource::later;
}

/// Adds a word to a hash.
void mix(std::uint64_t& hash, std::uint64_t word) noexcept {
    constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15;
    hash = (hash ^ word) * odd;
    hash ^= hash >> 32;
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

NetworkLessons::NetworkLessons(const TrainingSet& set, const Weights& tables, float search_weight,
                               int threads)
    : set_(set), table_values_(set.examples.size()), search_weight_(search_weight) {
    constexpr std::size_t parts = 256;
    in_parallel(parts, threads, [&](std::size_t part) {
        const std::size_t end = set.examples.size() * (part + 1) / parts;
        for (std::size_t i = set.examples.size() * part / parts; i < end; ++i) {
            const Example& example = set.examples[i];
            if (!is_lesson(example)) continue;
            table_values_[i] =
                static_cast<float>(evaluate_by_tables(tables, PatternBoard(example.board)).discs());
        }
    });
}

std::vector<std::uint32_t> NetworkLessons::numbers() const {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(count_lessons(set_));
    for (std::size_t i = 0; i < set_.examples.size(); ++i) {
        if (is_lesson(set_.examples[i])) numbers.push_back(static_cast<std::uint32_t>(i));
    }
    return numbers;
}

std::uint64_t NetworkLessons::examples_hash() const noexcept {
    std::uint64_t hash = 0;
    for (const Example& example : set_.examples) {
        if (!is_lesson(example)) continue;
        mix(hash, example.board.player);
        mix(hash, example.board.opponent);
        mix(hash, std::uint64_t{std::bit_cast<std::uint32_t>(example.score)} << 8
                      | static_cast<std::uint64_t>(example.source));
    }
    return hash;
}

std::uint64_t NetworkLessons::tables_hash() const noexcept {
    std::uint64_t hash = 0;
    for (const float value : table_values_) mix(hash, std::bit_cast<std::uint32_t>(value));
    return hash;
}

std::size_t count_lessons(const TrainingSet& set) noexcept {
    return static_cast<std::size_t>(
        std::count_if(set.examples.begin(), set.examples.end(), is_lesson));
}

FloatNetwork NetworkState::learned() const {
    FloatNetwork result = network;
    for (std::size_t row = 0; row < result.rows.size(); ++row) {
        if (second_moments.rows[row] == FloatRow{}) result.rows[row] = {};
    }
    return result;
}

NetworkBatch::NetworkBatch(const NetworkLessons& lessons, std::size_t size, int threads)
    : lessons_(lessons),
      size_(size),
      threads_(threads),
      dense_gradients_(slices),
      sum_gradients_(size),
      rows_(size * lookup_count),
      by_row_(size * lookup_count),
      ends_(reader_.row_count()) {}

void NetworkBatch::learn(std::span<const std::uint32_t> numbers, const AdamStep& rows,
                         const AdamStep& dense, NetworkState& state) {
    in_parallel(slices, threads_,
                [&](std::size_t slice) { find_gradients(numbers, slice, state.network); });
    in_parallel(shapes.size(), threads_, [&](std::size_t shape) {
        if (is_read_by(Reader::network, shapes[shape])) sort_by_row(shape);
    });
    in_parallel(row_ranges + 1, threads_, [&](std::size_t part) {
        if (part == 0) {
            change_dense(dense, state);
        } else {
            change_rows(part - 1, rows, state);
        }
    });
    ++state.steps;
}

void NetworkBatch::find_gradients(std::span<const std::uint32_t> numbers, std::size_t slice,
                                  const FloatNetwork& network) {
    constexpr std::size_t ahead = 8; // lessons that are on their way from the memory
    DenseParameters& gradient = dense_gradients_[slice];
    gradient = {};
    const std::size_t begin = size_ * slice / slices;
    const std::size_t end = size_ * (slice + 1) / slices;
    for (std::size_t i = begin; i < std::min(begin + ahead, end); ++i)
        lessons_.prefetch(numbers[i]);
    for (std::size_t i = begin; i < end; ++i) {
        if (i + ahead < end) lessons_.prefetch(numbers[i + ahead]);
        const Lesson lesson = lessons_.lesson(numbers[i]);
        const NetworkInput input = reader_.read(lesson.board, lesson.table_value);
        std::copy(input.rows.begin(), input.rows.end(), &rows_[i * lookup_count]);
        const float target = (lesson.score - lesson.table_value) / discs_of_output;
        add_gradient(network, input, target, 2 * lesson.weight / static_cast<float>(size_),
                     gradient, sum_gradients_[i]);
    }
}

void NetworkBatch::sort_by_row(std::size_t shape) {
    constexpr auto& known = lookups<Reader::network>;
    std::size_t first = 0;
    while (features[known[first].feature].shape != shape) ++first;
    std::size_t last = first;
    while (last < known.size() && features[known[last].feature].shape == shape) ++last;

    const std::size_t rows_begin = reader_.first_row(shape);
    const std::size_t rows_end = last == known.size()
                                     ? reader_.row_count()
                                     : reader_.first_row(features[known[last].feature].shape);
    const auto for_shown = [&](const auto& use) {
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t lookup = first; lookup < last; ++lookup)
                use(rows_[i * lookup_count + lookup], i);
        }
    };
    std::fill(&ends_[rows_begin], ends_.data() + rows_end, 0U);
    for_shown([this](std::uint32_t row, std::size_t) { ++ends_[row]; });
    auto begin = static_cast<std::uint32_t>(first * size_);
    for (std::size_t row = rows_begin; row < rows_end; ++row)
        begin += std::exchange(ends_[row], begin);
    // Each place that is filled moves the row's begin on, up to its end.
    for_shown([this](std::uint32_t row, std::size_t i) {
        by_row_[ends_[row]++] = static_cast<std::uint32_t>(i);
    });
}

void NetworkBatch::change_rows(std::size_t range, const AdamStep& step, NetworkState& state) const {
    constexpr std::size_t vectors = network_sums / float_lanes;
    const std::size_t rows_end = ends_.size() * (range + 1) / row_ranges;
    for (std::size_t row = ends_.size() * range / row_ranges; row < rows_end; ++row) {
        const std::uint32_t begin = row == 0 ? 0 : ends_[row - 1];
        if (begin == ends_[row]) continue;
        std::array<FloatLanes, vectors> gradient{};
        for (std::uint32_t place = begin; place < ends_[row]; ++place) {
            const float* const sums = sum_gradients_[by_row_[place]].sums.data();
            for (std::size_t i = 0; i < vectors; ++i) gradient[i] += load(sums + i * float_lanes);
        }
        for (std::size_t i = 0; i < vectors; ++i) {
            const std::size_t at = i * float_lanes;
            step.apply(gradient[i], &state.network.rows[row].sums[at],
                       &state.first_moments.rows[row].sums[at],
                       &state.second_moments.rows[row].sums[at]);
        }
    }
}

void NetworkBatch::change_dense(const AdamStep& step, NetworkState& state) const {
    const std::size_t size = state.network.dense.numbers().size();
    for (std::size_t at = 0; at < size; at += float_lanes) {
        FloatLanes gradient{};
        for (const DenseParameters& of_slice : dense_gradients_)
            gradient += load(&of_slice.numbers()[at]);
        step.apply(gradient, &state.network.dense.numbers()[at],
                   &state.first_moments.dense.numbers()[at],
                   &state.second_moments.dense.numbers()[at]);
    }
}

} // namespace emilia
