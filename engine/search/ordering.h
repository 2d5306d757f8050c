#pragma once

// The order in which a search tries its moves. The earlier the best move, the smaller the tree.

#include "engine/board/board.h"
#include "engine/eval/pattern_board.h"
#include "engine/search/midgame_search.h"
#include "engine/search/search_thread.h"

#include <array>
#include <cstddef>
#include <span>

namespace emilia {

struct OrderedMove {
    Bitboard flips;
    Square square;
    int value; ///< the move with the highest value is tried first
};

/// The legal moves of a position, which `pick` brings into order. They lie in a fixed array, so
/// that a node allocates nothing.
class OrderedMoves {
public:
    /// All `moves` of `board`, each with value 0.
    OrderedMoves(const Board& board, Bitboard moves) noexcept;

    [[nodiscard]] const Board& board() const noexcept { return board_; }
    /// The position after `move`.
    [[nodiscard]] Board child(const OrderedMove& move) const noexcept {
        return board_.after(move.square, move.flips);
    }
    [[nodiscard]] std::span<OrderedMove> all() noexcept { return {moves_.data(), size_}; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    /// The highest value of a move that the table does not name; the smallest possible number if it
    /// names all of them.
    [[nodiscard]] int best_ordered_value() const noexcept;

    /// Puts `square` first if it is one of the moves. Returns whether it is.
    bool put_first(Square square) noexcept;

    /// Swaps the best of the moves from place `first` on to that place and returns it. Picking one
    /// move at a time is cheaper than sorting all, because most cut-offs come early.
    [[nodiscard]] const OrderedMove& pick(std::size_t first) noexcept;

private:
    Board board_;
    std::size_t size_ = 0;
    std::array<OrderedMove, square_count> moves_; ///< only the first `size_` are initialised
};

/// The best moves of earlier searches, from the transposition table.
struct HashMoves {
    Square best = Square::none;
    Square second = Square::none;
};

/// Orders by the fewest replies left to the opponent ("fastest first"), corners and parity.
void order_by_mobility(OrderedMoves& moves, HashMoves hash_moves) noexcept;

/// Orders by a search of `depth` plies after each move (0: the evaluation of the leaves alone) and
/// by the opponent's mobility. `position` must be the position of `moves`. Counts its nodes.
template <Leaves leaves>
void order_by_search(OrderedMoves& moves, SearchThread& thread, const PatternBoard& position,
                     Depth depth, HashMoves hash_moves) noexcept;

/// The order for a midgame node of `depth` plies.
void order_midgame_moves(OrderedMoves& moves, SearchThread& thread, const PatternBoard& position,
                         Depth depth, HashMoves hash_moves) noexcept;

/// The order for a node of the solvers: by a search that gets shallower towards the end of the
/// game, and near the end by mobility.
void order_endgame_moves(OrderedMoves& moves, SearchThread& thread, int empties,
                         HashMoves hash_moves) noexcept;

} // namespace emilia
