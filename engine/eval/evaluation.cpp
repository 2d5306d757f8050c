#include "engine/eval/evaluation.h"

#include "engine/eval/network_lanes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace emilia {
namespace {

using detail::Lanes;
using detail::lanes_in_vector;
using detail::PairSums;
using detail::WideLanes;

constexpr std::size_t wide_lanes = lanes_in_vector / 2;
static_assert(network_products % lanes_in_vector == 0 && network_neurons % lanes_in_vector == 0
              && padded_inputs % lanes_in_vector == 0);

/// The first sums, in vectors.
struct Sums {
    std::array<Lanes, network_sums / lanes_in_vector> vectors;
};

[[gnu::always_inline]] inline Lanes lanes_at(const std::int16_t* from) noexcept {
    Lanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

template <std::size_t... I>
[[gnu::always_inline]] inline Sums add_rows(const NetworkRow& start, const std::int16_t* rows,
                                            const std::int16_t* contents,
                                            std::index_sequence<I...> /*lookups*/) noexcept {
    constexpr auto& known = lookups<Reader::network>;
    Sums sums;
    std::memcpy(&sums, &start, sizeof sums);
    const auto add = [&](std::ptrdiff_t middle, std::ptrdiff_t content) {
        const std::int16_t* const row = rows + (middle + content) * std::ptrdiff_t{network_sums};
        for (std::size_t i = 0; i < sums.vectors.size(); ++i)
            detail::add_wrapping(sums.vectors[i], lanes_at(row + i * lanes_in_vector));
    };
    (add(known[I].middle, contents[known[I].feature]), ...);
    return sums;
}

Lanes clipped(Lanes values, int least, int most) noexcept {
    const Lanes low = Lanes{} + static_cast<std::int16_t>(least);
    const Lanes high = Lanes{} + static_cast<std::int16_t>(most);
    values = values < low ? low : values;
    return values > high ? high : values;
}

/// The inputs of the neurons, followed by zeros up to whole vectors.
struct Inputs {
    alignas(64) std::array<std::int16_t, padded_inputs> values{};
};

Inputs inputs_of(const Sums& sums, const Board& board, Bitboard legal, Score table_value) noexcept {
    Inputs inputs;
    constexpr std::size_t half = network_products / lanes_in_vector;
    // The upper 16 bits of a product of two sums, each times 32, are the product of both in
    // units of the inputs.
    static_assert(sum_unit * sum_unit / 64 == input_unit);
    for (std::size_t i = 0; i < half; ++i) {
        const Lanes first = clipped(sums.vectors[i], 0, sum_unit) << 5;
        const Lanes second = clipped(sums.vectors[i + half], 0, sum_unit) << 5;
        const Lanes products = detail::multiply_high(first, second);
        std::memcpy(&inputs.values[i * lanes_in_vector], &products, sizeof products);
    }
    const auto moves = [](Bitboard squares) {
        return static_cast<std::int16_t>(count(squares) * (input_unit / moves_at_one));
    };
    const int value = table_value.hundredths() * (input_unit / discs_at_one) / 100;
    inputs.values[network_products] = moves(legal);
    inputs.values[network_products + 1] = moves(board.passed().legal_moves());
    inputs.values[network_products + 2] =
        static_cast<std::int16_t>(std::clamp(value, -input_unit, input_unit));
    return inputs;
}

/// The neurons' sums, in units of the inputs, clipped to −1 … 1.
struct Neurons {
    alignas(64) std::array<std::int16_t, network_neurons> values;
};

Neurons neurons_of(const NetworkLayers& layers, const Inputs& inputs) noexcept {
    constexpr std::size_t vectors = network_neurons / wide_lanes;
    // With two groups of sums an addition need not wait for the previous one.
    std::array<PairSums, vectors> even;
    std::array<PairSums, vectors> odd;
    for (std::size_t pair = 0; pair < network_inputs / 2; ++pair) {
        std::int32_t two_inputs = 0;
        std::memcpy(&two_inputs, &inputs.values[2 * pair], sizeof two_inputs);
        const auto spread = reinterpret_cast<Lanes>(WideLanes{} + two_inputs);
        for (std::size_t i = 0; i < vectors; ++i) {
            const Lanes weights = lanes_at(layers.neuron_weights[pair][i * wide_lanes].data());
            (pair % 2 == 0 ? even : odd)[i].add(spread, weights);
        }
    }
    const auto sums_of = [&](std::size_t i) -> WideLanes {
        WideLanes biases;
        std::memcpy(&biases, &layers.neuron_biases[i * wide_lanes], sizeof biases);
        return (biases + even[i].sums() + odd[i].sums()) / layer_weight_unit;
    };
    Neurons neurons;
    for (std::size_t i = 0; i < vectors; i += 2) {
        const Lanes values =
            clipped(detail::narrowed(sums_of(i), sums_of(i + 1)), -input_unit, input_unit);
        std::memcpy(&neurons.values[i * wide_lanes], &values, sizeof values);
    }
    return neurons;
}

/// The output, in units of `output_unit`.
std::int32_t output_of(const NetworkLayers& layers, const Sums& sums, const Inputs& inputs,
                       const Neurons& neurons) noexcept {
    PairSums products;
    for (std::size_t i = 0; i < sums.vectors.size(); ++i)
        products.add(sums.vectors[i], lanes_at(&layers.sum_weights[i * lanes_in_vector]));
    for (std::size_t i = 0; i < inputs.values.size(); i += lanes_in_vector)
        products.add(lanes_at(&inputs.values[i]), lanes_at(&layers.input_weights[i]));
    for (std::size_t i = 0; i < network_neurons; i += lanes_in_vector) {
        const Lanes values = lanes_at(&neurons.values[i]);
        const Lanes squares = detail::multiply_high(values << 2, values << 2);
        static_assert(input_unit == 1 << 12); // so that the square's upper bits are in its unit
        products.add(clipped(values, 0, input_unit), lanes_at(&layers.clipped_weights[i]));
        products.add(squares, lanes_at(&layers.squared_weights[i]));
    }
    const WideLanes output = products.sums();
    // A file may hold numbers that overflow; without a sign the result is the same everywhere.
    auto sum = static_cast<std::uint32_t>(layers.bias);
    for (std::size_t i = 0; i < wide_lanes; ++i) sum += static_cast<std::uint32_t>(output[i]);
    return static_cast<std::int32_t>(sum);
}

} // namespace

Score correction(const Network& network, const PatternBoard& position, Bitboard legal,
                 Score table_value) noexcept {
    const Board& board = position.board();
    // A board that no game can reach may have more empty squares than the network knows.
    const int empties = std::min(board.empties(), static_cast<int>(network_starts) - 1);
    const NetworkLayers& layers = network.layers(empties);
    const Sums sums = add_rows(network.start(empties), network.rows(), position.contents(),
                               std::make_index_sequence<lookups<Reader::network>.size()>());
    const Inputs inputs = inputs_of(sums, board, legal, table_value);
    const std::int64_t output = output_of(layers, sums, inputs, neurons_of(layers, inputs));
    return Score::from_hundredths(static_cast<int>(output * (100 * discs_of_output) / output_unit));
}

namespace {

// The look-ups are done one by one: gathering them with AVX2 or AVX-512 is no faster on a Zen 4,
// and on some processors a gather is far slower. With two sums an addition need not wait for the
// previous one.
template <std::size_t... I>
int sum_of_weights(const Weight* table, const std::int16_t* contents,
                   std::index_sequence<I...> /*lookups*/) noexcept {
    constexpr auto& known = lookups<Reader::table>;
    int sums[2] = {0, 0};
    ((sums[I % 2] += table[known[I].middle + contents[known[I].feature]]), ...);
    return sums[0] + sums[1];
}

/// No estimate is greater, or lower than its negative.
constexpr Score most_estimate = Score::from_discs(63);

Score by_table(const Weights& weights, const PatternBoard& position, int empties) noexcept {
    const int sum = weights.constant(empties)
                    + sum_of_weights(weights.table(empties), position.contents(),
                                     std::make_index_sequence<lookups<Reader::table>.size()>());
    const int most = most_estimate.whole_discs() * weight_units_per_disc;
    return Score::from_hundredths(std::clamp(sum, -most, most) * 100 / weight_units_per_disc);
}

} // namespace

Score corrected(const Weights& weights, const PatternBoard& position, Bitboard legal,
                Score table_value) noexcept {
    if (weights.network() == nullptr) return table_value;
    return std::clamp(table_value + correction(*weights.network(), position, legal, table_value),
                      -most_estimate, most_estimate);
}

Score evaluate_by_tables(const Weights& weights, const PatternBoard& position) noexcept {
    // A board that no game can reach may have more empty squares than there are tables.
    return by_table(weights, position,
                    std::min(position.board().empties(), static_cast<int>(empties_numbers) - 1));
}

Score evaluate_roughly(const Weights& weights, const PatternBoard& position) noexcept {
    const int empties = position.board().empties();
    constexpr int least_shared = 11;
    constexpr int shared = 12;
    constexpr int most_shared = 13;
    return least_shared <= empties && empties <= most_shared
               ? by_table(weights, position, shared)
               : evaluate_by_tables(weights, position);
}

Score evaluate(const Weights& weights, const PatternBoard& position) noexcept {
    return evaluate(weights, position, position.board().legal_moves());
}

Score evaluate(const Weights& weights, const PatternBoard& position, Bitboard legal) noexcept {
    return corrected(weights, position, legal, evaluate_by_tables(weights, position));
}

} // namespace emilia
