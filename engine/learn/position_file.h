#pragma once

// Files of labelled positions. A file grows by blocks, each one a game's positions, written whole
// or not at all: a job that is killed, or whose disk fills, loses at most the block it was
// writing, and goes on where it stopped.
//
// All numbers are little-endian.
//   file:   8 bytes "EMILIAPO" | u32 version | u32 0 | blocks
//   block:  u32 game | u32 positions | u32 CRC-32 of these two and the positions | positions
//   position, 20 bytes: u64 player | u64 opponent | i16 score, hundredths of a disc | u8 source
//           | u8 distance

#include "engine/learn/labelled_position.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_set>

#include <tl/expected.hpp>

namespace emilia {

/// A message that names the file, what is wrong with it and what to do.
template <typename Value>
using FileResult = tl::expected<Value, std::string>;

/// Appends to a file that nobody else may append to at the same time. One thread at a time.
class PositionWriter {
public:
    /// Creates the file, or checks it whole and goes on at its end. What a killed writer left of
    /// an unfinished block is cut off; a file with any other flaw is left as it is.
    [[nodiscard]] static FileResult<PositionWriter> open(const std::string& path);
    PositionWriter(PositionWriter&& other) noexcept;
    PositionWriter& operator=(PositionWriter&& other) noexcept;
    ~PositionWriter();

    /// Writes a game's positions, at most `most_positions`; after an error the file is as before.
    [[nodiscard]] FileResult<void> append(std::uint32_t game,
                                          std::span<const LabelledPosition> positions);

    /// The games that the file holds.
    [[nodiscard]] const std::unordered_set<std::uint32_t>& games() const noexcept { return games_; }
    /// All positions in the file, and the bytes of an unfinished block that `open` cut off.
    [[nodiscard]] std::uint64_t positions() const noexcept { return positions_; }
    [[nodiscard]] std::size_t bytes_cut_off() const noexcept { return bytes_cut_off_; }

    static constexpr std::size_t most_positions = 65536;

private:
    PositionWriter(std::string path, int descriptor) noexcept;

    std::string path_;
    int descriptor_;
    std::unordered_set<std::uint32_t> games_;
    std::uint64_t positions_ = 0;
    std::size_t bytes_cut_off_ = 0;
};

/// Called for each block with its game and its positions, which live until it returns.
using PositionVisitor =
    std::function<void(std::uint32_t game, std::span<const LabelledPosition> positions)>;

/// Reads a whole file; stops at the first thing wrong: another kind of file, another version, a
/// block that is cut off or damaged, or a position that can't be.
[[nodiscard]] FileResult<void> read_positions(const std::string& path,
                                              const PositionVisitor& visit);

} // namespace emilia
