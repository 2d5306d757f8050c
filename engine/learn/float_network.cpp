#include "engine/learn/float_network.h"

#include "engine/base/random_numbers.h"
#include "engine/eval/pattern_board.h"

#include <algorithm>
#include <cmath>

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

} // namespace emilia
