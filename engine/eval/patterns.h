#pragma once

// The pattern features of the evaluation, after M. Buro, "From simple features to sophisticated
// evaluation functions" (Computers and Games, 1998). A feature is a group of squares, and the
// evaluation looks up a weight for what these squares contain.
//
// A shape is a group of squares; its images under the eight symmetries of the board are features
// that share one table of weights. The content of a feature is a number in balanced base 3: the
// sum over its squares of 3^place times +1 for a disc of the player to move, -1 for one of the
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

namespace emilia {

inline constexpr std::size_t largest_shape = 10; ///< in squares, so that a content fits 16 bits

struct Shape {
    std::array<Square, largest_shape> squares;
    std::size_t size; ///< number of squares
};

namespace detail {

template <typename... Squares>
[[nodiscard]] constexpr Shape shape_of(Squares... squares) noexcept {
    return {{squares...}, sizeof...(squares)};
}

// The squares of each shape are ordered so that searches touch few cache lines: squares that change
// often from leaf to leaf come first, because contents that differ only there are neighbours in the
// table. The orders were found by swapping squares as long as a simulated cache of 24 KB had fewer
// misses on the reads of searches from 24, 32 and 40 empties. They miss in 3.3 % of the look-ups;
// with the squares in natural order it is 7.0 %.
[[nodiscard]] constexpr std::array<Shape, 14> make_shapes() noexcept {
    using enum Square;
    return {
        shape_of(a3, b3, c1, b2, a2, c3, b1, c2, a1),     // corner block
        shape_of(g2, b2, c1, d1, e1, f1, b1, g1, h1, a1), // edge and X-squares
        shape_of(a3, a5, a4, d1, c1, e1, b1, b2, a2, a1), // corner angle
        shape_of(c2, f2, e2, c1, f1, a1, d2, h1, e1, d1), // corners and the block between
        shape_of(e2, d2, e1, d1, c1, c2, b1, b2, a2, a1), // half of two rows
        shape_of(b3, a3, a4, d1, b2, c1, b1, c2, a2, a1), // triangle
        shape_of(d2, f2, e2, a2, c2, h2, b2, a1, g2, h1), // second row and corners
        shape_of(b3, g3, a3, h3, c3, d3, e3, f3),         // rows
        shape_of(g4, b4, h4, a4, e4, f4, d4, c4),
        shape_of(f6, b2, g7, a1, h8, e5, d4, c3), // diagonals, some with corners or edges
        shape_of(c2, g6, b1, h8, f5, e4, d3, a1, h7),
        shape_of(g5, d2, h6, c1, b1, f4, h7, e3),
        shape_of(d1, e2, g4, h5, f3),
        shape_of(g3, f2, e1, h4),
    };
}

} // namespace detail

inline constexpr std::array shapes = detail::make_shapes();

[[nodiscard]] constexpr std::size_t power_of_three(std::size_t exponent) noexcept {
    return exponent == 0 ? 1 : 3 * power_of_three(exponent - 1);
}

/// The number of contents of a shape, and the index at which its table begins in a phase's weights.
[[nodiscard]] constexpr std::size_t content_count(std::size_t shape) noexcept {
    return power_of_three(shapes[shape].size);
}
[[nodiscard]] constexpr std::size_t table_start(std::size_t shape) noexcept {
    std::size_t start = 0;
    for (std::size_t before = 0; before < shape; ++before) start += content_count(before);
    return start;
}
/// Entries in the tables of all shapes together.
inline constexpr std::size_t pattern_weights = table_start(shapes.size());

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
    std::array<Feature, 64> features{};
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

/// For each feature, the index of the middle of its shape's table in a phase's weights. Adding the
/// feature's content gives the index of its weight.
inline constexpr std::array<std::ptrdiff_t, feature_count> table_middles = [] {
    std::array<std::ptrdiff_t, feature_count> result{};
    for (std::size_t i = 0; i < feature_count; ++i) {
        const std::size_t shape = features[i].shape;
        result[i] = static_cast<std::ptrdiff_t>(table_start(shape) + content_count(shape) / 2);
    }
    return result;
}();

} // namespace emilia
