#include "engine/games/position_index.h"

#include "engine/base/bytes.h"
#include "engine/board/symmetry.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace emilia {
namespace {

constexpr int ply_bits = 7;
static_assert(GameBase::most_plies == (1 << ply_bits) - 1);
static_assert(GameBase::most_games == std::size_t{1} << (32 - ply_bits));

constexpr std::uint32_t place_of(std::size_t game, std::size_t plies) noexcept {
    return static_cast<std::uint32_t>(game << ply_bits | plies);
}

/// The number of buckets, a power of 2, for about four positions in each.
std::size_t buckets_for(std::size_t positions) noexcept {
    constexpr std::size_t positions_in_a_bucket = 4;
    return std::bit_ceil(std::max<std::size_t>(positions / positions_in_a_bucket, 1));
}

std::size_t bucket_number(const Board& canonical_board, std::size_t buckets) noexcept {
    return static_cast<std::size_t>(hash(canonical_board)) & (buckets - 1);
}

/// A symmetry that turns `from` into `to`, if there is one.
std::optional<std::uint8_t> symmetry_to(const Board& from, const Board& to) noexcept {
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        if (transformed(from, symmetry) == to) return static_cast<std::uint8_t>(symmetry);
    }
    return std::nullopt;
}

/// Compares the positions of games with one that is asked for. Remembers the answer for each way to
/// begin a game, because most games that reach a position have few ways to it.
class Comparison {
public:
    Comparison(const GameBase& base, const Board& asked) : base_(base), asked_(asked) {}

    /// The symmetry from the game's position to the asked one, if they are the same.
    [[nodiscard]] std::optional<std::uint8_t> symmetry(const BaseGame& game, std::size_t plies) {
        if (game.start != 0) return replay(game, plies);
        const auto moves = base_.moves(game).first(plies);
        const std::string_view way(reinterpret_cast<const char*>(moves.data()), moves.size());
        if (last_ != nullptr && last_->first == way) return last_->second;
        const auto [known, is_new] = ways_.try_emplace(way);
        if (is_new) known->second = replay(game, plies);
        last_ = &*known;
        return known->second;
    }

private:
    [[nodiscard]] std::optional<std::uint8_t> replay(const BaseGame& game,
                                                     std::size_t plies) const {
        return symmetry_to(base_.board(game, plies), asked_);
    }

    using Ways = std::unordered_map<std::string_view, std::optional<std::uint8_t>>;
    const GameBase& base_;
    const Board asked_;
    Ways ways_;
    const Ways::value_type* last_ = nullptr; ///< the one that was compared last
};

} // namespace

PositionIndex::PositionIndex(const GameBase& base) {
    const std::size_t positions = base.positions();
    const std::size_t buckets = buckets_for(positions);
    // First the sizes of the buckets, then the places, in the order of the games. While they are
    // filled, the next place of each bucket stands where its end will be.
    std::vector<std::uint32_t> bucket_of_position;
    bucket_of_position.reserve(positions);
    buckets_.assign(buckets + 2, 0);
    for (const BaseGame& game : base.games()) {
        Board board = base.start(game).board;
        const auto note = [&] {
            const std::size_t number = bucket_number(canonical(board), buckets);
            bucket_of_position.push_back(static_cast<std::uint32_t>(number));
            ++buckets_[number + 2];
        };
        note();
        for (const Square move : base.moves(game)) {
            board = board.after(move);
            note();
        }
    }
    for (std::size_t i = 2; i < buckets_.size(); ++i) buckets_[i] += buckets_[i - 1];
    places_.resize(positions);
    auto bucket = bucket_of_position.begin();
    for (std::size_t number = 0; number < base.size(); ++number) {
        for (std::size_t plies = 0; plies <= base[number].plies; ++plies)
            places_[buckets_[*bucket++ + 1]++] = place_of(number, plies);
    }
    buckets_.pop_back();
}

std::vector<Passage> PositionIndex::find(const GameBase& base, const Board& board) const {
    std::vector<Passage> found;
    Comparison comparison(base, board);
    for (const std::uint32_t place : bucket_of(canonical(board))) {
        const std::uint32_t game = place >> ply_bits;
        const auto plies = static_cast<std::uint16_t>(place & GameBase::most_plies);
        // After a pass a board can be the one before with its colours exchanged.
        if (!found.empty() && found.back().game == game) continue;
        if (const auto symmetry = comparison.symmetry(base[game], plies))
            found.push_back({game, plies, *symmetry});
    }
    return found;
}

void PositionIndex::put(std::string& bytes) const {
    put_array(bytes, std::span(buckets_));
    put_array(bytes, std::span(places_));
}

std::optional<PositionIndex> PositionIndex::take(std::string_view& bytes, const GameBase& base) {
    PositionIndex index;
    auto& [buckets, places] = index;
    if (!take_array(bytes, buckets) || !take_array(bytes, places)) return std::nullopt;
    const bool is_table = buckets.size() >= 2 && std::has_single_bit(buckets.size() - 1)
                          && buckets.front() == 0 && buckets.back() == places.size()
                          && std::is_sorted(buckets.begin(), buckets.end());
    const auto is_in_base = [&base](std::uint32_t place) {
        const std::size_t game = place >> ply_bits;
        return game < base.size() && (place & GameBase::most_plies) <= base[game].plies;
    };
    if (!is_table || !std::all_of(places.begin(), places.end(), is_in_base)) return std::nullopt;
    return index;
}

std::span<const std::uint32_t> PositionIndex::bucket_of(const Board& canonical_board) const {
    const std::size_t number = bucket_number(canonical_board, buckets_.size() - 1);
    return std::span(places_).subspan(buckets_[number], buckets_[number + 1] - buckets_[number]);
}

} // namespace emilia
