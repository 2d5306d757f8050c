#include "engine/search/transposition_table.h"

#include "engine/board/board.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace emilia {
namespace {

std::uint64_t load(std::uint64_t& word) noexcept {
    return AtomicRef(word).load_relaxed();
}

void save(std::uint64_t& word, std::uint64_t value) noexcept {
    AtomicRef(word).store_relaxed(value);
}

constexpr int reach_shift = 32;
constexpr int best_shift = reach_shift + Reach::width;
constexpr int square_bits = 7;
constexpr int second_shift = best_shift + square_bits;
constexpr int age_shift = second_shift + square_bits;
static_assert(age_shift == 56);
static_assert(static_cast<int>(Square::none) < 1 << square_bits);

constexpr std::uint64_t low_bits(std::uint64_t word, int bits) noexcept {
    return word & ((std::uint64_t{1} << bits) - 1);
}

constexpr std::uint64_t pack(const TableEntry& entry, std::uint8_t age) noexcept {
    const auto bound = [](Score score) {
        return std::uint64_t{static_cast<std::uint16_t>(score.hundredths())};
    };
    const auto bits = [](Square square) { return static_cast<std::uint64_t>(square); };
    return bound(entry.lower) | bound(entry.upper) << 16
           | std::uint64_t{entry.reach.bits()} << reach_shift | bits(entry.best) << best_shift
           | bits(entry.second) << second_shift | std::uint64_t{age} << age_shift;
}

constexpr TableEntry unpack(std::uint64_t data) noexcept {
    const auto bound = [data](int shift) {
        return Score::from_hundredths(static_cast<std::int16_t>(data >> shift & 0xffff));
    };
    const auto square = [data](int shift) {
        return static_cast<Square>(low_bits(data >> shift, square_bits));
    };
    return {.lower = bound(0),
            .upper = bound(16),
            .reach = Reach::from_bits(
                static_cast<unsigned>(low_bits(data >> reach_shift, Reach::width))),
            .best = square(best_shift),
            .second = square(second_shift)};
}

constexpr std::uint8_t age_of(std::uint64_t data) noexcept {
    return static_cast<std::uint8_t>(data >> age_shift);
}

} // namespace

TranspositionTable::TranspositionTable(std::size_t megabytes)
    : first_buckets_(std::max<std::size_t>(1, megabytes * 1024 * 1024 / sizeof(Bucket))),
      all_buckets_(first_buckets_) {
    constexpr std::size_t most_first_buckets = (std::size_t{1} << 20) / sizeof(Bucket);
    std::size_t doublings = 0;
    while (first_buckets_ >> doublings > most_first_buckets) ++doublings;
    first_buckets_ >>= doublings;
    all_buckets_ = first_buckets_ << doublings;
    buckets_ = make_large_array<Bucket>(all_buckets_);
    used_buckets_ = first_buckets_;
}

void TranspositionTable::age() {
    ++age_;
}

void TranspositionTable::clear() {
    if (listed_ <= most_listed && used_buckets_ == first_buckets_) {
        for (std::size_t at = 0; at < listed_; ++at) buckets_[taken_buckets_[at]] = Bucket{};
    } else {
        std::fill_n(buckets_.get(), first_buckets_, Bucket{});
    }
    used_buckets_ = first_buckets_;
    taken_samples_ = 0;
    listed_ = 0;
}

void TranspositionTable::list_taken_slot(std::uint64_t hash) noexcept {
    if (AtomicRef(listed_).load_relaxed() >= most_listed + 1) return;
    const std::size_t at = AtomicRef(listed_).fetch_add_relaxed(1);
    if (at < most_listed)
        taken_buckets_[at] = static_cast<std::uint32_t>(place(hash, used_buckets()));
}

void TranspositionTable::count_taken_slot(std::uint64_t hash) noexcept {
    if (hash % hashes_in_sample != 0) return;
    AtomicRef(taken_samples_).add_relaxed(1);
    if (!should_grow() || AtomicRef(is_growing_).exchange(true)) return;
    if (should_grow()) grow(); // unless another thread has just done it
    AtomicRef(is_growing_).store(false);
}

