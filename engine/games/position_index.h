#pragma once

// Which games of a base pass through a position, in any of the eight symmetries and by any order of
// moves. What counts is whose move it is: a board with its colours exchanged, which only games from
// other starts or with passes reach, is the same position.
//
// The index is a hash table of places, each a game and a number of plies, without the positions
// themselves: 33 MB for 8.3 million positions, and 8 MB for the buckets. A look-up replays the
// games of one bucket, so a collision of hashes can't give a wrong answer. Games that begin with
// the same moves are replayed once.
//
// Const functions may be called from several threads at once.

#include "engine/games/game_base.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// Where a game passes through a position.
struct Passage {
    std::uint32_t game = 0; ///< its place in the base
    std::uint16_t plies = 0;
    /// Turns the game's squares into those of the position that was asked for.
    std::uint8_t symmetry = 0;

    [[nodiscard]] friend bool operator==(const Passage&, const Passage&) = default;
};

class PositionIndex {
public:
    PositionIndex() = default; ///< of no games
    /// Takes about 0.1 µs for each position of the base.
    explicit PositionIndex(const GameBase& base);

    /// The games through a position, in the order of the base, each once. `base` is that of the
    /// index.
    [[nodiscard]] std::vector<Passage> find(const GameBase& base, const Board& board) const;

    /// The number of positions.
    [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }

    /// The bytes that `take` reads.
    void put(std::string& bytes) const;
    /// Removes the index of `base` from the front of `bytes`. Returns nothing if they are not what
    /// `put` writes; they may be any bytes.
    [[nodiscard]] static std::optional<PositionIndex> take(std::string_view& bytes,
                                                           const GameBase& base);

    [[nodiscard]] friend bool operator==(const PositionIndex&, const PositionIndex&) = default;

private:
    [[nodiscard]] std::span<const std::uint32_t> bucket_of(const Board& canonical_board) const;

    /// Where each bucket begins in `places_`, and where the last one ends.
    std::vector<std::uint32_t> buckets_ = {0, 0};
    std::vector<std::uint32_t> places_;
};

} // namespace emilia
