#pragma once

// The weights of the evaluation, in the form of a file and in the form that the search reads: the
// tables of the patterns, and a network that corrects them.

#include "engine/eval/network.h"
#include "engine/eval/patterns.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace emilia {

// The phases of the game. Weights are stored for a few numbers of empty squares, the knots, and are
// interpolated linearly between two knots, so that one phase changes smoothly into the next.

inline constexpr std::array knots = {6, 9, 12, 15, 18, 21, 24, 27, 30, 34, 38, 43, 48, 54};

/// The two knots around a number of empties, and its position between them.
struct PhaseBlend {
    std::size_t first;
    std::size_t second;
    int parts; ///< distance from the first knot; `parts_in_all` is that of the second
    int parts_in_all;
};

/// `empties` is 0 to 64. Outside the outermost knots the nearest one applies.
[[nodiscard]] constexpr PhaseBlend phase_blend(int empties) noexcept {
    const int inside = std::clamp(empties, knots.front(), knots.back());
    std::size_t second = 1;
    while (knots[second] < inside) ++second;
    return {second - 1, second, inside - knots[second - 1], knots[second] - knots[second - 1]};
}

using Weight = std::int16_t;
inline constexpr int weight_units_per_disc = 256;
inline constexpr std::size_t empties_numbers = 61; ///< 0 to 60 empty squares

/// Weights in the order of a file: the tied weights (patterns.h) for each knot, a
/// constant for each number of empties, and the network if there is one.
struct StoredWeights {
    std::vector<Weight> tied;
    std::array<Weight, empties_numbers> constants{};
    std::optional<StoredNetwork> network;
    [[nodiscard]] friend bool operator==(const StoredWeights&, const StoredWeights&) = default;
};

/// Returns the bytes of a file. Layout, little-endian: 8 bytes "EMILIAWE" | u32 version | u32
/// CRC-32 of the rest | u32 length of the description | description of shapes, knots and network
/// | constants | u32 length of the next part | tied weights, each knot as differences from the
/// previous one, compressed by zstd | the network (network.h), or nothing. The smallest file takes
/// seconds to compress; a quick one is larger, but reads back the same.
enum class Compression { smallest, quick };
[[nodiscard]] std::string encode_weights(const StoredWeights& weights,
                                         Compression compression = Compression::smallest);

/// Whether these bytes are the beginning of a weights file, of any version. It needs eight bytes.
[[nodiscard]] bool begins_weights_file(std::string_view bytes) noexcept;

/// The error says what is wrong: the bytes are not a weights file, have another version, are cut
/// off or damaged, or were made for other patterns, phases or layers.
[[nodiscard]] tl::expected<StoredWeights, std::string> decode_weights(std::string_view bytes);

/// Weights in the form that the search reads: a complete table for each number of empties, about
/// 40 MB, and the network. They never change, so any thread may read them. Copies share the memory.
class Weights {
public:
    explicit Weights(const StoredWeights& stored);

    /// The tables of all shapes (patterns.h).
    [[nodiscard]] const Weight* table(int empties) const noexcept {
        return tables_.get() + static_cast<std::size_t>(empties) * stride;
    }
    [[nodiscard]] int constant(int empties) const noexcept {
        return constants_[static_cast<std::size_t>(empties)];
    }
    /// Null if there is none.
    [[nodiscard]] const Network* network() const noexcept { return network_.get(); }

private:
    static constexpr std::size_t stride = (pattern_weights + 31) / 32 * 32;
    static void mix(const Weight* first, const Weight* second, int parts, int parts_in_all,
                    Weight* table) noexcept;

    std::shared_ptr<const Weight[]> tables_;
    std::array<Weight, empties_numbers> constants_{};
    std::shared_ptr<const Network> network_;
};

/// Weights that nobody has trained. Training starts from them, and the program uses them when the
/// weights that it was built with do not fit its patterns. They give each square a value: early in
/// the game corners are good and the squares next to them bad, in the end all discs count the same.
/// They work for any shapes and knots.
[[nodiscard]] StoredWeights initial_weights();

/// The weights that come with the program. They are unpacked at the first call, which takes time
/// and 40 MB, so a default argument or member should not call it. If the program was built with
/// other shapes than these weights, it gives the initial ones. Any thread may call it.
[[nodiscard]] const Weights& embedded_weights();

/// Why the embedded weights can't be used: "was made for other patterns, phases or layers". None
/// if they can. It unpacks them as well.
[[nodiscard]] const std::optional<std::string>& embedded_weights_flaw();

/// CRC-32 of the embedded file; it differs between builds with different weights.
[[nodiscard]] std::uint32_t embedded_weights_checksum() noexcept;

struct UsableWeights {
    Weights weights;
    std::optional<std::string> flaw; ///< why `weights` are the initial ones; none if they are not
};

/// The weights in the bytes of a file, or the initial ones if these bytes can't be used.
[[nodiscard]] UsableWeights weights_or_initial(std::string_view bytes);

/// Reads a file of weights; the error names the file.
[[nodiscard]] tl::expected<Weights, std::string> read_weights(const std::string& path);

} // namespace emilia