bool TranspositionTable::should_grow() noexcept {
    const std::size_t taken = hashes_in_sample * AtomicRef(taken_samples_).load_relaxed();
    const std::size_t used = used_buckets();
    // In a fuller table, too many buckets have no slot left for a new entry.
    return used < all_buckets_ && 2 * taken > slots_in_bucket * used;
}

void TranspositionTable::grow() noexcept {
    const std::size_t used = used_buckets();
    // The places of a bucket after the doubling are at or above its own. So, from the last bucket
    // down, no entry is overwritten before it has been moved.
    for (std::size_t from = used; from-- > 0;) {
        std::array<Bucket, 2> halves{};
        std::array<std::size_t, 2> sizes{};
        for (Slot& slot : buckets_[from].slots) {
            const std::uint64_t data = load(slot.data);
            const Board board{load(slot.player_key) ^ data,
                              load(slot.opponent_key) ^ std::rotl(data, 32)};
            const std::size_t half = place(hash(board), 2 * used) - 2 * from;
            // Another place is that of an empty slot, or of one that was written during a growth.
            if (data == 0 || half > 1) continue;
            halves[half].slots[sizes[half]++] = {board.player ^ data,
                                                 board.opponent ^ std::rotl(data, 32), data};
        }
        for (const std::size_t half : {std::size_t{1}, std::size_t{0}}) {
            for (std::size_t i = 0; i < slots_in_bucket; ++i) {
                const Slot& moved = halves[half].slots[i];
                Slot& slot = buckets_[2 * from + half].slots[i];
                save(slot.player_key, moved.player_key);
                save(slot.opponent_key, moved.opponent_key);
                save(slot.data, moved.data);
            }
        }
    }
    AtomicRef(used_buckets_).store_relaxed(2 * used);
}

std::optional<TableEntry> TranspositionTable::probe(const Board& board,
                                                    std::uint64_t hash) const noexcept {
    for (Slot& slot : bucket(hash).slots) {
        const std::uint64_t data = load(slot.data);
        if ((load(slot.player_key) ^ data) == board.player
            && (load(slot.opponent_key) ^ std::rotl(data, 32)) == board.opponent) {
            return unpack(data);
        }
    }
    return std::nullopt;
}

void TranspositionTable::store(const Board& board, std::uint64_t hash, Reach reach, Score lower,
                               Score upper, Square best) noexcept {
    constexpr int empty_worth = -1;
    Slot* victim = nullptr;
    int least_worth = 0;
    TableEntry entry{.lower = lower, .upper = upper, .reach = reach, .best = best};
    for (Slot& slot : bucket(hash).slots) {
        const std::uint64_t data = load(slot.data);
        const TableEntry old = unpack(data);
        if ((load(slot.player_key) ^ data) == board.player
            && (load(slot.opponent_key) ^ std::rotl(data, 32)) == board.opponent) {
            if (old.reach.goes_beyond(reach) && age_of(data) == age_) return;
            const bool same_reach = reach.bits() == old.reach.bits();
            if (same_reach) {
                entry.lower = std::max(lower, old.lower);
                entry.upper = std::min(upper, old.upper);
                // Bounds of two searches cross only where a midgame value depends on what the table
                // held during the search. Then the newer bounds stand.
                if (entry.lower > entry.upper) {
                    entry.lower = lower;
                    entry.upper = upper;
                }
            }
            // The move that proved the better lower bound goes before a newer move that didn't.
            const bool old_proves_more = same_reach && entry.lower > lower;
            entry.second = old.best;
            if (best == Square::none || best == old.best) {
                entry.best = old.best;
                entry.second = old.second;
            } else if (old_proves_more) {
                std::swap(entry.best, entry.second);
            }
            victim = &slot;
            least_worth = 0;
            break;
        }
        const int worth =
            data == 0 ? empty_worth : old.reach.worth() + (age_of(data) == age_ ? 64 : 0);
        if (victim == nullptr || worth < least_worth) {
            victim = &slot;
            least_worth = worth;
        }
    }
    const std::uint64_t data = pack(entry, age_);
    save(victim->player_key, board.player ^ data);
    save(victim->opponent_key, board.opponent ^ std::rotl(data, 32));
    save(victim->data, data);
    if (least_worth != empty_worth) return;
    list_taken_slot(hash);
    count_taken_slot(hash);
}

} // namespace emilia
