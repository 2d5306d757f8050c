#include "engine/eval/weights.h"

#include "engine/base/bytes.h"
#include "engine/base/files.h"
#include "engine/base/memory.h"
#include "engine/base/workers.h"
#include "engine/eval/patterns.h"

#include <algorithm>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::string_view magic = "EMILIAWE";
constexpr std::uint32_t version = 2;
constexpr std::size_t header_size = magic.size() + 2 * sizeof(std::uint32_t);

/// Describes the shapes, knots and layers that weights belong to.
std::string description() {
    std::string text;
    for (const Shape& shape : shapes) {
        for (std::size_t i = 0; i < shape.size; ++i)
            text += fmt::format("{} ", index(shape.squares[i]));
        text += shape.reader == Reader::table ? "t/" : shape.reader == Reader::network ? "n/" : "/";
    }
    for (const int knot : knots) text += fmt::format(" {}", knot);
    text += fmt::format(" / {} {} {}", network_sums, network_neurons, network_stages);
    return text;
}

tl::unexpected<std::string> fail(std::string message) {
    return tl::unexpected<std::string>(std::move(message));
}

/// Subtracts from each knot's weights those of the previous knot; the second function reverses it.
void to_differences(std::vector<Weight>& tied) {
    const std::size_t count = tied.size() / knots.size();
    for (std::size_t i = tied.size(); i-- > count;)
        tied[i] = static_cast<Weight>(tied[i] - tied[i - count]);
}

void from_differences(std::vector<Weight>& tied) {
    const std::size_t count = tied.size() / knots.size();
    for (std::size_t i = count; i < tied.size(); ++i)
        tied[i] = static_cast<Weight>(tied[i] + tied[i - count]);
}

} // namespace

std::string encode_weights(const StoredWeights& weights, Compression compression) {
    std::vector<Weight> differences = weights.tied;
    to_differences(differences);
    std::string body;
    const std::string patterns = description();
    put(body, static_cast<std::uint32_t>(patterns.size()));
    body += patterns;
    put(body, weights.constants);
    const int level = compression == Compression::smallest ? 19 : 1;
    const std::string tied =
        pack(std::string_view(reinterpret_cast<const char*>(differences.data()),
                              differences.size() * sizeof(Weight)),
             level);
    put(body, static_cast<std::uint32_t>(tied.size()));
    body += tied;
    if (weights.network) body += pack_network(*weights.network, level);

    std::string bytes(magic);
    put(bytes, version);
    put(bytes, checksum(body));
    return bytes + body;
}

bool begins_weights_file(std::string_view bytes) noexcept {
    return bytes.starts_with(magic);
}

tl::expected<StoredWeights, std::string> decode_weights(std::string_view bytes) {
    if (!begins_weights_file(bytes)) return fail("is not a weights file");
    if (bytes.size() < header_size) return fail("is cut off");
    bytes.remove_prefix(magic.size());
    std::uint32_t found_version = 0;
    std::uint32_t found_checksum = 0;
    static_cast<void>(take(bytes, found_version) && take(bytes, found_checksum));
    if (found_version != version) {
        return fail(
            fmt::format("is of version {}; this program reads version {}", found_version, version));
    }
    if (found_checksum != checksum(bytes)) return fail("is cut off or damaged");

    std::uint32_t length = 0;
    StoredWeights weights;
    const bool has_length = take(bytes, length) && length <= bytes.size();
    if (!has_length || bytes.substr(0, length) != description())
        return fail("was made for other patterns, phases or layers");
    bytes.remove_prefix(length);
    if (!take(bytes, weights.constants)) return fail("is damaged");
    if (!take(bytes, length) || length > bytes.size()) return fail("is damaged");
    const std::size_t count = knots.size() * tie_weights(Reader::table).count;
    const std::size_t size = count * sizeof(Weight);
    const auto unpacked = unpack(bytes.substr(0, length), size);
    if (!unpacked || unpacked->size() != size) return fail("is damaged");
    weights.tied.resize(count);
    std::memcpy(weights.tied.data(), unpacked->data(), unpacked->size());
    from_differences(weights.tied);
    bytes.remove_prefix(length);
    if (!bytes.empty()) {
        weights.network = unpack_network(bytes);
        if (!weights.network) return fail("is damaged");
    }
    return weights;
}

/// Interpolates a whole stride between `first` and `second`, `parts` / `parts_in_all` of the way.
void Weights::mix(const Weight* first, const Weight* second, int parts, int parts_in_all,
                  Weight* table) noexcept {
    // This loop takes most of the program's start-up time, hence the vectors. It computes in
    // integers, so that every build gets the same weights.
    constexpr std::size_t lanes = 16;
    using Narrow [[gnu::vector_size(lanes * sizeof(Weight))]] = Weight;
    using Wide [[gnu::vector_size(lanes * sizeof(std::int32_t))]] = std::int32_t;
    static_assert(stride % lanes == 0);
    constexpr int unit_bits = 14; // a 16-bit difference times a share fits 32 bits
    const std::int32_t share = (parts << unit_bits) / parts_in_all;
    constexpr std::int32_t half = 1 << (unit_bits - 1);
    for (std::size_t i = 0; i < stride; i += lanes) {
        Narrow a;
        Narrow b;
        std::memcpy(&a, first + i, sizeof a);
        std::memcpy(&b, second + i, sizeof b);
        const Wide from = __builtin_convertvector(a, Wide);
        const Wide to = __builtin_convertvector(b, Wide);
        const Narrow mixed =
            __builtin_convertvector(from + (((to - from) * share + half) >> unit_bits), Narrow);
        std::memcpy(table + i, &mixed, sizeof mixed);
    }
}

Weights::Weights(const StoredWeights& stored) : constants_(stored.constants) {
    const TiedWeights& tied = tie_weights(Reader::table);
    LargeArray<Weight> tables = make_large_array<Weight>(empties_numbers * stride);

    std::vector<std::vector<Weight>> at_knots(knots.size());
    for (std::size_t knot = 0; knot < knots.size(); ++knot) {
        at_knots[knot].resize(stride);
        const Weight* const values = stored.tied.data() + knot * tied.count;
        for (std::size_t i = 0; i < pattern_weights; ++i)
            at_knots[knot][i] = values[tied.of_entry[i]];
    }
    // The program starts with this, so several threads share it. The network is the first part
    // because it takes longest.
    constexpr unsigned most_threads = 4;
    const auto threads =
        static_cast<int>(std::min(std::thread::hardware_concurrency(), most_threads));
    in_parallel(1 + empties_numbers, threads, [&](std::size_t part) {
        if (part == 0) {
            if (stored.network) network_ = std::make_shared<const Network>(*stored.network);
            return;
        }
        const std::size_t empties = part - 1;
        const PhaseBlend blend = phase_blend(static_cast<int>(empties));
        mix(at_knots[blend.first].data(), at_knots[blend.second].data(), blend.parts,
            blend.parts_in_all, tables.get() + empties * stride);
    });
    tables_ = std::move(tables);
}

tl::expected<Weights, std::string> read_weights(const std::string& path) {
    const auto bytes = read_file(path);
    if (!bytes) return fail(bytes.error());
    const auto stored = decode_weights(*bytes);
    if (!stored) return fail(fmt::format("'{}' {}", path, stored.error()));
    return Weights(*stored);
}

} // namespace emilia
