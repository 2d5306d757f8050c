#pragma once

// A position for the last plies of the game. With AVX2 it stays in vector registers from move to
// move, with a copy in each lane, and on 64-bit ARM with a turned copy in the second lane: moving
// it to other registers and back would take longer than the flips. Elsewhere it is a Board.

#include "engine/board/board.h"

#include <array>
#include <cstddef>

namespace emilia {

/// What the side to move can do. With AVX2 four_boards.h finds this for four positions at once.
struct Replies {
    Bitboard legal; ///< the legal moves
    Bitboard near;  ///< empty squares next to a disc that a move there could flip
};

#ifdef __AVX2__

class LaneBoard {
public:
    class Flips {
    public:
        [[nodiscard]] bool any() const noexcept {
            return _mm256_testz_si256(by_line_, by_line_) == 0;
        }

    private:
        friend LaneBoard;
        explicit Flips(__m256i by_line) noexcept : by_line_(by_line) {}
        [[nodiscard]] __m256i all() const noexcept {
            const __m256i halves =
                _mm256_or_si256(by_line_, _mm256_permute4x64_epi64(by_line_, 0x4e));
            return _mm256_or_si256(halves, _mm256_shuffle_epi32(halves, 0x4e));
        }
        __m256i by_line_;
    };

    explicit LaneBoard(const Board& board) noexcept
        : LaneBoard(detail::broadcast(board.player), detail::broadcast(board.opponent)) {}

    [[nodiscard]] Board board() const noexcept { return {low(player_), low(opponent_)}; }

    /// These correspond to those of Board.
    [[nodiscard]] Flips flips(Square square) const noexcept {
        return Flips(detail::flips_in_lanes(player_, opponent_, square));
    }
    [[nodiscard]] LaneBoard after(Square square, const Flips& flips) const noexcept {
        const __m256i flipped = flips.all();
        const __m256i placed = detail::broadcast(bits[static_cast<std::size_t>(index(square))]);
        return {_mm256_xor_si256(opponent_, flipped),
                _mm256_xor_si256(player_, _mm256_or_si256(flipped, placed))};
    }
    [[nodiscard]] LaneBoard passed() const noexcept { return {opponent_, player_}; }

    /// The discs of the next player after a move with these flips.
    [[nodiscard]] Bitboard next_player(const Flips& flips) const noexcept {
        return low(_mm256_xor_si256(opponent_, flips.all()));
    }

private:
    LaneBoard(__m256i player, __m256i opponent) noexcept : player_(player), opponent_(opponent) {}

    [[nodiscard]] static Bitboard low(__m256i lanes) noexcept {
        return static_cast<Bitboard>(_mm_cvtsi128_si64(_mm256_castsi256_si128(lanes)));
    }

    static constexpr std::array<Bitboard, square_count> bits = [] {
        std::array<Bitboard, square_count> result{};
        for (std::size_t i = 0; i < square_count; ++i) result[i] = Bitboard{1} << i;
        return result;
    }();

    __m256i player_;
    __m256i opponent_;
};

#elif defined(__aarch64__)

class LaneBoard {
public:
    class Flips {
    public:
        [[nodiscard]] bool any() const noexcept {
            return vmaxvq_u32(vreinterpretq_u32_u64(by_direction_)) != 0;
        }

    private:
        friend LaneBoard;
        explicit Flips(uint64x2_t by_direction) noexcept : by_direction_(by_direction) {}
        [[nodiscard]] uint64x2_t all() const noexcept {
            return detail::fold_in_lanes(by_direction_);
        }
        uint64x2_t by_direction_;
    };

    explicit LaneBoard(const Board& board) noexcept
        : LaneBoard(detail::with_turned(board.player), detail::with_turned(board.opponent)) {}

    [[nodiscard]] Board board() const noexcept {
        return {detail::squares_in<0>(player_), detail::squares_in<0>(opponent_)};
    }

