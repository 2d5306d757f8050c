#pragma once

// A weight for each square, and the evaluation that sums the weights of the discs.

#include "engine/board/board.h"

#include <array>
#include <cstddef>
#include <span>

namespace emilia::classic {

/// In the order a1, b1, … h8.
using SquareWeights = std::array<int, square_count>;

class WeightBoard {
public:
    constexpr explicit WeightBoard(const SquareWeights& weights) noexcept : weights_(weights) {
        for (int i = 0; i < square_count; ++i) {
            std::size_t group = 0;
            while (group < groups_count_ && groups_[group].weight != (*this)[square_at(i)]) ++group;
            if (group == groups_count_) groups_[groups_count_++].weight = (*this)[square_at(i)];
            groups_[group].squares |= bit(square_at(i));
        }
        for (std::size_t i = 1; i < groups_count_; ++i) { // best first
            for (std::size_t k = i; k > 0 && groups_[k].weight > groups_[k - 1].weight; --k) {
                const Group other = groups_[k];
                groups_[k] = groups_[k - 1];
                groups_[k - 1] = other;
            }
        }
    }

    [[nodiscard]] constexpr int operator[](Square square) const noexcept {
        return weights_[static_cast<std::size_t>(index(square))];
    }

    /// The weights of the player's discs minus those of the opponent's.
    [[nodiscard]] constexpr int difference(const Board& board) const noexcept {
        int sum = 0;
        for (const Group& group : groups()) {
            sum += group.weight
                   * (count(board.player & group.squares) - count(board.opponent & group.squares));
        }
        return sum;
    }

    /// The squares that have one weight.
    struct Group {
        int weight = 0;
        Bitboard squares = 0;
    };
    /// In descending order of weight.
    [[nodiscard]] constexpr std::span<const Group> groups() const noexcept {
        return {groups_.data(), groups_count_};
    }

private:
    SquareWeights weights_;
    std::array<Group, square_count> groups_{};
    std::size_t groups_count_ = 0;
};

} // namespace emilia::classic
