#pragma once

// Legal moves and flips with the 128-bit vectors of 64-bit ARM. One lane has the board, the other
// the board turned by 180 degrees, which is the word with its bits reversed, so that a step to
// higher indices in both lanes goes up in one and down in the other. Of a step in both directions
// only the first half is left.

#ifdef __aarch64__

#include "engine/board/fills.h"

#include <array>
#include <cstddef>

#include <arm_acle.h>
#include <arm_neon.h>

namespace emilia::detail {

/// A set of squares and the same turned.
[[nodiscard]] inline uint64x2_t with_turned(Bitboard squares) noexcept {
    return vcombine_u64(vcreate_u64(squares), vcreate_u64(__rbitll(squares)));
}

/// The squares of a lane.
template <int lane>
[[nodiscard]] inline Bitboard squares_in(uint64x2_t lanes) noexcept {
    return vgetq_lane_u64(lanes, lane);
}

/// The union of both lanes as squares of the board that is not turned.
[[nodiscard]] inline Bitboard fold_turned(uint64x2_t lanes) noexcept {
    return squares_in<0>(lanes) | __rbitll(squares_in<1>(lanes));
}

/// The same in both lanes, each in its own order.
[[nodiscard]] inline uint64x2_t fold_in_lanes(uint64x2_t lanes) noexcept {
    const uint8x16_t swapped = vreinterpretq_u8_u64(vextq_u64(lanes, lanes, 1));
    return vorrq_u64(lanes, vreinterpretq_u64_u8(vrev64q_u8(vrbitq_u8(swapped))));
}

struct ReplyLanes {
    uint64x2_t legal; ///< squares right behind a row that could be flipped, and occupied ones
    uint64x2_t near;  ///< squares next to a disc that a move there could flip
};

/// Adds the replies along one line to `lanes`; fills.h explains the method.
template <int distance>
inline void add_replies(uint64x2_t own, uint64x2_t capturable, ReplyLanes& lanes) noexcept {
    const uint64x2_t next = vshlq_n_u64(capturable, distance);
    const uint64x2_t pairs = vandq_u64(capturable, next);
    uint64x2_t row = vandq_u64(capturable, vshlq_n_u64(own, distance));
    row = vorrq_u64(row, vandq_u64(capturable, vshlq_n_u64(row, distance)));
    row = vorrq_u64(row, vandq_u64(pairs, vshlq_n_u64(row, 2 * distance)));
    row = vorrq_u64(row, vandq_u64(pairs, vshlq_n_u64(row, 2 * distance)));
    lanes.legal = vorrq_u64(lanes.legal, vshlq_n_u64(row, distance));
    lanes.near = vorrq_u64(lanes.near, next);
}

[[nodiscard]] inline ReplyLanes reply_lanes(uint64x2_t own, uint64x2_t other) noexcept {
    const uint64x2_t inner = vandq_u64(other, vdupq_n_u64(~(a_file | h_file)));
    // Along a row the squares are neighbouring bits: adding the first disc of an unbroken row to
    // all of them carries a bit to the square right behind it.
    const uint64x2_t next = vshlq_n_u64(inner, 1);
    const uint64x2_t first = vandq_u64(inner, vshlq_n_u64(own, 1));
    ReplyLanes lanes = {vbicq_u64(vaddq_u64(inner, first), inner), next};
    add_replies<7>(own, inner, lanes);
    add_replies<8>(own, other, lanes);
    add_replies<9>(own, inner, lanes);
    return lanes;
}

[[nodiscard]] inline Bitboard legal_moves_neon(Bitboard player, Bitboard opponent) noexcept {
    const ReplyLanes lanes = reply_lanes(with_turned(player), with_turned(opponent));
    return fold_turned(lanes.legal) & ~(player | opponent);
}

/// For each of the four lines through a square the ray towards higher indices, and the opposite one
/// on the turned board, where it goes towards higher indices, too.
using TurnedRays = std::array<std::array<Bitboard, 2>, 4>;

inline constexpr std::array<TurnedRays, square_count> turned_rays_from = [] {
    std::array<TurnedRays, square_count> result{};
    for (std::size_t i = 0; i < square_count; ++i) {
        const Rays& turned = rays_from[square_count - 1 - i];
        for (std::size_t line = 0; line < 4; ++line)
            result[i][line] = {rays_from[i].upward[line], turned.upward[line]};
    }
    return result;
}();

/// The flips towards higher indices in each lane.
[[nodiscard]] inline uint64x2_t flips_in_lanes(uint64x2_t own, uint64x2_t other,
                                               Square square) noexcept {
    uint64x2_t flipped = vdupq_n_u64(0);
    for (const auto& both : turned_rays_from[static_cast<std::size_t>(index(square))]) {
        const uint64x2_t ray = vld1q_u64(both.data());
        const uint64x2_t end = vbicq_u64(ray, other);
        // The ray up to the first square that is not the opponent's. If that is the player's, the
        // others are flipped; if there is none, this is the whole ray.
        const uint64x2_t row =
            vandq_u64(ray, veorq_u64(end, vaddq_u64(end, vdupq_n_u64(all_squares))));
        flipped = vorrq_u64(flipped, vandq_u64(row, vtstq_u64(row, own)));
    }
    return vandq_u64(flipped, other);
}

[[nodiscard]] inline Bitboard flips_neon(Bitboard player, Bitboard opponent,
                                         Square square) noexcept {
    return fold_turned(flips_in_lanes(with_turned(player), with_turned(opponent), square));
}

} // namespace emilia::detail

#endif
