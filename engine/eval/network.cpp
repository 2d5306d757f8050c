#include "engine/eval/network.h"

#include "engine/base/bytes.h"
#include "engine/eval/patterns.h"

namespace emilia {
namespace {

/// Calls `visit` with each of the arrays and numbers, in the order of a file.
template <class Layers, class Visit>
void for_parts(Layers& layers, const Visit& visit) {
    visit(layers.neuron_weights);
    visit(layers.neuron_biases);
    visit(layers.clipped_weights);
    visit(layers.squared_weights);
    visit(layers.input_weights);
    visit(layers.sum_weights);
    visit(layers.bias);
}

template <class Layers>
void put_all(std::string& bytes, const Layers& all_layers) {
    for (const NetworkLayers& layers : all_layers)
        for_parts(layers, [&bytes](const auto& part) { put(bytes, part); });
}

} // namespace

std::string pack_network(const StoredNetwork& network, int level) {
    std::string bytes(reinterpret_cast<const char*>(network.rows.data()),
                      network.rows.size() * sizeof(NetworkRow));
    put(bytes, network.starts);
    put_all(bytes, network.layers);
    return pack(bytes, level);
}

std::optional<StoredNetwork> unpack_network(std::string_view bytes) {
    StoredNetwork network;
    const std::size_t rows = tie_weights(Reader::network).count;
    std::size_t size = rows * sizeof(NetworkRow) + sizeof network.starts;
    for (NetworkLayers& layers : network.layers)
        for_parts(layers, [&size](const auto& part) { size += sizeof part; });
    const auto unpacked = unpack(bytes, size);
    if (!unpacked || unpacked->size() != size) return std::nullopt;

    std::string_view rest = *unpacked;
    network.rows.resize(rows);
    for (NetworkRow& row : network.rows) static_cast<void>(take(rest, row));
    static_cast<void>(take(rest, network.starts));
    for (NetworkLayers& layers : network.layers)
        for_parts(layers, [&rest](auto& part) { static_cast<void>(take(rest, part)); });
    return network;
}

Network::Network(const StoredNetwork& stored)
    : rows_(make_large_array<std::int16_t>(network_rows * network_sums)),
      starts_(stored.starts),
      layers_(stored.layers) {
    const TiedWeights& tied = tie_weights(Reader::network);
    for (std::size_t content = 0; content < network_rows; ++content) {
        const NetworkRow& row = stored.rows[tied.of_entry[content]];
        std::copy(row.begin(), row.end(), rows_.get() + content * network_sums);
    }
}

std::uint32_t Network::checksum() const {
    std::string bytes(reinterpret_cast<const char*>(rows()), network_rows * sizeof(NetworkRow));
    put(bytes, starts_);
    put_all(bytes, layers_);
    return emilia::checksum(bytes);
}

} // namespace emilia
