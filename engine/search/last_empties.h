#pragma once

// The last four plies of a game. The empty squares are known, so no list of moves is made: each
// square is tried in turn. See endgame_leaf.h for the scores.

#include "engine/board/lane_board.h"
#include "engine/board/last_flips.h"
#include "engine/search/search_terms.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace emilia {

/// Up to four squares, a byte each, in the order in which they are tried. The first one is in the
/// lowest byte.
class FewSquares {
public:
    /// The `number` squares of `set`.
    template <int number>
    [[nodiscard]] static constexpr FewSquares of(Bitboard set) noexcept {
        std::uint32_t bytes = 0;
        for (int i = 0; i < number; ++i) {
            bytes |= static_cast<std::uint32_t>(std::countr_zero(set)) << 8 * i;
            set &= set - 1;
        }
        return FewSquares(bytes);
    }

    [[nodiscard]] constexpr Square operator[](int place) const noexcept {
        return static_cast<Square>(static_cast<std::uint8_t>(bytes_ >> 8 * place));
    }
    [[nodiscard]] constexpr FewSquares without(int place) const noexcept {
        const std::uint32_t before = (std::uint32_t{1} << 8 * place) - 1;
        return FewSquares((bytes_ & before) | (bytes_ >> 8 & ~before));
    }

