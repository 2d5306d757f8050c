#pragma once

// A small transposition table for the last plies; each thread has its own. Transpositions there are
// found soon or not at all, so a few thousand entries, which fit into the processor's cache, hold
// most of them. The big table would cost more time than it saves.

#include "engine/board/board.h"
#include "engine/board/hash.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace emilia {

/// Bounds of the exact score of a position, in discs.
struct LeafEntry {
    Board board{all_squares, all_squares}; ///< no position: the entry is unused
    std::int8_t lower = -64;
    std::int8_t upper = 64;
    Square best = Square::none;
};

class LeafTable {
public:
    LeafTable() : entries_(new LeafEntry[size]) {}

    /// The only entry where `board` can be. It may hold another position.
    [[nodiscard]] LeafEntry& place(const Board& board) noexcept {
        return entries_[static_cast<std::size_t>(hash(board) >> (64 - size_bits))];
    }

private:
    static constexpr int size_bits = 13; // 192 KB
    static constexpr std::size_t size = std::size_t{1} << size_bits;
    std::unique_ptr<LeafEntry[]> entries_;
};

} // namespace emilia
