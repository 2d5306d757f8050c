#include "engine/search/transposition_table.h"

#include "engine/base/workers.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <thread>
#include <utility>

namespace emilia {
namespace {

std::uint64_t load(std::uint64_t& word) noexcept {
    return std::atomic_ref(word).load(std::memory_order_relaxed);
}

void save(std::uint64_t& word, std::uint64_t value) noexcept {
    std::atomic_ref(word).store(value, std::memory_order_relaxed);
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
    : bucket_count_(std::max<std::size_t>(1, megabytes * 1024 * 1024 / sizeof(Bucket))),
      buckets_(make_large_array<Bucket>(bucket_count_)) {}

void TranspositionTable::age() {
    begin_age();
    if (remembered_ages_ < most_ages) ++remembered_ages_;
}

void TranspositionTable::clear() {
    has_forgotten_entries_ = true;
    begin_age();
    remembered_ages_ = 0;
}

void TranspositionTable::begin_age() {
    if (ages_since_wiped_ == most_ages && has_forgotten_entries_) wipe();
    ++age_;
    if (ages_since_wiped_ < most_ages) ++ages_since_wiped_;
}

void TranspositionTable::wipe() {
    constexpr std::size_t buckets_per_thread = (std::size_t{32} << 20) / sizeof(Bucket);
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t parts = std::clamp(bucket_count_ / buckets_per_thread, std::size_t{1}, cores);
    in_parallel(parts, static_cast<int>(parts), [this, parts](std::size_t part) {
        const std::size_t from = bucket_count_ * part / parts;
        const std::size_t to = bucket_count_ * (part + 1) / parts;
        std::memset(static_cast<void*>(buckets_.get() + from), 0, (to - from) * sizeof(Bucket));
    });
    remembered_ages_ = 0;
    ages_since_wiped_ = 0;
    has_forgotten_entries_ = false;
}

std::optional<TableEntry> TranspositionTable::probe(const Board& board,
                                                    std::uint64_t hash) const noexcept {
    for (Slot& slot : bucket(hash).slots) {
        const std::uint64_t data = load(slot.data);
        if ((load(slot.player_key) ^ data) == board.player
            && (load(slot.opponent_key) ^ std::rotl(data, 32)) == board.opponent
            && remembers(age_of(data))) {
            return unpack(data);
        }
    }
    return std::nullopt;
}

void TranspositionTable::store(const Board& board, std::uint64_t hash, Reach reach, Score lower,
                               Score upper, Square best) noexcept {
    Slot* victim = nullptr;
    int least_worth = 0;
    TableEntry entry{.lower = lower, .upper = upper, .reach = reach, .best = best};
    for (Slot& slot : bucket(hash).slots) {
        const std::uint64_t data = load(slot.data);
        const bool remembered = remembers(age_of(data));
        const TableEntry old = unpack(data);
        if (remembered && (load(slot.player_key) ^ data) == board.player
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
            break;
        }
        const int worth = remembered ? old.reach.worth() + (age_of(data) == age_ ? 64 : 0) : 0;
        if (victim == nullptr || worth < least_worth) {
            victim = &slot;
            least_worth = worth;
        }
    }
    const std::uint64_t data = pack(entry, age_);
    save(victim->player_key, board.player ^ data);
    save(victim->opponent_key, board.opponent ^ std::rotl(data, 32));
    save(victim->data, data);
}

} // namespace emilia
