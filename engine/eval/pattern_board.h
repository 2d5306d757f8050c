#pragma once

// A position with the contents of its pattern features. The contents are updated from move to move:
// a move changes only the features that contain one of its squares, and changing sides negates all
// of them (see patterns.h).

#include "engine/eval/patterns.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace emilia {

/// The number of features, rounded up to whole vectors. The unused lanes stay 0.
inline constexpr std::size_t pattern_lanes = (feature_count + 15) / 16 * 16;

namespace detail {

// This uses the compiler's vector type at the width of the processor's registers, but no more than
// 256 bits (see CMakeLists.txt). From wider types GCC generates code that is several times slower.
#ifdef __AVX2__
inline constexpr std::size_t lanes_in_vector = 16;
#else
inline constexpr std::size_t lanes_in_vector = 8;
#endif
using Lanes [[gnu::vector_size(lanes_in_vector * sizeof(std::int16_t))]] = std::int16_t;

struct alignas(64) LaneArray {
    std::array<std::int16_t, pattern_lanes> lane{};
};

/// What a disc of the player adds to each feature, for each square.
inline constexpr std::array<LaneArray, square_count> disc_contents = [] {
    std::array<LaneArray, square_count> result{};
    for (std::size_t feature = 0; feature < feature_count; ++feature) {
        for (std::size_t i = 0; i < shapes[features[feature].shape].size; ++i) {
            const auto square = static_cast<std::size_t>(index(features[feature].squares[i]));
            result[square].lane[feature] = static_cast<std::int16_t>(power_of_three(i));
        }
    }
    return result;
}();

} // namespace detail

class PatternBoard {
public:
    explicit PatternBoard(const Board& board) noexcept : board_(board) {
        for (const Square square : squares_of(board.player)) add(square);
        Contents of_player = contents_;
        contents_ = {};
        for (const Square square : squares_of(board.opponent)) add(square);
        for (std::size_t i = 0; i < vectors; ++i) contents_[i] = of_player[i] - contents_[i];
    }

    [[nodiscard]] const Board& board() const noexcept { return board_; }
    /// The contents of all features, seen by the side to move.
    [[nodiscard]] const std::int16_t* contents() const noexcept {
        return reinterpret_cast<const std::int16_t*>(&contents_);
    }

    /// These two correspond to those of Board.
    [[nodiscard]] PatternBoard after(Square square, Bitboard flipped) const noexcept {
        PatternBoard child(board_.after(square, flipped), {});
        for (const Square disc : squares_of(flipped)) child.add(disc);
        for (std::size_t i = 0; i < vectors; ++i) {
            // A flipped disc turns from -1 into +1.
            child.contents_[i] =
                -(contents_[i] + row(square)[i] + child.contents_[i] + child.contents_[i]);
        }
        return child;
    }
    [[nodiscard]] PatternBoard passed() const noexcept {
        PatternBoard child(board_.passed(), {});
        for (std::size_t i = 0; i < vectors; ++i) child.contents_[i] = -contents_[i];
        return child;
    }

private:
    static constexpr std::size_t vectors = pattern_lanes / detail::lanes_in_vector;
    using Contents = std::array<detail::Lanes, vectors>;

    PatternBoard(const Board& board, const Contents& contents) noexcept
        : contents_(contents), board_(board) {}

    [[nodiscard]] static const detail::Lanes* row(Square square) noexcept {
        return reinterpret_cast<const detail::Lanes*>(
            &detail::disc_contents[static_cast<std::size_t>(index(square))]);
    }
    void add(Square square) noexcept {
        for (std::size_t i = 0; i < vectors; ++i) contents_[i] += row(square)[i];
    }

    alignas(64) Contents contents_{};
    Board board_;
};

} // namespace emilia
