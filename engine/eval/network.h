#pragma once

// The network that corrects the value of the pattern tables. Like the evaluations of chess engines
// that are called NNUE (Y. Nasu, "Efficiently updatable neural-network-based evaluation functions
// for computer shogi", 2018), its first layer is a sum of rows: the content of each of its features
// (patterns.h) selects one. The rows are shared by the images of a shape, so symmetric positions
// have the same value.
//
// The sums are clipped to 0 … 1 and multiplied in pairs, the first with the one in the middle. The
// products, the number of legal moves of both sides and the value of the tables are the inputs of a
// layer of neurons, whose sums are used twice: clipped to 0 … 1, and clipped to −1 … 1 and squared.
// The output is a weighted sum of all these, of the inputs, and of the first sums as they are. The
// layers behind the first one exist once for each stage of the game.
//
// All is computed in integers, so that every processor gets the same value.

#include "engine/base/memory.h"
#include "engine/eval/patterns.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

inline constexpr std::size_t network_sums = 32;
inline constexpr std::size_t network_products = network_sums / 2;
inline constexpr std::size_t network_inputs = network_products + 4; ///< the last one is always 0
inline constexpr std::size_t padded_inputs = 32;                    ///< up to whole vectors
inline constexpr std::size_t network_neurons = 16;
inline constexpr std::size_t network_stages = 10;
inline constexpr std::size_t network_starts = 61; ///< 0 to 60 empty squares

/// What is 1 in the integers of the network.
inline constexpr int sum_unit = 512;
inline constexpr int input_unit = 4096;          ///< of inputs and of what neurons give
inline constexpr int layer_weight_unit = 2048;   ///< of weights behind inputs and neurons
inline constexpr int direct_weight_unit = 16384; ///< of the weights of the first sums
inline constexpr int output_unit = input_unit * layer_weight_unit;
static_assert(output_unit == sum_unit * direct_weight_unit);

inline constexpr int moves_at_one = 16;    ///< this many legal moves are 1
inline constexpr int discs_at_one = 32;    ///< so are this many discs in the value of the tables
inline constexpr int discs_of_output = 10; ///< an output of 1 corrects by this many discs

/// The stage of the game, from 0 at its end.
[[nodiscard]] constexpr std::size_t network_stage(int empties) noexcept {
    return std::min(static_cast<std::size_t>(empties) / 6, network_stages - 1);
}

/// The layers behind the first one, of one stage.
struct NetworkLayers {
    /// Of each neuron for two inputs at a time: [input / 2][neuron][input % 2].
    alignas(64) std::array<std::array<std::array<std::int16_t, 2>, network_neurons>,
                           network_inputs / 2> neuron_weights{};
    alignas(64) std::array<std::int32_t, network_neurons> neuron_biases{};
    // What the output adds up:
    alignas(64) std::array<std::int16_t, network_neurons> clipped_weights{};
    alignas(64) std::array<std::int16_t, network_neurons> squared_weights{};
    alignas(64) std::array<std::int16_t, padded_inputs> input_weights{}; ///< zeros fill it up
    alignas(64) std::array<std::int16_t, network_sums> sum_weights{};
    std::int32_t bias = 0;
    [[nodiscard]] friend bool operator==(const NetworkLayers&, const NetworkLayers&) = default;
};

using NetworkRow = std::array<std::int16_t, network_sums>;

/// A network in the order of a file: the rows of the tied contents (patterns.h), what the sums
/// start with for each number of empty squares, and the layers of each stage.
struct StoredNetwork {
    std::vector<NetworkRow> rows;
    std::array<NetworkRow, network_starts> starts{};
    std::array<NetworkLayers, network_stages> layers{};
    [[nodiscard]] friend bool operator==(const StoredNetwork&, const StoredNetwork&) = default;
};

/// The network as a part of a file: all its numbers in the order of the members, little-endian,
/// compressed by zstd at `level`.
[[nodiscard]] std::string pack_network(const StoredNetwork& network, int level);
/// None if `bytes` are not a packed network of this size.
[[nodiscard]] std::optional<StoredNetwork> unpack_network(std::string_view bytes);

/// A network in the form that the search reads: a row for each content, about 6 MB. It never
/// changes, so any thread may read it.
class Network {
public:
    explicit Network(const StoredNetwork& stored);

    /// The rows of all shapes' contents (patterns.h).
    [[nodiscard]] const std::int16_t* rows() const noexcept { return rows_.get(); }
    [[nodiscard]] const NetworkRow& start(int empties) const noexcept {
        return starts_[static_cast<std::size_t>(empties)];
    }
    [[nodiscard]] const NetworkLayers& layers(int empties) const noexcept {
        return layers_[network_stage(empties)];
    }
    /// Tells networks apart; it is computed anew each time.
    [[nodiscard]] std::uint32_t checksum() const;

private:
    LargeArray<std::int16_t> rows_;
    alignas(64) std::array<NetworkRow, network_starts> starts_;
    std::array<NetworkLayers, network_stages> layers_;
};

} // namespace emilia
