#pragma once

// The transposition table holds the results of earlier searches by position. All threads share it.
//
// A slot holds the whole position, so two positions are never confused. Threads read and write
// without locks: each of a slot's two position words is stored XORed with the data word. If a race
// mixes two writes of different data, the slot matches neither position any more, and a probe
// misses it (Hyatt and Mann, "A lock-less transposition-table implementation for parallel search",
// ICGA Journal 25, 2002). Whoever plays a stored move makes sure that it is legal.
//
// A slot, three words:
//   player ^ data | opponent ^ data rotated by 32 bits | data
// Data, from the low bits:
//   16 lower bound | 16 upper bound (hundredths of a disc) | 10 reach | 7 best | 7 second | 8 age
// A reach, from the low bits: 3 confidence | 6 plies looked ahead | 1 whether to the end of the
// game.
//
// The age is the number of the search that stored the entry.
//
// The table begins with a small part of its memory and doubles it whenever half of the slots are
// taken, while the threads keep searching. So neither a new table nor a cleared one costs time,
// and a search of few nodes stays in the processor's cache.

#include "engine/base/memory.h"
#include "engine/board/board.h"
#include "engine/eval/score.h"
#include "engine/search/search_terms.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace emilia {

/// How far the search behind a stored bound reached: the depth of a midgame search, or the end of
/// the game; and its confidence.
class Reach {
public:
    [[nodiscard]] static constexpr Reach midgame(Depth depth, Confidence confidence) noexcept {
        return Reach(0, depth, confidence);
    }
    /// `empties` only measures the cost of the search.
    [[nodiscard]] static constexpr Reach to_the_end(int empties, Confidence confidence) noexcept {
        return Reach(1, empties, confidence);
    }
    [[nodiscard]] static constexpr Reach exact(int empties) noexcept {
        return to_the_end(empties, Confidence::certain);
    }
    [[nodiscard]] static constexpr Reach from_bits(unsigned bits) noexcept { return Reach(bits); }

    static constexpr int width = 10; ///< of `bits()`
    [[nodiscard]] constexpr unsigned bits() const noexcept { return bits_; }
    [[nodiscard]] constexpr bool is_exact() const noexcept {
        return reaches_end(Confidence::certain);
    }
    /// Whether the search went to the end of the game with at least this confidence.
    [[nodiscard]] constexpr bool reaches_end(Confidence confidence) const noexcept {
        return to_the_end() && this->confidence() >= confidence;
    }
    /// Whether bounds of this reach answer a search that asks for `wanted`.
    [[nodiscard]] constexpr bool serves(Reach wanted) const noexcept {
        return confidence() >= wanted.confidence()
               && (to_the_end() || (!wanted.to_the_end() && plies() >= wanted.plies()));
    }
    /// Whether it is deeper than `other` of the same position, or as deep and more confident.
    [[nodiscard]] constexpr bool goes_beyond(Reach other) const noexcept {
        return bits_ > other.bits_;
    }
    /// How much search would be lost if the entry were replaced, in plies.
    [[nodiscard]] constexpr int worth() const noexcept { return plies(); }

private:
    static constexpr int confidence_bits = 3;
    static constexpr int plies_bits = 6;

    constexpr explicit Reach(unsigned bits) noexcept : bits_(static_cast<std::uint16_t>(bits)) {}
    constexpr Reach(int end, int plies, Confidence confidence) noexcept
        : Reach(static_cast<unsigned>((end << plies_bits | plies) << confidence_bits)
                | static_cast<unsigned>(confidence)) {}
    [[nodiscard]] constexpr bool to_the_end() const noexcept {
        return bits_ >> (confidence_bits + plies_bits) != 0;
    }
    [[nodiscard]] constexpr int plies() const noexcept {
        return bits_ >> confidence_bits & ((1 << plies_bits) - 1);
    }
    [[nodiscard]] constexpr Confidence confidence() const noexcept {
        return static_cast<Confidence>(bits_ & ((1 << confidence_bits) - 1));
    }

    std::uint16_t bits_;
};

/// What the table knows of a position. This is a copy, so no other thread can change it.
struct TableEntry {
    Score lower = min_score;
    Score upper = max_score;
    Reach reach = Reach::midgame(0, Confidence::low);
    Square best = Square::none;
    Square second = Square::none; ///< the best move before `best` was found
};

class TranspositionTable {
public:
    /// Uses up to `megabytes` of memory, but at least one bucket. Throws std::bad_alloc.
    explicit TranspositionTable(std::size_t megabytes);

    [[nodiscard]] std::optional<TableEntry> probe(const Board& board,
                                                  std::uint64_t hash) const noexcept;

    /// Starts to fetch the memory that `probe` will read.
    void prefetch(std::uint64_t hash) const noexcept {
        constexpr std::size_t cache_line = 64;
        const auto* const start = reinterpret_cast<const char*>(&bucket(hash));
        for (std::size_t at = 0; at < sizeof(Bucket); at += cache_line) {
            __builtin_prefetch(start + at);
        }
    }

    /// Stores that a search of `reach` found the value of `board` between `lower` and `upper`.
    /// Bounds of the same reach are merged; a deeper result of the present search is kept instead.
    void store(const Board& board, std::uint64_t hash, Reach reach, Score lower, Score upper,
               Square best) noexcept;

    /// Begins a new search. Older entries can still be read, but are replaced first. No search may
    /// run.
    void age();

    /// Forgets all entries. No search may run. After a search of few nodes it takes next to no
    /// time.
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
    /// The place of `hash` among `buckets`. The high half of the product spreads the hashes evenly
    /// over any number of buckets; if that doubles, what was in place i is in place 2i or 2i + 1.
    [[nodiscard]] static std::size_t place(std::uint64_t hash, std::size_t buckets) noexcept {
        return static_cast<std::size_t>(static_cast<unsigned __int128>(hash) * buckets >> 64);
    }
    [[nodiscard]] std::size_t used_buckets() const noexcept {
        return AtomicRef(used_buckets_).load_relaxed();
    }
    [[nodiscard]] Bucket& bucket(std::uint64_t hash) const noexcept {
        return buckets_[place(hash, used_buckets())];
    }

    /// Counts a slot that was empty until now. If there are too few empty ones left, grows.
    void count_taken_slot(std::uint64_t hash) noexcept;
    void list_taken_slot(std::uint64_t hash) noexcept;
    [[nodiscard]] bool should_grow() noexcept;
    /// Doubles the part in use and moves its entries. Other threads may use the table all the
    /// while: they only fail to find some entries, and lose some that they store.
    void grow() noexcept;

    std::size_t first_buckets_; ///< the part that a cleared table uses
    std::size_t all_buckets_;   ///< `first_buckets_` times a power of two
    LargeArray<Bucket> buckets_;
    std::uint8_t age_ = 0;
    // The rest changes while threads search, so all of them access it atomically.
    alignas(AtomicRef<std::size_t>::required_alignment) mutable std::size_t used_buckets_;
    bool is_growing_ = false;
    /// Of the slots in use, counted at one of `hashes_in_sample` hashes. It has a cache line of its
    /// own, because the threads write it.
    alignas(64) std::size_t taken_samples_ = 0;
    static constexpr std::size_t hashes_in_sample = 16;
    /// The buckets of the first slots that were taken, which `clear` empties if there are no more.
    /// Emptying more, one by one, would take as long as to empty all.
    static constexpr std::size_t most_listed = 512;
    std::size_t listed_ = 0; ///< may be more than the list has room for
    std::array<std::uint32_t, most_listed> taken_buckets_{};
};

} // namespace emilia
