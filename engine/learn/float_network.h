#pragma once

// The network of engine/eval/network.h while it learns: its numbers are floats, 1 is 1, and the
// rows are those of the tied contents (patterns.h).

#include "engine/board/board.h"
#include "engine/eval/network.h"
#include "engine/eval/patterns.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace emilia {

/// A number for each of the first sums.
struct alignas(64) FloatRow {
    std::array<float, network_sums> sums{};
    [[nodiscard]] friend bool operator==(const FloatRow&, const FloatRow&) = default;
};

/// The layers behind the first one, of one stage; see NetworkLayers.
struct alignas(64) FloatLayers {
    std::array<std::array<float, network_neurons>, network_inputs> neuron_weights{};
    std::array<float, network_neurons> neuron_biases{};
    std::array<float, network_neurons> clipped_weights{};
    std::array<float, network_neurons> squared_weights{};
    std::array<float, network_inputs> input_weights{};
    std::array<float, network_sums> sum_weights{};
    float bias = 0;
    std::array<float, 11> unused{}; ///< always 0; so the layers consist of floats only
    [[nodiscard]] friend bool operator==(const FloatLayers&, const FloatLayers&) = default;
};

/// All parameters but the rows.
struct DenseParameters {
    std::array<FloatRow, network_starts> starts{};
    std::array<FloatLayers, network_stages> layers{};
    [[nodiscard]] friend bool operator==(const DenseParameters&, const DenseParameters&) = default;

    /// The same as one array.
    [[nodiscard]] std::span<float> numbers() noexcept {
        return {reinterpret_cast<float*>(this), sizeof *this / sizeof(float)};
    }
    [[nodiscard]] std::span<const float> numbers() const noexcept {
        return {reinterpret_cast<const float*>(this), sizeof *this / sizeof(float)};
    }
};
static_assert(sizeof(FloatLayers)
              == (network_neurons * (network_inputs + 3) + network_inputs + network_sums + 12)
                     * sizeof(float));
static_assert(sizeof(DenseParameters)
              == network_starts * sizeof(FloatRow) + network_stages * sizeof(FloatLayers));

struct FloatNetwork {
    std::vector<FloatRow> rows;
    DenseParameters dense;
    [[nodiscard]] friend bool operator==(const FloatNetwork&, const FloatNetwork&) = default;
};

/// A network of zeros, with all its rows.
[[nodiscard]] FloatNetwork empty_network();

/// The network that a training starts from. Its random numbers are nearly normal, and the same on
/// every machine. The layers of all stages are the same.
[[nodiscard]] FloatNetwork random_network(std::uint64_t seed);

/// What the network reads of a position.
struct NetworkInput {
    std::array<std::uint32_t, lookups<Reader::network>.size()> rows;
    std::size_t empties;
    /// The inputs of the neurons behind the products.
    std::array<float, network_inputs - network_products> others;
};

/// Turns positions into the network's input. Several threads may use one reader.
class NetworkReader {
public:
    NetworkReader() : tied_(tie_weights(Reader::network)) {}

    /// The position has at most 60 empty squares; `table_value` is in discs.
    [[nodiscard]] NetworkInput read(const Board& board, float table_value) const noexcept;

    [[nodiscard]] std::size_t row_count() const noexcept { return tied_.count; }
    /// The first row of a shape that the network reads; its rows are neighbours.
    [[nodiscard]] std::size_t first_row(std::size_t shape) const noexcept {
        return tied_.of_entry[first_content(Reader::network, shape)];
    }

private:
    TiedWeights tied_;
};

/// Converts a network to integers: rounded to the units of engine/eval/network.h, and clamped so
/// that no sum of the evaluation can overflow in any position.
[[nodiscard]] StoredNetwork quantize_network(const FloatNetwork& network);

/// The reverse of `quantize_network`: quantized again, the floats give exactly these integers.
[[nodiscard]] FloatNetwork to_floats(const StoredNetwork& network);

} // namespace emilia
