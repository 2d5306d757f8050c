#pragma once

// The transposition table: what earlier searches, of any thread, found out about a position.
//
// A slot holds the whole position, so that two positions are never taken for each other and a
// stored move is always legal. Threads read and write without locks: each of a slot's two
// position words is stored XORed with the data word, so that a slot torn by a race no longer
// matches any position and reads as a miss (Hyatt and Mann, "A lock-less transposition-table
// implementation for parallel search", ICGA Journal 25, 2002).
//
// A slot, three words:
//   player ^ data | opponent ^ data rotated by 32 bits | data
// Data, from the low bits:
//   16 lower bound | 16 upper bound (hundredths of a disc) | 8 draft | 8 best | 8 second | 8 age
// A draft is the midgame depth, or for a bound on the exact score 128 + the empties.

#include "engine/board/board.h"
#include "engine/eval/score.h"
#include "engine/search/units.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace emilia {

/// How a stored bound was found: by a midgame search of some depth, or to the end of the game.
class Draft {
public:
    [[nodiscard]] static constexpr Draft midgame(Depth depth) noexcept {
        return Draft(static_cast<std::uint8_t>(depth));
    }
    /// A bound on the exact score; `empties` only tells what it cost.
    [[nodiscard]] static constexpr Draft exact(int empties) noexcept {
        return Draft(static_cast<std::uint8_t>(exact_flag | empties));
    }
    [[nodiscard]] static constexpr Draft from_byte(std::uint8_t byte) noexcept {
        return Draft(byte);
    }

    [[nodiscard]] constexpr std::uint8_t byte() const noexcept { return byte_; }
    [[nodiscard]] constexpr bool is_exact() const noexcept { return byte_ >= exact_flag; }
    /// Whether its bounds hold for a search that asks for `wanted`.
    [[nodiscard]] constexpr bool serves(Draft wanted) const noexcept {
        return is_exact() || (!wanted.is_exact() && byte_ >= wanted.byte_);
    }
    /// Plies of work behind it: what a replacement would throw away.
    [[nodiscard]] constexpr int worth() const noexcept { return byte_ & (exact_flag - 1); }

private:
    static constexpr int exact_flag = 128;
    constexpr explicit Draft(std::uint8_t byte) noexcept : byte_(byte) {}
    std::uint8_t byte_;
};

/// What is known of a position: a copy, safe to read.
struct TableEntry {
    Score lower = min_score;
    Score upper = max_score;
    Draft draft = Draft::midgame(0);
    Square best = Square::none;
    Square second = Square::none; ///< the best move before the present one
};

class TranspositionTable {
public:
    /// Takes about `megabytes` of memory, at least one bucket. Throws std::bad_alloc.
    explicit TranspositionTable(std::size_t megabytes);

    [[nodiscard]] std::optional<TableEntry> probe(const Board& board,
                                                  std::uint64_t hash) const noexcept;

    /// Records that `board`'s value at `draft` is within `lower` and `upper`. Bounds of the same
    /// draft are merged; a deeper result of the present search is kept.
    void store(const Board& board, std::uint64_t hash, Draft draft, Score lower, Score upper,
               Square best) noexcept;

    /// Begins a new search: what is there stays readable but is the first to be replaced.
    void age() noexcept { ++age_; }

    /// Forgets everything, with all cores. No search may run.
    void clear();

private:
    struct Slot {
        std::uint64_t player_key;
        std::uint64_t opponent_key;
        std::uint64_t data;
    };
    static constexpr std::size_t slots_in_bucket = 5;
    struct alignas(128) Bucket {
        Slot slots[slots_in_bucket];
    };
    struct Release {
        void operator()(void* memory) const noexcept;
    };

    [[nodiscard]] Bucket& bucket(std::uint64_t hash) const noexcept {
        // The high half of the product spreads the hash evenly over any number of buckets.
        return buckets_[static_cast<std::size_t>(
            static_cast<unsigned __int128>(hash) * bucket_count_ >> 64)];
    }

    std::size_t bucket_count_;
    std::unique_ptr<void, Release> memory_;
    Bucket* buckets_ = nullptr; ///< aligned, within memory_
    std::uint8_t age_ = 0;
};

} // namespace emilia
