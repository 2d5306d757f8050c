#pragma once

// A small table of one thread for the last plies. Transpositions there lie close together, so
// that a few thousand places in the processor's own cache find most of them; the big table would
// cost more than it saves.

#include "engine/board/board.h"
#include "engine/board/hash.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace emilia {

/// What is known of the exact score of a position, in discs.
struct LeafEntry {
    Board board{all_squares, all_squares}; ///< a place never used has no position
    std::int8_t lower = -64;
    std::int8_t upper = 64;
    Square best = Square::none;
};

class LeafTable {
public:
    LeafTable() : entries_(new LeafEntry[size]) {}

    /// The one place where `board` may be; it may hold another position.
    [[nodiscard]] LeafEntry& place(const Board& board) noexcept {
        return entries_[static_cast<std::size_t>(hash(board) >> (64 - size_bits))];
    }

private:
    static constexpr int size_bits = 13; // 192 KB
    static constexpr std::size_t size = std::size_t{1} << size_bits;
    std::unique_ptr<LeafEntry[]> entries_;
};

} // namespace emilia