    /// The same four squares ordered by parity: first a square alone in its quadrant, then three in
    /// one quadrant, then pairs. The squares of a pair stay together, because the answer to a move
    /// on one is a move on the other.
    [[nodiscard]] constexpr FewSquares four_by_parity() const noexcept {
        // The multiplications collect, of all squares, the bits that say in which half they are.
        constexpr std::uint32_t collect = 0x0102'0408;
        const std::uint32_t right = (bytes_ >> 2 & 0x0101'0101) * collect >> 24 & 15;
        const std::uint32_t lower = (bytes_ >> 5 & 0x0101'0101) * collect >> 24 & 15;
        const std::uint32_t shifts = parity_orders[lower << 4 | right];
        std::uint32_t ordered = 0;
        for (int i = 0; i < 4; ++i) {
            ordered |= (bytes_ >> (shifts >> 8 * i & 31) & 63) << 8 * i;
        }
        return FewSquares(ordered);
    }

private:
    constexpr explicit FewSquares(std::uint32_t bytes) noexcept : bytes_(bytes) {}

    /// For the halves of four squares (four bits say whether they are in the lower half, and four
    /// whether they are in the right one): the shifts that take the squares to the front, in order.
    static constexpr std::array<std::uint32_t, 256> parity_orders = [] {
        std::array<std::uint32_t, 256> orders{};
        for (std::uint32_t halves = 0; halves < orders.size(); ++halves) {
            const auto quadrant = [halves](std::uint32_t i) {
                return (halves >> (4 + i) & 1) << 1 | (halves >> i & 1);
            };
            std::array<std::uint32_t, 4> number{}; // of squares in each quadrant
            for (std::uint32_t i = 0; i < 4; ++i) ++number[quadrant(i)];
            std::array<std::uint32_t, 4> keys{};
            for (std::uint32_t i = 0; i < 4; ++i) {
                constexpr std::array<std::uint32_t, 5> rank = {0, 0, 2, 1, 2}; // of 1, 2, 3, 4
                keys[i] = rank[number[quadrant(i)]] << 4 | quadrant(i) << 2 | i;
            }
            std::sort(keys.begin(), keys.end());
            for (std::uint32_t i = 0; i < 4; ++i) orders[halves] |= (keys[i] & 3) * 8 << 8 * i;
        }
        return orders;
    }();

    std::uint32_t bytes_;
};

class LastEmpties {
public:
    explicit LastEmpties(Nodes& nodes) noexcept : nodes_(nodes) {}

    /// A fail-soft bound for the zero window above `alpha`. `legal` are the legal moves, at least
    /// one. The caller has counted the node.
    int solve_four(const Board& board, Bitboard legal, int alpha) noexcept {
        const LaneBoard lanes(board);
        const FewSquares squares = FewSquares::of<4>(board.empty()).four_by_parity();
        int best = no_move;
        const auto try_moves = [&]<int... places>(std::integer_sequence<int, places...>) {
            ((contains(legal, squares[places])
              && try_move<4, places>(lanes, lanes.flips(squares[places]), alpha, squares, best))
             || ...);
        };
        try_moves(std::make_integer_sequence<int, 4>());
        return best;
    }

    /// The same with two or three empty squares, which are `squares`; there may be no legal move.
    template <int empties>
    int solve(const LaneBoard& board, int alpha, FewSquares squares) noexcept {
        ++nodes_;
        const int best = best_move<empties>(board, alpha, squares);
        return best > no_move ? best : score_after_pass<empties>(board, alpha, squares);
    }

    /// The score for the player to move if only `square` is empty.
    [[nodiscard, gnu::always_inline]] static int score_one(Bitboard player,
                                                           Square square) noexcept {
        // Sums instead of branches, because nobody could predict them.
        const LastSquare last(player, square);
        const int own = count(player);
        const int mine = last.flips_by_player();
        const int others = last.flips_by_opponent();
        const int winners_square = static_cast<int>(own >= 32) & static_cast<int>(others == 0);
        const int unless_mine = -static_cast<int>(mine == 0);
        return 2
                   * (own + mine + static_cast<int>(mine != 0)
                      + (unless_mine & (winners_square - others)))
               - 64;
    }

private:
    static constexpr int no_move = -65;

    /// A pass is rare. Inlined, it would take registers away from the moves.
    template <int empties>
    [[gnu::noinline, gnu::cold]] int score_after_pass(const LaneBoard& board, int alpha,
                                                      FewSquares squares) noexcept {
        const int best = best_move<empties>(board.passed(), -alpha - 1, squares);
        return best > no_move ? -best : board.board().final_score();
    }

    /// The best score of a move; `no_move` if there is none.
    template <int empties>
    [[gnu::always_inline]] int best_move(const LaneBoard& board, int alpha,
                                         FewSquares squares) noexcept {
        int best = no_move;
        if constexpr (empties == 2) {
            // Both moves are always computed, side by side. Whether the second is needed could not
            // be predicted, and a wrong guess costs more than the move.
            const LaneBoard::Flips flips1 = board.flips(squares[0]);
            const LaneBoard::Flips flips2 = board.flips(squares[1]);
            const int score1 = -score_one(board.next_player(flips1), squares[1]);
            const int score2 = -score_one(board.next_player(flips2), squares[0]);
            best = flips1.any() ? score1 : no_move;
            const bool both = flips2.any() & (best <= alpha);
            nodes_ += static_cast<Nodes>(flips1.any()) + static_cast<Nodes>(both);
            return both ? std::max(best, score2) : best;
        } else {
            // The moves are written out, because a loop over them takes 14 % longer.
            const auto try_moves = [&]<int... places>(std::integer_sequence<int, places...>) {
                (try_if_legal<empties, places>(board, alpha, squares, best) || ...);
            };
            try_moves(std::make_integer_sequence<int, empties>());
            return best;
        }
    }

    /// Whether the move on the square in `place` is legal and good enough for a cut-off.
    template <int empties, int place>
    [[gnu::always_inline]] bool try_if_legal(const LaneBoard& board, int alpha, FewSquares squares,
                                             int& best) noexcept {
        const LaneBoard::Flips flips = board.flips(squares[place]);
        return flips.any() && try_move<empties, place>(board, flips, alpha, squares, best);
    }

    template <int empties, int place>
    [[gnu::always_inline]] bool try_move(const LaneBoard& board, const LaneBoard::Flips& flips,
                                         int alpha, FewSquares squares, int& best) noexcept {
        best = std::max(best, -solve<empties - 1>(board.after(squares[place], flips), -alpha - 1,
                                                  squares.without(place)));
        return best > alpha;
    }

    Nodes& nodes_;
};

} // namespace emilia
