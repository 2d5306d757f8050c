#pragma once

// The order in which a search tries its moves: the sooner the best one, the smaller the tree.

#include "engine/board/board.h"
#include "engine/eval/pattern_board.h"
#include "engine/search/search_thread.h"

#include <array>
#include <cstddef>
#include <span>

namespace emilia {

struct OrderedMove {
    Bitboard flips;
    Square square;
    int value; ///< higher is tried sooner
};

/// The legal moves of a position, best first. A fixed array, left uninitialised: no allocation.
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

    /// Puts `square` first, if it is one of the moves; whether it is.
    bool put_first(Square square) noexcept;

    /// Brings the best of the moves from `first` on to that place and returns it. Sorting as far
    /// as needed is cheaper than sorting all, since a cut-off mostly comes early.
    [[nodiscard]] const OrderedMove& pick(std::size_t first) noexcept;

private:
    Board board_;
    std::size_t size_ = 0;
    std::array<OrderedMove, square_count> moves_;
};

/// The moves that earlier searches thought best, from the transposition table.
struct HashMoves {
    Square best = Square::none;
    Square second = Square::none;
};

/// Orders by the fewest replies left to the opponent ("fastest first"), corners and parity.
void order_by_mobility(OrderedMoves& moves, HashMoves hash_moves) noexcept;

/// Orders by a search of `depth` plies (0: the evaluation alone) of each move, mixed with the
/// opponent's mobility. `position` is the moves'. Counts its nodes.
void order_by_search(OrderedMoves& moves, SearchThread& thread, const PatternBoard& position,
                     Depth depth, HashMoves hash_moves) noexcept;

} // namespace emilia
