#pragma once

// The pattern features of the evaluation, after M. Buro, "From simple features to sophisticated
// evaluation functions" (Computers and Games, 1998). A feature is a group of squares, and the
// evaluation looks up what these squares contain: a weight in a table, a row of the network
// (network.h), or both.
//
// A shape is a group of squares; its images under the eight symmetries of the board are features
// that share one table and the same rows. The content of a feature is a number in balanced base 3:
// the sum over its squares of 3^place times +1 for a disc of the player to move, -1 for one of the
// opponent, 0 for an empty square. So the contents are all negated when the other side looks at the
// position, and a shape of n squares indexes its table from the middle, from -(3^n - 1)/2 to
// (3^n - 1)/2.
//
// The weights belong to the shapes: after a change here the program plays with simple weights until
// scripts/train.sh has made new ones. Nothing else has to be changed.

#include "engine/board/board.h"
#include "engine/board/symmetry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace emilia {

inline constexpr std::size_t largest_shape = 10; ///< in squares, so that a content fits 16 bits

/// What reads a shape.
enum class Reader : std::uint8_t { table, network, both };

struct Shape {
    std::array<Square, largest_shape> squares;
    std::size_t size; ///< number of squares
    Reader reader;
};

namespace detail {

template <typename... Squares>
[[nodiscard]] constexpr Shape shape_of(Reader reader, Squares... squares) noexcept {
    return {{squares...}, sizeof...(squares), reader};
}

// The squares of each shape are ordered so that searches touch few cache lines: squares that change
// often from leaf to leaf come first, because contents that differ only there are neighbours in the
// table. The orders were found by swapping squares as long as a simulated cache of 24 KB had fewer
// misses on the reads of searches from 24, 32 and 40 empties. They miss in 3.3 % of the look-ups;
// with the squares in natural order it is 7.0 %.
//
// The network has no shapes of ten squares, whose rows would take too much memory.
[[nodiscard]] constexpr std::array<Shape, 17> make_shapes() noexcept {
    using enum Square;
    using enum Reader;
    return {
        shape_of(both, a3, b3, c1, b2, a2, c3, b1, c2, a1),      // corner block
        shape_of(table, g2, b2, c1, d1, e1, f1, b1, g1, h1, a1), // edge and X-squares
        shape_of(table, a3, a5, a4, d1, c1, e1, b1, b2, a2, a1), // corner angle
        shape_of(table, c2, f2, e2, c1, f1, a1, d2, h1, e1, d1), // corners and the block between
        shape_of(table, e2, d2, e1, d1, c1, c2, b1, b2, a2, a1), // half of two rows
        shape_of(table, b3, a3, a4, d1, b2, c1, b1, c2, a2, a1), // triangle
        shape_of(table, d2, f2, e2, a2, c2, h2, b2, a1, g2, h1), // second row and corners
        shape_of(both, b3, g3, a3, h3, c3, d3, e3, f3),          // rows
        shape_of(both, g4, b4, h4, a4, e4, f4, d4, c4),
        shape_of(both, f6, b2, g7, a1, h8, e5, d4, c3), // diagonals, some with corners or edges
        shape_of(both, c2, g6, b1, h8, f5, e4, d3, a1, h7),
        shape_of(both, g5, d2, h6, c1, b1, f4, h7, e3),
        shape_of(both, d1, e2, g4, h5, f3),
        shape_of(both, g3, f2, e1, h4),
        shape_of(network, a1, b1, c1, d1, e1, f1, g1, h1), // edge
        shape_of(network, a1, b1, c1, d1, a2, b2, c2, d2), // half of it, two rows deep
        shape_of(network, c2, d2, e2, f2, c3, d3, e3, f3),
    };
}

} // namespace detail

inline constexpr std::array shapes = detail::make_shapes();

[[nodiscard]] constexpr std::size_t power_of_three(std::size_t exponent) noexcept {
    return exponent == 0 ? 1 : 3 * power_of_three(exponent - 1);
}

[[nodiscard]] constexpr bool is_read_by(Reader reader, const Shape& shape) noexcept {
    return shape.reader == reader || shape.reader == Reader::both;
}

/// The number of contents of a shape.
[[nodiscard]] constexpr std::size_t content_count(std::size_t shape) noexcept {
    return power_of_three(shapes[shape].size);
}

