#include "engine/eval/evaluation.h"
#include "engine/isa/instruction_set.h"
#include "tests/catch.h"
#include "tests/eval/random_weights.h"

#include <limits>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// The same as `correction`, number by number.
int plain_correction(const StoredNetwork& network, const Board& board, Score table_value) {
    const TiedWeights& tied = tie_weights(Reader::network);
    const PatternBoard position(board);
    const auto empties = static_cast<std::size_t>(std::min(board.empties(), 60));
    std::array<int, network_sums> sums;
    for (std::size_t i = 0; i < network_sums; ++i) {
        sums[i] = network.starts[empties][i];
        for (const Lookup& lookup : lookups<Reader::network>) {
            const auto content =
                static_cast<std::size_t>(lookup.middle + position.contents()[lookup.feature]);
            sums[i] += network.rows[tied.of_entry[content]][i];
        }
    }
    std::array<int, network_inputs> inputs{};
    for (std::size_t i = 0; i < network_products; ++i) {
        const int first = std::clamp(sums[i], 0, sum_unit);
        const int second = std::clamp(sums[i + network_products], 0, sum_unit);
        inputs[i] = first * second * input_unit / (sum_unit * sum_unit);
    }
    inputs[network_products] = count(board.legal_moves()) * input_unit / moves_at_one;
    inputs[network_products + 1] = count(board.passed().legal_moves()) * input_unit / moves_at_one;
    inputs[network_products + 2] = std::clamp(
        table_value.hundredths() * (input_unit / discs_at_one) / 100, -input_unit, input_unit);

    const NetworkLayers& layers = network.layers[network_stage(static_cast<int>(empties))];
    std::int64_t output = layers.bias;
    for (std::size_t i = 0; i < network_sums; ++i)
        output += std::int64_t{sums[i]} * layers.sum_weights[i];
    for (std::size_t i = 0; i < network_inputs; ++i)
        output += std::int64_t{inputs[i]} * layers.input_weights[i];
    for (std::size_t neuron = 0; neuron < network_neurons; ++neuron) {
        int sum = layers.neuron_biases[neuron];
        for (std::size_t i = 0; i < network_inputs; ++i)
            sum += inputs[i] * layers.neuron_weights[i / 2][neuron][i % 2];
        const int value = std::clamp(sum / layer_weight_unit, -input_unit, input_unit);
        output += std::max(value, 0) * layers.clipped_weights[neuron];
        output += value * value / input_unit * layers.squared_weights[neuron];
    }
    return static_cast<int>(output * 100 * discs_of_output / output_unit);
}

} // namespace

TEST_CASE("the correction is that of a network computed number by number") {
    Random random(61);
    for (const int greatest : {50, 1000, 6000}) {
        const StoredNetwork stored = random_network(random, greatest / 20, greatest);
        const Network network(stored);
        int different = 0;
        for (const Board& board : positions_of_games(random, 10)) {
            const Score table_value = Score::from_hundredths(below(random, 12600) - 6300);
            const Score got =
                correction(network, PatternBoard(board), board.legal_moves(), table_value);
            REQUIRE(got.hundredths() == plain_correction(stored, board, table_value));
            different += got != Score{};
        }
        CHECK(different > 0);
    }
}

TEST_CASE("the network knows boards with more empty squares than a game has") {
    Random random(62);
    const StoredNetwork stored = random_network(random, 100, 3000);
    for (const Board& board : {Board{0, 0}, Board{1, 0}, Board{0, 0x18}}) {
        CHECK(correction(Network(stored), PatternBoard(board), board.legal_moves(), Score{})
                  .hundredths()
              == plain_correction(stored, board, Score{}));
    }
}

TEST_CASE("each part of a network counts in its checksum") {
    Random random(52);
    const StoredNetwork stored = random_network(random, 100, 4000);
    const std::uint32_t checksum = Network(stored).checksum();
    CHECK(Network(stored).checksum() == checksum);
    const auto changed = [&](const auto& change) {
        StoredNetwork other = stored;
        change(other);
        return Network(other).checksum() != checksum;
    };
    CHECK(changed([](StoredNetwork& network) { ++network.rows.back().back(); }));
    CHECK(changed([](StoredNetwork& network) { ++network.starts[60][0]; }));
    CHECK(changed([](StoredNetwork& network) { ++network.layers[9].neuron_weights[9][15][1]; }));
    CHECK(changed([](StoredNetwork& network) { ++network.layers[0].clipped_weights[3]; }));
    CHECK(changed([](StoredNetwork& network) { ++network.layers[9].bias; }));
}

TEST_CASE("every instruction set gets the same value from any network, also from numbers at their "
          "limits") {
    constexpr int most = std::numeric_limits<std::int16_t>::max();
    for (const int greatest : {100, 5000, most}) {
        Random random(63);
        StoredWeights stored = random_tables(random, 300);
        stored.network = random_network(random, greatest, greatest);
        const Weights weights(stored);
        for (const Board& board : positions_of_games(random, 20)) {
            const Score expected = instruction_sets().front().evaluate(weights, board);
            for (const InstructionSet& set : instruction_sets()) {
                if (set.runs_here) REQUIRE(set.evaluate(weights, board) == expected);
            }
        }
    }
}