    /// These correspond to those of Board.
    [[nodiscard]] Flips flips(Square square) const noexcept {
        return Flips(detail::flips_in_lanes(player_, opponent_, square));
    }
    [[nodiscard]] LaneBoard after(Square square, const Flips& flips) const noexcept {
        const uint64x2_t flipped = flips.all();
        const uint64x2_t placed = vld1q_u64(bits[static_cast<std::size_t>(index(square))].data());
        return {veorq_u64(opponent_, flipped), veorq_u64(player_, vorrq_u64(flipped, placed))};
    }
    [[nodiscard]] LaneBoard passed() const noexcept { return {opponent_, player_}; }

    /// The discs of the next player after a move with these flips.
    [[nodiscard]] Bitboard next_player(const Flips& flips) const noexcept {
        return detail::squares_in<0>(veorq_u64(opponent_, flips.all()));
    }

    /// `empty` are the empty squares.
    [[nodiscard]] Replies replies(Bitboard empty) const noexcept {
        const auto [legal, near] = detail::reply_lanes(player_, opponent_);
        return {detail::fold_turned(legal) & empty, detail::fold_turned(near) & empty};
    }

private:
    LaneBoard(uint64x2_t player, uint64x2_t opponent) noexcept
        : player_(player), opponent_(opponent) {}

    /// Each square, and the square in its place on the turned board.
    static constexpr std::array<std::array<Bitboard, 2>, square_count> bits = [] {
        std::array<std::array<Bitboard, 2>, square_count> result{};
        for (std::size_t i = 0; i < square_count; ++i)
            result[i] = {Bitboard{1} << i, Bitboard{1} << (square_count - 1 - i)};
        return result;
    }();

    uint64x2_t player_;
    uint64x2_t opponent_;
};

#else

class LaneBoard {
public:
    class Flips {
    public:
        [[nodiscard]] bool any() const noexcept { return all_ != 0; }

    private:
        friend LaneBoard;
        explicit Flips(Bitboard all) noexcept : all_(all) {}
        Bitboard all_;
    };

    explicit LaneBoard(const Board& board) noexcept : board_(board) {}

    [[nodiscard]] Board board() const noexcept { return board_; }

    /// These correspond to those of Board.
    [[nodiscard]] Flips flips(Square square) const noexcept {
        // This test is cheaper than computing the flips.
        const Bitboard around = neighbourhoods[static_cast<std::size_t>(index(square))];
        return Flips((board_.opponent & around) == 0 ? 0 : board_.flips(square));
    }
    [[nodiscard]] LaneBoard after(Square square, const Flips& flips) const noexcept {
        return LaneBoard(board_.after(square, flips.all_));
    }
    [[nodiscard]] LaneBoard passed() const noexcept { return LaneBoard(board_.passed()); }

    /// The discs of the next player after a move with these flips.
    [[nodiscard]] Bitboard next_player(const Flips& flips) const noexcept {
        return board_.opponent ^ flips.all_;
    }

    /// `empty` are the empty squares.
    [[nodiscard]] Replies replies(Bitboard empty) const noexcept {
#ifdef __SSE4_2__
        const auto [legal, near] = detail::reply_squares(board_.player, board_.opponent);
        return {legal & empty, near & empty};
#else
        // Discs on an edge can only be flipped along it.
        const Bitboard inner = board_.opponent & ~(a_file | h_file);
        Bitboard near = board_.opponent << 8 | board_.opponent >> 8;
        for (const int distance : {1, 7, 9}) near |= inner << distance | inner >> distance;
        return {board_.legal_moves(), near & empty};
#endif
    }

private:
    static constexpr std::array<Bitboard, square_count> neighbourhoods = [] {
        std::array<Bitboard, square_count> result{};
        for (std::size_t i = 0; i < square_count; ++i) result[i] = neighbours(Bitboard{1} << i);
        return result;
    }();

    Board board_;
};

#endif

} // namespace emilia
