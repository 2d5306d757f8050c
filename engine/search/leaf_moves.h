#pragma once

// The moves of a position with few empty squares, in the order in which the leaf solver tries them.
// With AVX2 four moves are made at once (four_boards.h), elsewhere one after the other. The order
// is the same everywhere.

#include "engine/board/board.h"
#include "engine/board/four_boards.h"
#include "engine/board/lane_board.h"

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__SSE4_1__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <bit>

#include <arm_neon.h>
#endif

namespace emilia {

/// What the order charges the moves of one position where it has no evaluation: the costlier a
/// move, the later it is tried. Replies left to the opponent cost most ("fastest first"). The
/// numbers were fitted to the nodes that the leaf solver needs; EXPERIMENTS.md says how.
class MoveCost {
public:
    static constexpr int reply = 14;
    static constexpr int corner_reply = 7; ///< more than another reply
    static constexpr int near = 2;         ///< a square where the opponent may get a reply later
    static constexpr int odd = 4;          ///< bonus for a square in an odd quadrant
    static constexpr int corner = 6;       ///< bonus for a corner
    static constexpr int alone = 4;        ///< bonus for a square that touches no empty one
    static constexpr int least = 1;        ///< of a move with all bonuses that leaves no replies
    static constexpr int of_hash_move = 0; ///< before all others

    /// `empty` are the empty squares of the position.
    explicit constexpr MoveCost(Bitboard empty) noexcept
        : odd_squares_(odd_quadrants(empty)), alone_(~adjacent(empty)) {}

    /// Counts no replies.
    [[nodiscard]] constexpr int of_square(Square square) const noexcept {
        return least + odd * static_cast<int>(!contains(odd_squares_, square))
               + corner * static_cast<int>(!contains(corners, square))
               + alone * static_cast<int>(!contains(alone_, square));
    }
    /// Counts `legal`, the opponent's replies, only.
    [[nodiscard]] static constexpr int of_replies(Bitboard legal) noexcept {
        return reply * count(legal) + corner_reply * count(legal & corners);
    }

    [[nodiscard]] constexpr Bitboard odd_squares() const noexcept { return odd_squares_; }
    [[nodiscard]] constexpr Bitboard alone_squares() const noexcept { return alone_; }

private:
    Bitboard odd_squares_;
    Bitboard alone_;
};

/// Takes the smallest of up to eight numbers, again and again. Most cut-offs come early, so that
/// sorting all would be a waste; and no branch depends on the numbers, because none could be
/// predicted. One instruction of SSE4.1 does all the work, a few of 64-bit ARM's do the same.
class SmallestFirst {
public:
    static constexpr std::size_t capacity = 8;
    static constexpr std::uint16_t largest = 0xffff; ///< never set: stands for a number taken

    /// Sets the number in `place`, before the first is taken.
    void set(std::size_t place, int number) noexcept {
        numbers_[place] = static_cast<std::uint16_t>(number);
    }

#ifdef __AVX2__
    /// Sets all numbers at once; those that stand for none are the largest ones.
    void set_all(__m128i numbers) noexcept {
        _mm_store_si128(reinterpret_cast<__m128i*>(numbers_.data()), numbers);
    }
#endif

    /// The place of the smallest number that is left, the first of equal ones. There must be one.
    [[nodiscard]] std::size_t take() noexcept {
#if defined(__SSE4_1__)
        auto* const numbers = reinterpret_cast<__m128i*>(numbers_.data());
        const __m128i left = _mm_load_si128(numbers);
        const auto place = static_cast<std::size_t>(_mm_extract_epi16(_mm_minpos_epu16(left), 1));
        const auto* const taken = reinterpret_cast<const __m128i*>(only[place].data());
        _mm_store_si128(numbers, _mm_or_si128(left, _mm_load_si128(taken)));
        return place;
#elif defined(__aarch64__)
        const uint16x8_t left = vld1q_u16(numbers_.data());
        const uint8x8_t smallest = vmovn_u16(vceqq_u16(left, vdupq_n_u16(vminvq_u16(left))));
        const auto place = static_cast<std::size_t>(
            std::countr_zero(vget_lane_u64(vreinterpret_u64_u8(smallest), 0)) / 8);
        vst1q_u16(numbers_.data(), vorrq_u16(left, vld1q_u16(only[place].data())));
        return place;
#else
        std::size_t place = 0;
        for (std::size_t i = 1; i < capacity; ++i)
            place = numbers_[i] < numbers_[place] ? i : place;
        numbers_[place] = largest;
        return place;
#endif
    }

private:
    using Numbers = std::array<std::uint16_t, capacity>;

#if defined(__SSE4_1__) || defined(__aarch64__)
    /// In row i, only place i is set.
    alignas(16) static constexpr std::array<Numbers, capacity> only = [] {
        std::array<Numbers, capacity> rows{};
        for (std::size_t i = 0; i < capacity; ++i) rows[i][i] = largest;
        return rows;
    }();
#endif

