#pragma once

// The moves of a position with few empty squares, in the order in which the leaf solver tries them.
// With AVX2 four moves are made at once (four_boards.h), elsewhere one after the other. The order
// is the same everywhere.

#include "engine/board/board.h"
#include "engine/board/four_boards.h"
#include "engine/board/lane_board.h"
#include "engine/search/lateness.h"
#include "engine/search/smallest_first.h"

#include <array>
#include <cstddef>

namespace emilia {

enum class LeafOrder {
    by_replies,            ///< by the number of replies alone
    by_replies_and_squares ///< by all that Lateness knows
};

/// A move, the position after it, and its legal moves.
struct LeafMove {
    Board child;
    Bitboard replies;
    Square square;

    [[nodiscard]] friend bool operator==(const LeafMove&, const LeafMove&) = default;
};

/// The first few moves of a position.
template <LeafOrder order>
class LeafMoves {
public:
    /// The number of moves that are put in order. With five empty squares the fifth move is hardly
    /// ever needed.
    static constexpr std::size_t capacity = order == LeafOrder::by_replies ? 4 : 8;

    /// Takes up to `capacity` of `moves` away, those with the lowest indices. The hash move, if it
    /// is among them, comes first in an order by squares.
    LeafMoves(const Board& board, Bitboard& moves, Square hash_move) noexcept
        : empty_(board.empty()) {
        const Lateness lateness(empty_);
        const Bitboard before = moves;
#ifdef __AVX2__
        const __m128i first = make_four<0>(board, moves, lateness, hash_move);
        __m128i second = _mm_set1_epi32(SmallestFirst::largest);
        if constexpr (capacity > 4) {
            if (moves != 0) second = make_four<4>(board, moves, lateness, hash_move);
        }
        earliest_.set_all(_mm_packus_epi32(first, second));
#else
        const LaneBoard lanes(board);
        for (std::size_t i = 0; i < capacity && moves != 0; ++i) {
            const Square square = first_square(moves);
            moves &= moves - 1;
            const LaneBoard child = lanes.after(square, lanes.flips(square));
            const Replies replies = child.replies(empty_ & ~bit(square));
            const Board made = child.board();
            players_[i] = made.player;
            opponents_[i] = made.opponent;
            replies_[i] = replies.legal;
            earliest_.set(i, value(lateness, square, hash_move, replies));
        }
#endif
        size_ = static_cast<std::size_t>(count(before ^ moves));
    }

    [[nodiscard]] bool empty() const noexcept {
        return size_ == 0;
    }

    /// The next move. There must be one.
    [[nodiscard]] LeafMove take() noexcept {
        --size_;
        const std::size_t place = earliest_.take();
        const Board child{players_[place], opponents_[place]};
        return {child, replies_[place], first_square(child.opponent & empty_)};
    }

private:
#ifdef __AVX2__
    using FourSets = detail::FourSets;

    /// Makes four moves, from `place` on. Returns their lateness, 32 bits each.
    template <std::size_t place>
    [[nodiscard, gnu::always_inline]] __m128i make_four(const Board& board, Bitboard& moves,
                                                        const Lateness& lateness,
                                                        Square hash_move) noexcept {
        const auto children = detail::FourChildren::take(board, moves);
        const FourSets free = _mm256_andnot_si256(children.placed, detail::broadcast(empty_));
        auto [legal, near] = detail::four_replies(children.player, children.opponent);
        legal = _mm256_and_si256(legal, free);
        near = _mm256_and_si256(near, free);
        const auto save = [](std::array<Bitboard, capacity>& words, FourSets sets) {
            _mm256_store_si256(reinterpret_cast<__m256i*>(words.data() + place), sets);
        };
        save(players_, children.player);
        save(opponents_, children.opponent);
        save(replies_, legal);
        FourSets values = weight_of_replies(legal);
        if constexpr (order == LeafOrder::by_replies_and_squares) {
            values = _mm256_add_epi8(values, weights<Lateness::near>(near));
            values = sums_of_bytes(values);
            values = _mm256_add_epi64(values, of_squares(children.placed, lateness));
            const Bitboard hashed = hash_move == Square::none ? 0 : bit(hash_move);
            values = _mm256_andnot_si256(
                _mm256_cmpeq_epi64(children.placed, detail::broadcast(hashed)), values);
        } else {
            values = sums_of_bytes(values);
        }
        const __m256i no_move = _mm256_cmpeq_epi64(children.placed, _mm256_setzero_si256());
        values = _mm256_or_si256(
            values, _mm256_and_si256(no_move, detail::broadcast(SmallestFirst::largest)));
        const __m256i low_halves = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
        return _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(values, low_halves));
    }

    /// For each byte, `weight` times the number of its bits.
    template <int weight>
    [[nodiscard]] static __m256i weights(FourSets sets) noexcept {
        static_assert(8 * (Lateness::reply + Lateness::near) + 2 * Lateness::corner_reply < 256);
        constexpr auto of = [](int bits) { return static_cast<char>(weight * bits); };
        const __m256i of_half = _mm256_broadcastsi128_si256(
            _mm_setr_epi8(of(0), of(1), of(1), of(2), of(1), of(2), of(2), of(3), of(1), of(2),
                          of(2), of(3), of(2), of(3), of(3), of(4)));
        const __m256i low_bits = _mm256_set1_epi8(15);
        const __m256i low = _mm256_and_si256(sets, low_bits);
        const __m256i high = _mm256_and_si256(_mm256_srli_epi64(sets, 4), low_bits);
        return _mm256_add_epi8(_mm256_shuffle_epi8(of_half, low),
                               _mm256_shuffle_epi8(of_half, high));
    }
    [[nodiscard]] static __m256i weight_of_replies(FourSets legal) noexcept {
        const FourSets in_corners = _mm256_and_si256(legal, detail::broadcast(corners));
        return _mm256_add_epi8(weights<Lateness::reply>(legal),
                               weights<Lateness::corner_reply>(in_corners));
    }
    [[nodiscard]] static __m256i sums_of_bytes(__m256i bytes) noexcept {
        return _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    }
    [[nodiscard]] static __m256i of_squares(FourSets placed, const Lateness& lateness) noexcept {
        const auto unless_in = [placed](Bitboard squares, int weight) {
            const __m256i outside = _mm256_cmpeq_epi64(
                _mm256_and_si256(placed, detail::broadcast(squares)), _mm256_setzero_si256());
            return _mm256_and_si256(outside, _mm256_set1_epi64x(weight));
        };
        return _mm256_add_epi64(
            _mm256_add_epi64(_mm256_set1_epi64x(Lateness::least),
                             unless_in(lateness.odd_squares(), Lateness::odd)),
            _mm256_add_epi64(unless_in(corners, Lateness::corner),
                             unless_in(lateness.alone_squares(), Lateness::alone)));
    }
#else
    [[nodiscard]] static int value(const Lateness& lateness, Square square, Square hash_move,
                                   const Replies& replies) noexcept {
        const int by_replies = Lateness::of_replies(replies.legal);
        if constexpr (order == LeafOrder::by_replies) return by_replies;
        if (square == hash_move) return Lateness::of_hash_move;
        return by_replies + Lateness::near * count(replies.near) + lateness.of_square(square);
    }
#endif

    Bitboard empty_;
    std::size_t size_;
    SmallestFirst earliest_;
    // Only the first `size_` are set.
    alignas(32) std::array<Bitboard, capacity> players_;
    alignas(32) std::array<Bitboard, capacity> opponents_;
    alignas(32) std::array<Bitboard, capacity> replies_;
};

} // namespace emilia
