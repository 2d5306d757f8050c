#pragma once

// Othello as a Game for the searches of game_search.h. It counts what the tables of the literature
// report.

#include "engine/classic/evaluation.h"
#include "engine/classic/interruption.h"
#include "engine/classic/weight_board.h"
#include "engine/search/units.h"

#include <array>
#include <cstddef>
#include <span>

namespace emilia::classic {

struct SearchCounts {
    Nodes boards = 0;      ///< positions made by a move
    Nodes evaluations = 0; ///< of positions where the game is not over
};

/// The moves of a position in the order in which they were added.
class MoveList {
public:
    void add(Square move) noexcept { moves_[size_++] = move; }
    [[nodiscard]] Square* begin() noexcept { return moves_.data(); }
    [[nodiscard]] Square* end() noexcept { return moves_.data() + size_; }
    [[nodiscard]] const Square* begin() const noexcept { return moves_.data(); }
    [[nodiscard]] const Square* end() const noexcept { return moves_.data() + size_; }

private:
    std::array<Square, square_count> moves_;
    std::size_t size_ = 0;
};

/// The order in which moves are searched: group by group, and by index within a group.
using SquareOrder = std::span<const WeightBoard::Group>;

/// From a1, b1, … to h8, which the book calls random ordering (Norvig 1992, section 18.9).
[[nodiscard]] SquareOrder natural_order() noexcept;
/// By Norvig's weights of the squares, best first (section 18.9).
[[nodiscard]] SquareOrder static_order() noexcept;

/// The legal moves in `order`.
[[nodiscard]] inline MoveList in_order(Bitboard legal, SquareOrder order) noexcept {
    MoveList moves;
    for (const auto& group : order)
        for (const Square square : squares_of(legal & group.squares)) moves.add(square);
    return moves;
}

/// The game for one search of a position. `after` throws Interrupted.
class OthelloGame {
public:
    using Node = Board;
    using Move = Square;

    /// The evaluation, the order and the interruption's stop flag must outlive this object.
    OthelloGame(const Evaluation& evaluation, SquareOrder order, int root_move,
                const Interruption& interruption) noexcept
        : evaluation_(evaluation),
          order_(order),
          root_move_(root_move),
          interruption_check_(interruption) {}

    /// A forced pass is a move and takes a ply.
    [[nodiscard]] MoveList moves(const Board& board) const noexcept {
        const Bitboard legal = board.legal_moves();
        MoveList list = in_order(legal, order_);
        if (legal == 0 && !board.is_over()) list.add(Square::pass);
        return list;
    }

    [[nodiscard]] Board after(const Board& board, Square move) {
        if (move != Square::pass) ++counts_.boards;
        interruption_check_.count_position();
        return board.after(move);
    }

    [[nodiscard]] Value estimate(const Board& board) {
        ++counts_.evaluations;
        return evaluation_.estimate(board, root_move_);
    }

    [[nodiscard]] Value final_value(const Board& board) const {
        return evaluation_.final_value(board);
    }

    [[nodiscard]] const SearchCounts& counts() const noexcept { return counts_; }

private:
    const Evaluation& evaluation_;
    SquareOrder order_;
    int root_move_;
    InterruptionCheck interruption_check_;
    SearchCounts counts_;
};

} // namespace emilia::classic
