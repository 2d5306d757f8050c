// The weights that come with the program, and the simple ones that stand in for them. CMake names
// the file that is embedded.

#include "engine/base/bytes.h"
#include "engine/eval/patterns.h"
#include "engine/eval/weights.h"
#include "engine/system/embedded.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace emilia {
EMILIA_EMBED(emilia_weights, EMILIA_WEIGHTS_FILE)

namespace {

using SquareValues = std::array<double, square_count>;

/// What a disc on each square is worth far from the end, in discs. The values are guesses; they
/// only have to be better than nothing.
SquareValues opening_values() {
    // Rows and columns by their distance from the nearest edge.
    constexpr std::array<std::array<double, 4>, 4> by_distance = {
        {{10, -2, 1, 0.5}, {-2, -4, -0.5, -0.5}, {1, -0.5, 0.2, 0.2}, {0.5, -0.5, 0.2, 0}}};
    SquareValues values{};
    for (std::size_t square = 0; square < square_count; ++square) {
        const std::size_t row = square / 8;
        const std::size_t column = square % 8;
        values[square] = by_distance[std::min(row, 7 - row)][std::min(column, 7 - column)];
    }
    return values;
}

/// Each square's value at a knot, divided by the number of features that contain the square.
SquareValues shares_at(int empties) {
    std::array<int, square_count> features_with{};
    for (const Feature& feature : features) {
        if (!is_read_by(Reader::table, shapes[feature.shape])) continue;
        for (std::size_t i = 0; i < shapes[feature.shape].size; ++i)
            ++features_with[static_cast<std::size_t>(index(feature.squares[i]))];
    }
    const double early = static_cast<double>(empties) / knots.back();
    SquareValues values = opening_values();
    for (std::size_t square = 0; square < square_count; ++square) {
        const double value = early * values[square] + (1 - early);
        values[square] = value / std::max(1, features_with[square]);
    }
    return values;
}

} // namespace

StoredWeights initial_weights() {
    const TiedWeights& tied = tie_weights(Reader::table);
    StoredWeights weights;
    weights.tied.resize(knots.size() * tied.count);
    for (std::size_t knot = 0; knot < knots.size(); ++knot) {
        const SquareValues shares = shares_at(knots[knot]);
        Weight* const values = weights.tied.data() + knot * tied.count;
        for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
            if (!is_read_by(Reader::table, shapes[shape])) continue;
            for (std::size_t entry = 0; entry < content_count(shape); ++entry) {
                double sum = 0;
                std::size_t digits =
                    entry; // 0 for an opponent's disc, 1 for none, 2 for an own one
                for (std::size_t i = 0; i < shapes[shape].size; ++i, digits /= 3) {
                    const auto square = static_cast<std::size_t>(index(shapes[shape].squares[i]));
                    sum += (static_cast<double>(digits % 3) - 1) * shares[square];
                }
                values[tied.of_entry[first_content(Reader::table, shape) + entry]] =
                    static_cast<Weight>(std::lround(sum * weight_units_per_disc));
            }
        }
    }
    return weights;
}

UsableWeights weights_or_initial(std::string_view bytes) {
    const auto stored = decode_weights(bytes);
    if (!stored) return {Weights(initial_weights()), stored.error()};
    return {Weights(*stored), std::nullopt};
}

namespace {

const UsableWeights& embedded() {
    static const UsableWeights weights = weights_or_initial(emilia_weights());
    return weights;
}

} // namespace

const Weights& embedded_weights() {
    return embedded().weights;
}

const std::optional<std::string>& embedded_weights_flaw() {
    return embedded().flaw;
}

std::uint32_t embedded_weights_checksum() noexcept {
    return checksum(emilia_weights());
}

} // namespace emilia