/// Where a shape's contents begin among those of all shapes with the same reader, `Reader::table`
/// or `Reader::network`. With `shapes.size()` it is the number of all of them.
[[nodiscard]] constexpr std::size_t first_content(Reader reader, std::size_t shape) noexcept {
    std::size_t start = 0;
    for (std::size_t before = 0; before < shape; ++before) {
        if (is_read_by(reader, shapes[before])) start += content_count(before);
    }
    return start;
}
/// Entries in the tables of all shapes together.
inline constexpr std::size_t pattern_weights = first_content(Reader::table, shapes.size());
/// Rows of the network for all its shapes together.
inline constexpr std::size_t network_rows = first_content(Reader::network, shapes.size());

/// An image of a shape on the board, with the squares in the order of the shape.
struct Feature {
    std::size_t shape = 0;
    std::array<Square, largest_shape> squares{};
};

namespace detail {

[[nodiscard]] constexpr Bitboard squares_in(const Feature& feature) noexcept {
    Bitboard squares = 0;
    for (std::size_t i = 0; i < shapes[feature.shape].size; ++i) squares |= bit(feature.squares[i]);
    return squares;
}

[[nodiscard]] constexpr Feature image(std::size_t shape, int symmetry) noexcept {
    Feature feature{shape, {}};
    for (std::size_t i = 0; i < shapes[shape].size; ++i) {
        feature.squares[i] = transformed(shapes[shape].squares[i], symmetry);
    }
    return feature;
}

/// Every distinct image of every shape.
struct FeatureList {
    std::array<Feature, 96> features{};
    std::size_t size = 0;
};

[[nodiscard]] constexpr FeatureList make_features() noexcept {
    FeatureList list;
    for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
        const std::size_t first = list.size;
        for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
            const Feature feature = image(shape, symmetry);
            bool known = false;
            for (std::size_t i = first; i < list.size; ++i) {
                known = known || squares_in(list.features[i]) == squares_in(feature);
            }
            if (!known) list.features[list.size++] = feature;
        }
    }
    return list;
}

inline constexpr FeatureList feature_list = make_features();

} // namespace detail

inline constexpr std::size_t feature_count = detail::feature_list.size;

/// All features; those of one shape are neighbours.
inline constexpr std::array<Feature, feature_count> features = [] {
    std::array<Feature, feature_count> result{};
    for (std::size_t i = 0; i < feature_count; ++i) result[i] = detail::feature_list.features[i];
    return result;
}();

namespace detail {
[[nodiscard]] constexpr std::size_t count_features(Reader reader) noexcept {
    std::size_t number = 0;
    for (const Feature& feature : features) number += is_read_by(reader, shapes[feature.shape]);
    return number;
}
} // namespace detail

/// A feature as its reader, the tables or the network, finds it.
struct Lookup {
    std::size_t feature; ///< its number in `features`
    /// The middle of its shape's contents among all contents of this reader. Adding the feature's
    /// content gives the index of its weight or row.
    std::ptrdiff_t middle;
};

template <Reader reader>
inline constexpr std::array<Lookup, detail::count_features(reader)> lookups = [] {
    std::array<Lookup, detail::count_features(reader)> result{};
    std::size_t number = 0;
    for (std::size_t feature = 0; feature < feature_count; ++feature) {
        const std::size_t shape = features[feature].shape;
        if (!is_read_by(reader, shapes[shape])) continue;
        const std::size_t middle = first_content(reader, shape) + content_count(shape) / 2;
        result[number++] = {feature, static_cast<std::ptrdiff_t>(middle)};
    }
    return result;
}();

/// Ties the entries of the pattern tables that must have the same weight, and the contents that
/// must have the same row in the network. If a symmetry of the board maps a shape onto itself, then
/// two contents that it turns into each other are worth the same.
struct TiedWeights {
    std::vector<std::uint32_t> of_entry; ///< for each content the number of its weight, from 0
    std::size_t count = 0;               ///< number of different weights
};

/// Ties the contents of all shapes in patterns.h that `reader` reads: the entries of the tables, or
/// the rows of the network. Weights files have them in this order. The first call for a reader
/// takes time. Any thread may call it.
[[nodiscard]] const TiedWeights& tie_weights(Reader reader);

} // namespace emilia