    alignas(16) Numbers numbers_ = {largest, largest, largest, largest,
                                    largest, largest, largest, largest};
};

enum class LeafOrder {
    by_replies,            ///< by the number of replies alone
    by_replies_and_squares ///< by all that MoveCost knows
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
        const MoveCost costs(empty_);
        const Bitboard before = moves;
#ifdef __AVX2__
        const __m128i first = make_four<0>(board, moves, costs, hash_move);
        __m128i second = _mm_set1_epi32(SmallestFirst::largest);
        if constexpr (capacity > 4) {
            if (moves != 0) second = make_four<4>(board, moves, costs, hash_move);
        }
        cheapest_.set_all(_mm_packus_epi32(first, second));
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
            cheapest_.set(i, cost(costs, square, hash_move, replies));
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
        const std::size_t place = cheapest_.take();
        const Board child{players_[place], opponents_[place]};
        return {child, replies_[place], first_square(child.opponent & empty_)};
    }

private:
#ifdef __AVX2__
    using FourSets = detail::FourSets;

    /// Makes four moves, from `place` on. Returns their costs, 32 bits each.
    template <std::size_t place>
    [[nodiscard, gnu::always_inline]] __m128i make_four(const Board& board, Bitboard& moves,
                                                        const MoveCost& costs,
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
            values = _mm256_add_epi8(values, weights<MoveCost::near>(near));
            values = sums_of_bytes(values);
            values = _mm256_add_epi64(values, of_squares(children.placed, costs));
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
        static_assert(8 * (MoveCost::reply + MoveCost::near) + 2 * MoveCost::corner_reply < 256);
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
        return _mm256_add_epi8(weights<MoveCost::reply>(legal),
                               weights<MoveCost::corner_reply>(in_corners));
    }
    [[nodiscard]] static __m256i sums_of_bytes(__m256i bytes) noexcept {
        return _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    }
    [[nodiscard]] static __m256i of_squares(FourSets placed, const MoveCost& costs) noexcept {
        const auto unless_in = [placed](Bitboard squares, int weight) {
            const __m256i outside = _mm256_cmpeq_epi64(
                _mm256_and_si256(placed, detail::broadcast(squares)), _mm256_setzero_si256());
            return _mm256_and_si256(outside, _mm256_set1_epi64x(weight));
        };
        return _mm256_add_epi64(
            _mm256_add_epi64(_mm256_set1_epi64x(MoveCost::least),
                             unless_in(costs.odd_squares(), MoveCost::odd)),
            _mm256_add_epi64(unless_in(corners, MoveCost::corner),
                             unless_in(costs.alone_squares(), MoveCost::alone)));
    }
#else
    [[nodiscard]] static int cost(const MoveCost& costs, Square square, Square hash_move,
                                  const Replies& replies) noexcept {
        const int by_replies = MoveCost::of_replies(replies.legal);
        if constexpr (order == LeafOrder::by_replies) return by_replies;
        if (square == hash_move) return MoveCost::of_hash_move;
        return by_replies + MoveCost::near * count(replies.near) + costs.of_square(square);
    }
#endif

    Bitboard empty_;
    std::size_t size_;
    SmallestFirst cheapest_;
    // Only the first `size_` are set.
    alignas(32) std::array<Bitboard, capacity> players_;
    alignas(32) std::array<Bitboard, capacity> opponents_;
    alignas(32) std::array<Bitboard, capacity> replies_;
};

} // namespace emilia
