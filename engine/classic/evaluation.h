#pragma once

// The evaluations of the players of the literature, and the boards of weights that many of them
// use. Each evaluation has the unit of its source; a greater value is better for the player to
// move.

#include "engine/board/board.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace emilia::classic {

using Value = double;

// No evaluation reaches these two values.
inline constexpr Value winning_value = 1e9;
inline constexpr Value losing_value = -winning_value;

/// The number of the move that is due: 1 to 60 in a game from the usual start.
[[nodiscard]] constexpr int move_number(const Board& board) noexcept {
    return square_count - 3 - board.empties();
}

/// Values a finished game by its outcome alone (Norvig 1992, section 18.4).
[[nodiscard]] constexpr Value win_or_loss(const Board& board) noexcept {
    const int difference = count(board.player) - count(board.opponent);
    return difference > 0 ? winning_value : difference < 0 ? losing_value : 0;
}

/// Pure functions; any thread may call them.
struct Evaluation {
    /// Values an unfinished game. `root_move` is the number of the move that the search looks for.
    Value (*estimate)(const Board& board, int root_move);
    Value (*final_value)(const Board& board) = win_or_loss;
};

/// An evaluation that values a finished game by its outcome.
template <auto function>
inline constexpr Evaluation estimate{function};

/// An evaluation that values a finished game like any other position.
template <auto function>
inline constexpr Evaluation throughout{function,
                                       [](const Board& board) { return function(board, 0); }};

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
        std::sort(groups_.data(), groups_.data() + groups_count_,
                  [](const Group& a, const Group& b) { return a.weight > b.weight; });
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
